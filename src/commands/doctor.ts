import { constants } from 'node:os';
import { version } from '../../package.json';
import type { Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { examine } from '../doctor/diagnose.ts';
import { countsOf, report } from '../doctor/diagnosis.ts';
import { doctorMessages } from '../i18n/doctor.ts';
import { currentFolder } from '../platform/folders.ts';
import { printJson, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import type { doctor } from './declarations/doctor.ts';

export async function run({ quick, json }: Given<typeof doctor>, env: Env): Promise<number> {
  const screen = terminalInfo();
  const stop = firstSignal();
  const findings = await examine({
    // What programs read does not depend on the language.
    env: json ? { ...env, language: 'en' } : env,
    folder: currentFolder(),
    terminal: { isOne: screen.stdout || screen.stderr, columns: screen.columns },
    quick,
    interrupted: stop.signal,
    progress: (text) => screen.stderr && writeStderr(text),
  });
  const counts = countsOf(findings);
  if (stop.name !== undefined) {
    writeStderr(doctorMessages[env.language].interrupted(stop.name));
    return 128 + constants.signals[stop.name];
  }
  if (json) {
    printJson({ ok: counts.problem === 0, version, counts, findings });
  } else {
    writeStdout(report(findings, terminalStyle(env.all, screen), doctorMessages[env.language]));
  }
  return counts.problem > 0 ? 1 : 0;
}
