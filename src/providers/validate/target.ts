import { version } from '../../../package.json';
import type { Env } from '../../config/env.ts';
import { validateMessages } from '../../i18n/validate.ts';
import { UserError } from '../../platform/user-error.ts';
import { keyFrom } from '../key-command.ts';
import { type ReadyProvider, refuseUnsendable } from '../ready-provider.ts';
import type { Target } from './ping.ts';

const ANTHROPIC = 'https://api.anthropic.com';
/** What is asked for where no model is set: Anthropic's smallest, as it costs least. */
const SMALLEST = 'claude-haiku-4-5';

/** The request that the client would send for this provider, at its smallest. */
export function targetOf(ready: ReadyProvider, env: Env): Target {
  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey } = ready.env;
  const { apiKeyHelper } = ready.settings;
  const needsHelp = !token && !apiKey && typeof apiKeyHelper === 'string';
  const helped = needsHelp ? keyFrom(apiKeyHelper, { provider: ready.name, key: 'apiKeyHelper' }, env) : '';
  refuseUnsendable(ready.name, { apiKeyHelper: helped }, env);
  const bearer = token || helped;
  const key = apiKey || helped;
  return {
    url: url || ANTHROPIC,
    model: modelOf(ready) ?? SMALLEST,
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'user-agent': `ccc-supervisor/${version}`,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(key ? { 'x-api-key': key } : {}),
      ...headersIn(ready.env.ANTHROPIC_CUSTOM_HEADERS ?? '', ready.name, env),
    },
  };
}

/** The model that would be asked for first; undefined if that is left to the client. */
export function modelOf({ env, settings }: Pick<ReadyProvider, 'env' | 'settings'>): string | undefined {
  const set = env.ANTHROPIC_MODEL || (typeof settings.model === 'string' ? settings.model : '');
  // `[1m]` is the client's own sign for a long context.
  const name = set.replace(/\[1m\]$/i, '');
  const alias = /^(?:sonnet|opus|haiku|opusplan|best|default)$/.exec(name)?.[0];
  if (alias === undefined) return name || undefined;
  const size = { opus: 'OPUS', best: 'OPUS', haiku: 'HAIKU' }[alias] ?? 'SONNET';
  return env[`ANTHROPIC_DEFAULT_${size}_MODEL`]?.replace(/\[1m\]$/i, '') || undefined;
}

function headersIn(lines: string, name: string, env: Env): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines.split('\n').filter((text) => text.trim() !== '')) {
    const [, header, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*([ -~\t\x80-\xff]*?)\s*$/.exec(line) ?? [];
    if (header === undefined || value === undefined) {
      const words = validateMessages[env.language];
      throw new UserError(words.badHeaders(name), words.badHeadersFix);
    }
    headers[header.toLowerCase()] = value;
  }
  return headers;
}
