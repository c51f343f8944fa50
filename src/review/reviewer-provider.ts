import { readLaunchConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { secretsIn } from '../platform/redact.ts';
import { findProvider } from '../providers/find-provider.ts';
import { type ReadyProvider, readyProvider } from '../providers/ready-provider.ts';

/**
 * The provider of that name, ready to review. Undefined if it is the one the worker has: its credentials are at hand.
 * Throws a Problem if it cannot be used: a review on another service than the one that was asked for is none.
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

/** Keys that stand in ccc.json itself: a check may print the file. One that cannot be read has none to give away. */
export async function providerSecrets(paths: Paths, env: Env): Promise<string[]> {
  try {
    const { providers } = await readLaunchConfig(paths.configFile, env.language);
    return [...providers.values()].flatMap((provider) => secretsIn(provider.env));
  } catch {
    return [];
  }
}
