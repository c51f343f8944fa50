import type { Env } from '../config/env.ts';
import { reportData, uninstallText } from '../install/report.ts';
import { settingsTarget } from '../install/settings-target.ts';
import { uninstall } from '../install/uninstall.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { readArguments } from './command.ts';

const OPTIONS = { scope: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** `ccc uninstall`: removes what `ccc install` writes. */
export async function run(argv: string[], env: Env): Promise<number> {
  const { values } = readArguments('uninstall', argv, { options: OPTIONS, words: { min: 0, max: 0 } }, env);
  const target = settingsTarget(values.scope ?? 'user', !!values['dry-run'], env);
  const result = uninstall(target, env);
  if (values.json) printJson(reportData(target, result));
  else writeStdout(uninstallText(target, result));
  return 0;
}
