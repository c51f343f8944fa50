import { constants } from 'node:os';
import { version } from '../../package.json';
import type { Env } from '../config/env.ts';
import { examine } from '../doctor/examine.ts';
import { countsOf } from '../doctor/finding.ts';
import { report } from '../doctor/report.ts';
import { doctorMessages } from '../i18n/doctor.ts';
import { currentFolder } from '../platform/folders.ts';
import { printJson, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { readArguments } from './command.ts';

export async function run(argv: string[], env: Env): Promise<number> {
  const options = { json: { type: 'boolean' }, quick: { type: 'boolean' } } as const;
  const { values } = readArguments('doctor', argv, { options, words: { min: 0, max: 0 } }, env);
  const screen = terminalInfo();
  const stop = firstSignal();
  const findings = await examine({
    // What programs read does not depend on the language.
    env: values.json ? { ...env, language: 'en' } : env,
    folder: currentFolder(),
    terminal: { isOne: screen.stdout || screen.stderr, columns: screen.columns },
    quick: values.quick ?? false,
    interrupted: stop.signal,
    progress: (text) => screen.stderr && writeStderr(text),
  });
  const counts = countsOf(findings);
  if (stop.name !== undefined) {
    writeStderr(doctorMessages[env.language].interrupted(stop.name));
    return 128 + constants.signals[stop.name];
  }
  if (values.json) {
    printJson({ ok: counts.problem === 0, version, counts, findings });
  } else {
    writeStdout(report(findings, terminalStyle(env, screen), doctorMessages[env.language]));
  }
  return counts.problem > 0 ? 1 : 0;
}
