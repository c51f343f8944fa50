import { constants } from 'node:os';
import { version } from '../../package.json';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { countLevels, doctorReport } from '../doctor/diagnosis.ts';
import { doctorMessages } from '../i18n/doctor.ts';
import { currentFolder } from '../platform/folders.ts';
import { printJson, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import type { doctor } from './declarations/doctor.ts';

export async function run({ quick, json }: ParsedArguments<typeof doctor>, env: Env): Promise<number> {
  const screen = terminalInfo();
  const stop = firstSignal();
  const diagnoses = await diagnose({
    // What programs read does not depend on the language.
    env: json ? { ...env, language: 'en' } : env,
    folder: currentFolder(),
    terminal: { isTerminal: screen.stdout || screen.stderr, columns: screen.columns },
    quick,
    abortSignal: stop.signal,
    progress: (text) => screen.stderr && writeStderr(text),
  });
  const counts = countLevels(diagnoses);
  if (stop.name !== undefined) {
    writeStderr(doctorMessages[env.language].interrupted(stop.name));
    return 128 + constants.signals[stop.name];
  }
  if (json) {
    const findings = diagnoses.map(({ id, ...others }) => ({ check: id, ...others }));
    printJson({ ok: counts.problem === 0, version, counts, findings });
  } else {
    writeStdout(doctorReport(diagnoses, terminalStyle(env.all, screen), doctorMessages[env.language]));
  }
  return counts.problem > 0 ? 1 : 0;
}
