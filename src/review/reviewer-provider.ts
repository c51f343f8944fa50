import type { Config } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { launchConfigOf } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import { findProvider } from '../providers/find-provider.ts';
import { type ReadyProvider, readyProvider } from '../providers/ready-provider.ts';

/**
 * The provider of that name. Undefined if it is the worker's own, whose credentials are in the environment. Throws a
 * `UserError` if it cannot be used: a review by another service than the configured one does not count.
 */
export async function reviewingProvider(
  name: string | undefined,
  config: Config,
  env: Env,
  paths: Paths,
): Promise<ReadyProvider | undefined> {
  if (!name || name === env.provider) return undefined;
  const launch = await launchConfigOf(config, paths.configFile, env.language);
  return readyProvider(findProvider(launch, name, env.language), env);
}
