import { cloudIn } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';
import type { Provider } from '../config/launch-config.ts';
import { referencesIn } from './references.ts';

/** Where a provider's key comes from, told without running or sending anything. */
export type KeySource =
  | { from: 'file' }
  | { from: 'variable'; variable: string; set: boolean }
  | { from: 'command' }
  /** Claude Code's own `apiKeyHelper`. */
  | { from: 'helper' }
  | { from: 'cloud' }
  | { from: 'login' }
  /** A URL and no key: it cannot be started. */
  | { from: 'nowhere' };

export function keySource(provider: Provider, { all }: Pick<Env, 'all'>): KeySource {
  const { env, settings } = provider;
  if (cloudIn(env)) return { from: 'cloud' };
  if (provider.apiKeyCommand !== undefined) return { from: 'command' };
  const key = env.ANTHROPIC_AUTH_TOKEN || env.ANTHROPIC_API_KEY;
  if (key) {
    const variables = referencesIn(key);
    const variable = variables.find((name) => !all[name]) ?? variables[0];
    return variable === undefined ? { from: 'file' } : { from: 'variable', variable, set: !!all[variable] };
  }
  if (settings.apiKeyHelper) return { from: 'helper' };
  return { from: env.ANTHROPIC_BASE_URL ? 'nowhere' : 'login' };
}
