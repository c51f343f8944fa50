import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { reportData, uninstallText } from '../install/report.ts';
import { settingsTarget } from '../install/settings-target.ts';
import { uninstall } from '../install/uninstall.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import type { uninstall as declaration } from './declarations/install.ts';

/** `ccc uninstall`: removes what `ccc install` writes. */
export async function run({ scope, dryRun, json }: ParsedArguments<typeof declaration>, env: Env): Promise<number> {
  const target = settingsTarget(scope ?? 'user', dryRun, env);
  const result = uninstall(target, env);
  if (json) printJson(reportData(target, result));
  else writeStdout(uninstallText(target, result));
  return 0;
}
