import type { Redact } from '../platform/known-secrets.ts';
import type { Log } from '../platform/log.ts';
import { readRequests } from '../transcript/requests.ts';
import type { SessionInfo } from '../transcript/session-info.ts';
import type { HookInput } from './protocol/input.ts';
import { type Begin, beginOf } from './rules/begin.ts';
import type { Client } from './rules/claim.ts';
import { type PendingNotice, withNotice } from './rules/pending-notice.ts';
import type { State } from './rules/state.ts';
import type { StateFiles } from './state-file.ts';

export interface BeginContext {
  states: StateFiles;
  id: string;
  input: HookInput;
  client: Client | undefined;
  /** When the id was used before this event. */
  lastUsedAt: string | undefined;
  redact: Redact;
  log: Log;
}

const LAST_REQUESTS = 3;
const MAX_REQUEST = 2_000;

/**
 * Records how the session began and what the user asked for, before anything is judged. Returns the state with it, and
 * what is to be told if something is wrong with the transcript that was not known yet.
 */
export function recordBegin(
  current: State,
  session: SessionInfo | undefined,
  { states, id, input, client, lastUsedAt, redact, log }: BeginContext,
): { state: State; notices: PendingNotice[] } {
  const now = new Date().toISOString();
  const transcript = session && {
    inode: session.inode,
    createdAt: session.createdAt?.toISOString(),
    startedAt: session.startedAt,
    startsInMiddle: session.startsInMiddle,
  };
  const seen = {
    ...{ sessionId: input.session_id, transcript, lastUsedAt },
    // A process id alone may be that of another client later, as in a container.
    ...{ client: client && current.client && `${client.pid} ${current.client.at}`, clientStartedAt: client?.startedAt },
  };
  const begin = withRequests(beginOf(current.begin, seen, now), session, input.prompt_id, redact);
  const { trouble } = begin;
  const known = current.begin?.sessionId === begin.sessionId ? current.begin.trouble?.kind : undefined;
  const notices: PendingNotice[] =
    trouble && trouble.kind !== known ? [{ kind: `transcript-${trouble.kind}`, at: trouble.at }] : [];
  if (JSON.stringify(begin) === JSON.stringify(current.begin)) return { state: current, notices };
  const withBegin = (state: State): State => notices.reduce(withNotice, { ...state, begin });
  try {
    states.change(id, withBegin);
  } catch (error) {
    log('the beginning of the session could not be recorded', { error: String(error) });
  }
  return { state: withBegin(current), notices };
}

/** Read once for each prompt, and not from a transcript that something is wrong with. */
function withRequests(
  begin: Begin,
  session: SessionInfo | undefined,
  promptId: string | undefined,
  redact: Redact,
): Begin {
  const isRead = begin.requests !== undefined && promptId !== undefined && begin.promptId === promptId;
  if (isRead || begin.trouble || !session) return begin;
  const requests = readRequests(session.transcript, LAST_REQUESTS).map(({ time, text }) => ({
    time,
    text: shortened(redact(text)),
  }));
  return requests.length > 0 ? { ...begin, requests, promptId: promptId ?? null } : begin;
}

const shortened = (text: string) => (text.length > MAX_REQUEST ? `${text.slice(0, MAX_REQUEST - 1)}…` : text);
