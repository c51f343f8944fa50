import { constants } from 'node:os';
import { version } from '../../package.json';
import type { Env } from '../config/env.ts';
import { examine } from '../doctor/examine.ts';
import { countsOf } from '../doctor/finding.ts';
import { report } from '../doctor/report.ts';
import { isUtf8 } from '../doctor/terminal.ts';
import { print, printJson, tell, terminal } from '../speech.ts';
import { doctorWords } from '../words/doctor.ts';
import { readArguments } from './command.ts';

export { doctorHelp as help } from '../words/doctor-help.ts';

export async function run(argv: string[], env: Env): Promise<number> {
  const options = { json: { type: 'boolean' }, quick: { type: 'boolean' } } as const;
  const { values } = readArguments('doctor', argv, { options, words: { min: 0, max: 0 } }, env);
  const screen = terminal();
  const stop = firstSignal();
  const findings = await examine({
    // What programs read does not depend on the language.
    env: values.json ? { ...env, language: 'en' } : env,
    folder: currentFolder(),
    terminal: { isOne: screen.stdout || screen.stderr, columns: screen.columns },
    quick: values.quick ?? false,
    interrupted: stop.signal,
    progress: (text) => screen.stderr && tell(text),
  });
  const counts = countsOf(findings);
  if (stop.name !== undefined) {
    tell(doctorWords[env.language].interrupted(stop.name));
    return 128 + constants.signals[stop.name];
  }
  if (values.json) {
    printJson({ ok: counts.problem === 0, version, counts, findings });
  } else {
    const colour = screen.stdout && !env.all.NO_COLOR && env.all.TERM !== 'dumb';
    print(report(findings, { colour, utf8: isUtf8(env.all) }, doctorWords[env.language]));
  }
  return counts.problem > 0 ? 1 : 0;
}

/** The folder may have been removed under us. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** From here on a signal ends the examination, not the process: what it started has to go first. */
function firstSignal(): { signal: AbortSignal; name: (typeof ENDING)[number] | undefined } {
  const controller = new AbortController();
  const first: ReturnType<typeof firstSignal> = { signal: controller.signal, name: undefined };
  for (const name of ENDING)
    process.on(name, () => {
      first.name ??= name;
      controller.abort();
    });
  return first;
}
