import { errorCode } from '../../platform/user-error.ts';

/** Where one tiny request goes, and with which credentials. */
export interface Target {
  /** As in ANTHROPIC_BASE_URL. */
  url: string;
  headers: Record<string, string>;
  model: string;
}

export type Unreachable = 'refused' | 'unknown_host' | 'timeout' | 'tls' | 'closed' | 'network';

/** The answer. `body` is as the server sent it: it may contain secrets. */
export type PingAnswer = { ms: number } & (
  | { kind: 'response'; status: number; body: string }
  | { kind: 'redirect'; status: number; to: string }
  | { kind: 'unreachable'; why: Unreachable; detail: string }
);

const MAX_BODY = 64 * 1024;
const MAX_HOPS = 3;

/** One `POST /v1/messages` for a single token. Never throws. An aborted `signal` ends it as a timeout would. */
export async function ping(target: Target, timeoutMs: number, signal?: AbortSignal): Promise<PingAnswer> {
  const begun = performance.now();
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const ms = () => Math.round(performance.now() - begun);
  try {
    const answer = await send(messagesUrl(target.url), target, AbortSignal.any(limits), MAX_HOPS);
    return { ...answer, ms: ms() };
  } catch (error) {
    return { kind: 'unreachable', ...reasonOf(error), ms: ms() };
  }
}

/** As Claude Code builds it. */
export const messagesUrl = (base: string) => `${base.replace(/\/+$/, '')}/v1/messages`;

async function send(url: string, target: Target, signal: AbortSignal, hops: number) {
  const response = await fetch(url, {
    method: 'POST',
    headers: target.headers,
    body: JSON.stringify({
      model: target.model,
      max_tokens: 1,
      messages: [{ role: 'user', content: 'ping' }],
    }),
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  const location = response.headers.get('location');
  if (status < 300 || status >= 400 || location === null)
    return { kind: 'response' as const, status, body: await beginningOf(response) };
  await response.body?.cancel();
  const to = URL.canParse(location, url) ? new URL(location, url) : undefined;
  // Only within one origin, so that the key reaches no other, and only where a POST stays a POST.
  if (to && to.origin === new URL(url).origin && (status === 307 || status === 308) && hops > 0)
    return send(to.href, target, signal, hops - 1);
  return { kind: 'redirect' as const, status, to: to ? to.origin + to.pathname : location };
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BODY) break;
  }
  return text.slice(0, MAX_BODY);
}

/** Node wraps the system's error as a cause; Bun throws it itself. */
function reasonOf(error: unknown): { why: Unreachable; detail: string } {
  const cause = (error as Error).cause ?? error;
  const code = errorCode(cause) ?? errorCode((cause as AggregateError).errors?.[0]) ?? '';
  const detail = typeof code === 'string' && code !== '' ? code : String((cause as Error).message ?? cause);
  if ((error as Error).name === 'TimeoutError') return { why: 'timeout', detail: '' };
  return { why: WHY.find(([pattern]) => pattern.test(detail))?.[1] ?? 'network', detail };
}

const WHY: [RegExp, Unreachable][] = [
  [/^ECONNREFUSED$|ConnectionRefused/, 'refused'],
  [/^ENOTFOUND$|^EAI_/, 'unknown_host'],
  [/TIMEOUT$|^ETIMEDOUT$/, 'timeout'],
  [/CERT|SSL|TLS|^EPROTO$|SELF_SIGNED|UNABLE_TO_/, 'tls'],
  [/^ECONNRESET$|^EPIPE$|UND_ERR_SOCKET|ConnectionClosed/, 'closed'],
];
