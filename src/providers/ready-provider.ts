import { cloudIn } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import type { Provider } from '../config/launch-config.ts';
import { providerMessages } from '../i18n/providers.ts';
import { UserError } from '../platform/user-error.ts';
import { isAnthropicApiKey } from './presets.ts';
import { isVariableName, keyFrom, keyVariableFor, refuseUnsendable, replaceReferences } from './provider-key.ts';

/** A provider with its `${VAR}`s replaced and its key present: it can be started. */
export interface ReadyProvider {
  name: string;
  env: Record<string, string>;
  settings: Record<string, unknown>;
  /** Which host gets the requests: the provider's own, a cloud's, or Anthropic's with the user's own login. */
  host: 'own' | 'cloud' | 'login';
}

/**
 * Throws a UserError for whatever would send a key to the wrong host: a variable that is not set, a key without a host,
 * a host without a key (Claude Code would send the user's own login there).
 */
export function readyProvider(provider: Provider, env: Env): ReadyProvider {
  const messages = providerMessages[env.language];
  const { name, settings } = provider;
  const variables = expand(provider, env);
  if (provider.apiKeyCommand !== undefined) {
    const key = keyFrom(provider.apiKeyCommand, { provider: name, key: 'api_key_command' }, env);
    const { ANTHROPIC_BASE_URL: url } = variables;
    const forAnthropic = url ? isAnthropicApiKey(key, url) : key.startsWith('sk-ant-api');
    variables[forAnthropic ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN'] = key;
  }
  if (cloudIn(variables)) return { name, env: variables, settings, host: 'cloud' };

  const { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey } = variables;
  refuseUnsendable(name, { ANTHROPIC_AUTH_TOKEN: token, ANTHROPIC_API_KEY: apiKey }, env);
  const hasKey = !!token || !!apiKey || !!settings.apiKeyHelper;
  if (!url) {
    if (!hasKey) return { name, env: variables, settings, host: 'login' };
    // Only a key that is recognisably Anthropic's may go to Anthropic's host without a URL that says so.
    if (!token && apiKey?.startsWith('sk-ant-')) return { name, env: variables, settings, host: 'own' };
    throw new UserError(messages.noUrl(name), messages.noUrlFix(name), { code: 'provider-without-url' });
  }
  if (!isBaseUrl(url)) throw new UserError(messages.badUrl(name), messages.badUrlFix, { code: 'provider-url-invalid' });
  if (!hasKey)
    throw new UserError(messages.noKey(name), messages.noKeyFix(name, keyVariableFor(name)), {
      code: 'provider-without-key',
    });
  return { name, env: variables, settings, host: 'own' };
}

export const isBaseUrl = (url: string) => /^https?:\/\/./.test(url) && URL.canParse(url);

/** Replaces `${NAME}` anywhere in a value. A variable that is not set, or empty, is an error: never an empty key. */
export function expand(
  { name: provider, env: variables }: Pick<Provider, 'name' | 'env'>,
  env: Env,
): Record<string, string> {
  const messages = providerMessages[env.language];
  const valueIn = (key: string) => (reference: string) => {
    if (!isVariableName(reference))
      throw new UserError(messages.variableBad(provider, key), messages.variableBadFix, {
        code: 'provider-reference-invalid',
      });
    const value = env.all[reference];
    if (value) return value;
    throw new UserError(messages.variableUnset(provider, key, reference), messages.variableUnsetFix(reference), {
      code: 'provider-variable-unset',
    });
  };
  return Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [key, replaceReferences(value, valueIn(key))]),
  );
}
