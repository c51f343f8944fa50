import { cloudIn } from '../config/cloud.ts';
import { CREDENTIAL_VARIABLES, LOGIN_VARIABLES } from '../config/credential-variables.ts';
import type { Variables } from '../config/env.ts';
import type { ReadyProvider } from './ready-provider.ts';

/** Not secret, but the model names of one provider mean nothing to another. */
const MODEL_VARIABLES = [
  ...['ANTHROPIC_MODEL', 'ANTHROPIC_DEFAULT_MODEL', 'ANTHROPIC_SMALL_FAST_MODEL', 'CLAUDE_CODE_SUBAGENT_MODEL'],
  ...['ANTHROPIC_DEFAULT_HAIKU_MODEL', 'ANTHROPIC_DEFAULT_SONNET_MODEL', 'ANTHROPIC_DEFAULT_OPUS_MODEL'],
  ...['ANTHROPIC_DEFAULT_FABLE_MODEL', 'ANTHROPIC_CUSTOM_MODEL_OPTION'],
];

export interface SeparatedKeys {
  /** The user's variables that must not reach the launched process. */
  variablesToClear: string[];
  /** Settings that override the user's own for this launch. The client reads an empty string as "none". */
  settings: Record<string, unknown>;
  /** The provider is the user's own login, so their keys stay in force. */
  keepsUserKeys: boolean;
}

/** Which of the user's variables and settings to remove, so that no key is sent to a host it is not for. */
export function separateKeys(provider: ReadyProvider, own: Variables): SeparatedKeys {
  if (provider.host === 'login' && !isForAnotherHost(own))
    return { variablesToClear: notSetBy(provider, MODEL_VARIABLES), settings: {}, keepsUserKeys: true };
  const credentials = [
    ...CREDENTIAL_VARIABLES,
    ...MODEL_VARIABLES,
    ...(provider.host === 'login' ? [] : LOGIN_VARIABLES),
  ];
  return {
    variablesToClear: notSetBy(provider, credentials),
    settings: { apiKeyHelper: apiKeyHelper(provider) },
    keepsUserKeys: false,
  };
}

const notSetBy = ({ env }: ReadyProvider, names: string[]) => names.filter((name) => !env[name]);

/**
 * Always set, by the provider or by us. Without one the client would also send the key of a Console login, which it
 * keeps in a file of its own.
 */
function apiKeyHelper({ host, settings }: ReadyProvider): unknown {
  if (settings.apiKeyHelper) return settings.apiKeyHelper;
  return host === 'own' ? PRINT_KEY : '';
}

const PRINT_KEY = 'printf %s "${ANTHROPIC_AUTH_TOKEN:-$ANTHROPIC_API_KEY}"';

/** Whether the user's own key is for another host than Anthropic's. */
function isForAnotherHost(env: Variables): boolean {
  const url = env.ANTHROPIC_BASE_URL;
  const otherUrl = !!url && !(URL.canParse(url) && /(?:^|\.)anthropic\.com$/.test(new URL(url).hostname));
  return otherUrl || cloudIn(env) !== undefined || !!env.ANTHROPIC_AUTH_TOKEN || !!env.ANTHROPIC_CUSTOM_HEADERS;
}
