import { cloudIn } from '../config/cloud.ts';
import type { Provider } from '../config/launch-config.ts';
import { isObject } from '../platform/json/parse.ts';

const CREDENTIALS = ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;
const ANTHROPIC = 'https://api.anthropic.com';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The provider that Claude Code's settings describe in their `env`; undefined if they describe none. Where the other half
 * of it (URL or key) comes from the environment or a helper, it is added, so that the provider does what the client did.
 */
export function providerInSettings(name: string, settings: unknown, environment: Variables): Provider | undefined {
  if (!isObject(settings) || !isObject(settings.env)) return undefined;
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(settings.env)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([variable, value]) => [variable, String(value)]),
  );
  const credential = CREDENTIALS.find((variable) => env[variable]);
  if (!env.ANTHROPIC_BASE_URL && credential === undefined) return undefined;
  const provider = (more: Record<string, string> = {}, helper = {}): Provider => ({
    name,
    env: { ...env, ...more },
    settings: helper,
    apiKeyCommand: undefined,
  });

  if (cloudIn(env)) return provider();
  if (!env.ANTHROPIC_BASE_URL) {
    const understood =
      !env.ANTHROPIC_AUTH_TOKEN && (!env.ANTHROPIC_API_KEY || env.ANTHROPIC_API_KEY.startsWith('sk-ant-'));
    const url = environment.ANTHROPIC_BASE_URL || (understood ? undefined : ANTHROPIC);
    return provider(url === undefined ? {} : { ANTHROPIC_BASE_URL: url });
  }
  if (env.ANTHROPIC_AUTH_TOKEN || env.ANTHROPIC_API_KEY) return provider();
  if (typeof settings.apiKeyHelper === 'string') return provider({}, { apiKeyHelper: settings.apiKeyHelper });
  const fromShell = (['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'] as const).find((variable) => environment[variable]);
  return provider(fromShell === undefined ? {} : { [fromShell]: `\${${fromShell}}` });
}
