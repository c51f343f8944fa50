import { cloudIn } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import type { Provider } from '../config/launch-config.ts';
import { providerMessages } from '../i18n/providers.ts';
import { UserError } from '../platform/user-error.ts';
import { keyFrom } from './key-command.ts';
import { filledIn, isVariableName } from './references.ts';

/** A provider with its `${VAR}`s filled in and its key at hand: ready to be started under. */
export interface ReadyProvider {
  name: string;
  env: Record<string, string>;
  settings: Record<string, unknown>;
  /** Whose host: one of its own, a cloud's, or Anthropic's with the user's own login. */
  host: 'own' | 'cloud' | 'login';
}

/**
 * Throws a Problem for whatever would send a key where it does not belong: a variable that is not set, a key without a
 * host, a host without a key (the client would send the user's own login there).
 */
export function readyProvider(provider: Provider, env: Env): ReadyProvider {
  const messages = providerMessages[env.language];
  const { name, settings } = provider;
  const variables = expand(provider, env);
  if (provider.apiKeyCommand !== undefined) {
    const key = keyFrom(provider.apiKeyCommand, { provider: name, key: 'api_key_command' }, env);
    const forAnthropic = !variables.ANTHROPIC_BASE_URL && key.startsWith('sk-ant-api');
    variables[forAnthropic ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN'] = key;
  }
  if (cloudIn(variables)) return { name, env: variables, settings, host: 'cloud' };

  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey } = variables;
  refuseUnsendable(name, { ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey }, env);
  const hasKey = !!token || !!apiKey || !!settings.apiKeyHelper;
  if (!url) {
    if (!hasKey) return { name, env: variables, settings, host: 'login' };
    // Only a key of Anthropic's own form may go to Anthropic's host unasked.
    if (!token && apiKey?.startsWith('sk-ant-')) return { name, env: variables, settings, host: 'own' };
    throw new UserError(messages.noUrl(name), messages.noUrlFix(name));
  }
  if (!isBaseUrl(url)) throw new UserError(messages.badUrl(name), messages.badUrlFix);
  if (!hasKey) throw new UserError(messages.noKey(name), messages.noKeyFix(name));
  return { name, env: variables, settings, host: 'own' };
}

export const isBaseUrl = (url: string) => /^https?:\/\/./.test(url) && URL.canParse(url);

/** A header carries it: no line break that a file ended in, nothing that was pasted along with it. */
export const canBeSent = (key: string) => /^[!-~](?:[ -~]*[!-~])?$/.test(key);

/** Said here, where the key need not be quoted; a runtime would refuse it with the key in its message. */
export function refuseUnsendable(name: string, keys: Record<string, string | undefined>, { language }: Env): void {
  const messages = providerMessages[language];
  for (const [variable, key] of Object.entries(keys))
    if (key && !canBeSent(key)) throw new UserError(messages.keyUnsendable(name, variable), messages.keyUnsendableFix);
}

/** `${NAME}` anywhere in a value; what is not set, or empty, is told and never becomes an empty key. */
export function expand(
  { name: provider, env: variables }: Pick<Provider, 'name' | 'env'>,
  env: Env,
): Record<string, string> {
  const messages = providerMessages[env.language];
  const valueIn = (key: string) => (reference: string) => {
    if (!isVariableName(reference)) throw new UserError(messages.variableBad(provider, key), messages.variableBadFix);
    const value = env.all[reference];
    if (value) return value;
    throw new UserError(messages.variableUnset(provider, key, reference), messages.variableUnsetFix(reference));
  };
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, filledIn(value, valueIn(key))]));
}
