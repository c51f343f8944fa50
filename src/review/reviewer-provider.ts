import type { Env } from '../config/env.ts';
import { readLaunchConfig } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import { secretsIn } from '../platform/redact.ts';
import { findProvider } from '../providers/find-provider.ts';
import { type ReadyProvider, readyProvider } from '../providers/ready-provider.ts';

/**
 * The provider of that name. Undefined if it is the worker's own, whose credentials are in the environment. Throws a
 * `UserError` if it cannot be used: a review by another service than the configured one does not count.
 */
export async function reviewingProvider(
  name: string | undefined,
  env: Env,
  paths: Paths,
): Promise<ReadyProvider | undefined> {
  if (!name || name === env.provider) return undefined;
  const config = await readLaunchConfig(paths.configFile, env.language);
  return readyProvider(findProvider(config, name, env.language), env);
}

/** Keys in ccc.json itself, which a check may print. A file that cannot be read reveals none. */
export async function providerSecrets(paths: Paths, env: Env): Promise<string[]> {
  try {
    const { providers } = await readLaunchConfig(paths.configFile, env.language);
    return [...providers.values()].flatMap((provider) => secretsIn(provider.env));
  } catch {
    return [];
  }
}
