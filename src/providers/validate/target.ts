import { version } from '../../../package.json';
import { cloudIn } from '../../config/cloud.ts';
import type { Env } from '../../config/env.ts';
import { validateMessages } from '../../i18n/validate.ts';
import { isObject } from '../../platform/json/parse.ts';
import { UserError } from '../../platform/user-error.ts';
import { keyFrom, refuseUnsendable } from '../provider-key.ts';
import { isBaseUrl, type ReadyProvider } from '../ready-provider.ts';
import type { Target } from './ping.ts';

/** The name of the user's own set-up in a report; no provider can have it. */
export const DEFAULT_SETUP = '(environment)';

/**
 * What Claude Code uses where no provider is chosen: the environment, and over it `env` of settings.json. Without a host
 * and a key there it is Claude Code's own login, which `ccc` must not use.
 */
export function defaultSetup(settings: unknown, env: Env): ReadyProvider {
  const own = isObject(settings) ? settings : {};
  const strings = Object.entries({ ...env.all, ...(isObject(own.env) ? own.env : {}) })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([variable, value]) => [variable, String(value)]);
  const variables: Record<string, string> = Object.fromEntries(strings);
  const provider = { name: DEFAULT_SETUP, env: variables, settings: own };
  if (cloudIn(variables)) return { ...provider, host: 'cloud' };
  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_API_KEY } = variables;
  const hasKey = !!ANTHROPIC_AUTH_TOKEN || !!ANTHROPIC_API_KEY || !!own.apiKeyHelper;
  if (!url && !hasKey) return { ...provider, host: 'login' };
  const messages = validateMessages[env.language];
  if (url && !isBaseUrl(url))
    throw new UserError(messages.ownUrlBad, messages.ownUrlBadFix, { code: 'provider-url-invalid' });
  if (!hasKey)
    throw new UserError(messages.ownUrlWithoutKey, messages.ownUrlWithoutKeyFix, { code: 'provider-without-key' });
  refuseUnsendable(DEFAULT_SETUP, { ANTHROPIC_AUTH_TOKEN, ANTHROPIC_API_KEY }, env);
  return { ...provider, host: 'own' };
}

const ANTHROPIC = 'https://api.anthropic.com';
/** Asked for where no model is set: Anthropic's smallest, because it costs least. */
const SMALLEST = 'claude-haiku-4-5';

/** The smallest request that Claude Code would send to this provider. */
export function targetOf(ready: ReadyProvider, env: Env): Target {
  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey } = ready.env;
  const { apiKeyHelper } = ready.settings;
  const needsHelper = !token && !apiKey && typeof apiKeyHelper === 'string';
  const printed = needsHelper ? keyFrom(apiKeyHelper, { provider: ready.name, key: 'apiKeyHelper' }, env) : '';
  refuseUnsendable(ready.name, { apiKeyHelper: printed }, env);
  const bearer = token || printed;
  const key = apiKey || printed;
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

/** The model that a session starts with; undefined if Claude Code decides. */
export function modelOf({ env, settings }: Pick<ReadyProvider, 'env' | 'settings'>): string | undefined {
  const set = env.ANTHROPIC_MODEL || (typeof settings.model === 'string' ? settings.model : '');
  // `[1m]` is Claude Code's own suffix for a long context.
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
      const messages = validateMessages[env.language];
      throw new UserError(messages.badHeaders(name), messages.badHeadersFix, { code: 'provider-headers-invalid' });
    }
    headers[header.toLowerCase()] = value;
  }
  return headers;
}
