import type { ReadyProvider } from '../providers/ready-provider.ts';

/** Variables that say where to, with which credential, or through which cloud a request goes. */
const CREDENTIALS = [
  ...['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_CUSTOM_HEADERS'],
  ...['ANTHROPIC_UNIX_SOCKET', 'ANTHROPIC_PROFILE', 'ANTHROPIC_IDENTITY_TOKEN', 'ANTHROPIC_IDENTITY_TOKEN_FILE'],
  ...['ANTHROPIC_BEDROCK_BASE_URL', 'ANTHROPIC_BEDROCK_MANTLE_BASE_URL', 'AWS_BEARER_TOKEN_BEDROCK'],
  ...['ANTHROPIC_VERTEX_BASE_URL', 'ANTHROPIC_GOOGLE_CLOUD_BASE_URL'],
  ...['ANTHROPIC_AWS_API_KEY', 'ANTHROPIC_AWS_BASE_URL'],
  ...['ANTHROPIC_FOUNDRY_API_KEY', 'ANTHROPIC_FOUNDRY_AUTH_TOKEN', 'ANTHROPIC_FOUNDRY_BASE_URL'],
  'CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR',
  ...['CLAUDE_CODE_PROVIDER_MANAGED_BY_HOST', 'CLAUDE_CODE_HOST_CREDS_FILE'],
  ...['CLAUDE_CODE_GATEWAY_TOKEN', 'CLAUDE_CODE_GATEWAY_TOKEN_FILE_DESCRIPTOR', 'CLAUDE_CODE_HOST_AUTH_ENV_VAR'],
  ...['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY', 'CLAUDE_CODE_USE_MANTLE'],
  ...['CLAUDE_CODE_USE_ANTHROPIC_AWS', 'CLAUDE_CODE_USE_ANTHROPIC_GOOGLE_CLOUD', 'CLAUDE_CODE_USE_GATEWAY'],
];

/** A Claude login handed over by variables. It belongs to Anthropic's own host and to no other. */
const LOGIN = [
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_REFRESH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR',
  'CLAUDE_CODE_SESSION_ACCESS_TOKEN',
];

/** Not secret, but the names of one provider's models mean nothing to another. */
const MODELS = [
  ...['ANTHROPIC_MODEL', 'ANTHROPIC_DEFAULT_MODEL', 'ANTHROPIC_SMALL_FAST_MODEL', 'CLAUDE_CODE_SUBAGENT_MODEL'],
  ...['ANTHROPIC_DEFAULT_HAIKU_MODEL', 'ANTHROPIC_DEFAULT_SONNET_MODEL', 'ANTHROPIC_DEFAULT_OPUS_MODEL'],
  ...['ANTHROPIC_DEFAULT_FABLE_MODEL', 'ANTHROPIC_CUSTOM_MODEL_OPTION'],
];

/** The variables of the user's own set-up, as a plain `claude` would have them. */
type Own = Readonly<Record<string, string | undefined>>;

export interface SeparatedKeys {
  /** Variables of the user's that must not reach the launched process. */
  blank: string[];
  /** Settings that undo the user's own for this launch. An empty string is how the client understands "none". */
  settings: Record<string, unknown>;
  /** The user's own keys stay in force: it is their login that is asked for. */
  keepsOwn: boolean;
}

/** What of the user's has to be taken away, so that no key travels to a host it is not for. */
export function separateKeys(provider: ReadyProvider, own: Own): SeparatedKeys {
  if (provider.host === 'login' && !goesElsewhere(own)) {
    const blank = without(MODELS, provider.env);
    return { blank, settings: {}, keepsOwn: true };
  }
  const blank = without([...CREDENTIALS, ...MODELS, ...(provider.host === 'login' ? [] : LOGIN)], provider.env);
  return { blank, settings: { apiKeyHelper: helperFor(provider) }, keepsOwn: false };
}

/**
 * Always one of ours or of the provider's. Without any, the client would add the key of a Console login, which it keeps
 * in a file of its own, to whatever else it sends.
 */
function helperFor({ host, settings }: ReadyProvider): unknown {
  if (settings.apiKeyHelper) return settings.apiKeyHelper;
  return host === 'own' ? SAY_THE_KEY : '';
}

const SAY_THE_KEY = 'printf %s "${ANTHROPIC_AUTH_TOKEN:-$ANTHROPIC_API_KEY}"';

const without = (names: string[], env: Record<string, string>) => names.filter((name) => !env[name]);

/** Whether the user's own key belongs to another host than Anthropic's. */
function goesElsewhere(env: Own): boolean {
  const url = env.ANTHROPIC_BASE_URL;
  const elsewhere = !!url && !(URL.canParse(url) && /(?:^|\.)anthropic\.com$/.test(new URL(url).hostname));
  const cloud = CREDENTIALS.some((name) => name.startsWith('CLAUDE_CODE_USE_') && !!env[name]);
  return elsewhere || cloud || !!env.ANTHROPIC_AUTH_TOKEN || !!env.ANTHROPIC_CUSTOM_HEADERS;
}

/** Which of a provider's variables nobody overrides, not even the user's own `--settings`. */
export const isCredential = (name: string): boolean => CREDENTIALS.includes(name) || LOGIN.includes(name);

/** An environment for what is no client at all: nothing in it says who the user is to a provider. */
export const withoutKeys = (env: Own): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isCredential(name)));
