import type { Env } from '../config/env.ts';
import { install } from '../install/install.ts';
import { installText, reportData } from '../install/report.ts';
import { settingsTarget } from '../install/settings-target.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { readArguments } from './command.ts';

const OPTIONS = { scope: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** `ccc install`: hooks in a settings file of Claude Code, for those who start plain `claude`. */
export async function run(argv: string[], env: Env): Promise<number> {
  const { values } = readArguments('install', argv, { options: OPTIONS, words: { min: 0, max: 0 } }, env);
  const target = settingsTarget(values.scope ?? 'user', !!values['dry-run'], env);
  const result = await install(target, env);
  if (values.json) printJson(reportData(target, result));
  else writeStdout(installText(target, result));
  return 0;
}
