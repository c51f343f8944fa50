import { join } from 'node:path';
import { type Config, type ConfigProblem, readConfig } from '../../config/config-file.ts';
import type { Env } from '../../config/env.ts';
import { type LaunchConfig, launchConfigOf } from '../../config/launch-config.ts';
import type { Paths } from '../../config/paths.ts';
import type { SupervisorConfig } from '../../config/supervisor-config.ts';
import { configProblemLines } from '../../i18n/config-problems.ts';
import { writeStderr } from '../../platform/output.ts';
import { isUserError, UserError } from '../../platform/user-error.ts';
import { findProvider } from '../../providers/find-provider.ts';
import type { TrustStatus } from '../../trust/trust-status.ts';

interface ReviewerOptions {
  context?: SupervisorConfig['context'] | undefined;
  provider: string | undefined;
  model: string | undefined;
}

/** `ccc.json` with what the command line says about the reviewer. Reports what is wrong with the file on stderr. */
export async function readReviewConfig(
  options: ReviewerOptions,
  paths: Paths,
  env: Env,
): Promise<{ config: Config; launch: LaunchConfig }> {
  const config = withOptions(await readConfig(paths.configFile), options);
  const launch = await launchConfigOf(config, paths.configFile, env.language);
  printConfigProblems(paths.configFile, config.problems, env);
  if (options.provider !== undefined) assertProvider(options.provider, launch, env);
  return { config, launch };
}

export function printConfigProblems(file: string, problems: readonly ConfigProblem[], { language }: Env): void {
  configProblemLines(file, problems, language).forEach(writeStderr);
}

/** The same for the file of a trusted repository, unknown keys included. */
export function printRepositoryProblems({ root, config }: Extract<TrustStatus, { kind: 'trusted' }>, env: Env): void {
  printConfigProblems(join(root, '.claude', 'ccc.json'), [...config.problems, ...(config.unknown ?? [])], env);
}

/** An unknown name on the command line is a usage error, not a failed review. */
function assertProvider(name: string, launch: LaunchConfig, { language }: Env): void {
  try {
    findProvider(launch, name, language);
  } catch (error) {
    throw isUserError(error) ? new UserError(error.message, error.fix, { code: error.code, exitCode: 2 }) : error;
  }
}

/** Options win over the file. */
function withOptions(config: Config, { context, provider, model }: ReviewerOptions): Config {
  const chosen = { ...(context && { context }), ...(provider && { provider }), ...(model && { model }) };
  return { ...config, supervisor: { ...config.supervisor, ...chosen } };
}
