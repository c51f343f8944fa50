import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { install } from '../install/install.ts';
import { installText, reportData } from '../install/report.ts';
import { settingsTarget } from '../install/settings-target.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import type { install as declaration } from './declarations/install.ts';
import { printConfigProblems } from './review/review-config.ts';

/** `ccc install`: hooks in a settings file of Claude Code, for those who start plain `claude`. */
export async function run({ scope, dryRun, json }: ParsedArguments<typeof declaration>, env: Env): Promise<number> {
  const target = settingsTarget(scope ?? 'user', dryRun, env);
  const result = await install(target, env);
  printConfigProblems(target.paths.configFile, result.problems, env);
  if (json) printJson(reportData(target, result));
  else writeStdout(installText(target, result));
  return 0;
}
