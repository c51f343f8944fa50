import { cloudIn } from '../../config/cloud.ts';
import type { Env } from '../../config/env.ts';
import { validateMessages } from '../../i18n/validate.ts';
import { isObject } from '../../platform/json/parse.ts';
import { UserError } from '../../platform/user-error.ts';
import { isBaseUrl, type ReadyProvider, refuseUnsendable } from '../ready-provider.ts';

/** Its name in a report; no provider can be added under it. */
export const DEFAULT_SETUP = '(environment)';

/**
 * What the client uses where no provider is chosen: the environment, and over it `env` of settings.json. Undefined if
 * neither names a host or a key: then it is the client's own login, which is not ours to use.
 */
export function defaultSetup(settings: unknown, env: Env): ReadyProvider | undefined {
  const own = isObject(settings) ? settings : {};
  const strings = Object.entries({ ...env.all, ...(isObject(own.env) ? own.env : {}) })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([variable, value]) => [variable, String(value)]);
  const variables: Record<string, string> = Object.fromEntries(strings);
  const provider = { name: DEFAULT_SETUP, env: variables, settings: own };
  if (cloudIn(variables)) return { ...provider, host: 'cloud' };
  const hasKey = !!variables.ANTHROPIC_AUTH_TOKEN || !!variables.ANTHROPIC_API_KEY || !!own.apiKeyHelper;
  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_API_KEY } = variables;
  if (!url && !hasKey) return undefined;
  const words = validateMessages[env.language];
  if (url && !isBaseUrl(url)) throw new UserError(words.ownUrlBad, words.ownUrlBadFix);
  if (!hasKey) throw new UserError(words.ownUrlWithoutKey, words.ownUrlWithoutKeyFix);
  refuseUnsendable(DEFAULT_SETUP, { ANTHROPIC_AUTH_TOKEN, ANTHROPIC_API_KEY }, env);
  return { ...provider, host: 'own' };
}
