import { type ConfigFault, configFaultText } from '../i18n/config-problems.ts';
import { type Position, parseJsonc, positionsOf } from '../platform/json/parse.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';
import type { FaultAt } from './schema-reader.ts';
import { NO_SUPERVISOR_SECTION, type SupervisorConfig, supervisorOf } from './supervisor-config.ts';

/** Something in `ccc.json` that cannot be used, where it is, and why. */
export interface ConfigProblem extends Partial<Position> {
  /** `supervisor.max_iterations`, or empty for the file as a whole. */
  key: string;
  fault: ConfigFault;
  /** One of a list: the others count, and there is no default for it. */
  leftOut?: true;
}

/** What `ccc.json` says. */
export interface Config {
  /** What it was read from; undefined if there is no file. */
  text: string | undefined;
  /** As parsed; empty if it could not be. `launchConfigOf` reads the rest of it. */
  file: unknown;
  /** Complete: the default stands where a value is missing or wrong. */
  supervisor: SupervisorConfig;
  /** The keys of `supervisor` that are in the file, those with a wrong value included. */
  sets: (keyof SupervisorConfig)[];
  /** Where a default is used in place of what is written. */
  problems: ConfigProblem[];
}

/** What holds where there is no file. */
export const NO_CONFIG: Config = {
  text: undefined,
  file: {},
  supervisor: NO_SUPERVISOR_SECTION.supervisor,
  sets: [],
  problems: [],
};

/** Reads `ccc.json`. Never throws: the hook uses defaults for what is wrong. A launch calls `launchConfigOf`. */
export async function readConfig(path: string): Promise<Config> {
  let text: string | undefined;
  try {
    text = readTextIfExists(path);
  } catch (error) {
    const problem: ConfigProblem = { key: '', fault: { code: 'unreadable', error: errorCode(error) ?? String(error) } };
    return { ...NO_CONFIG, problems: [problem] };
  }
  return parseConfig(text);
}

/** Parses the text of a `ccc.json`, and validates what the hook needs. */
export async function parseConfig(text: string | undefined): Promise<Config> {
  if (text === undefined) return NO_CONFIG;
  const parsed = await parseJsonc(text);
  if (parsed.error !== undefined) {
    const { code, ...place } = parsed.error;
    const problem: ConfigProblem = { key: '', ...place, fault: { code: 'syntax', error: code } };
    return { ...NO_CONFIG, text, problems: [problem] };
  }
  const { supervisor, sets, faults } = supervisorOf(parsed.value);
  return { text, file: parsed.value, supervisor, sets, problems: await located(faults, text) };
}

/** With the places in the text. */
export async function located(faults: FaultAt[], text: string): Promise<ConfigProblem[]> {
  if (faults.length === 0) return [];
  const places = await positionsOf(
    text,
    faults.map(({ path }) => path),
  );
  return faults.map(({ path, ...fault }, i) => ({ key: path.join('.'), ...places[i], ...fault }));
}

/** A problem as programs and logs get it: in English, and with the keys it has always had. */
export const problemFields = ({ key, line, column, fault, leftOut }: ConfigProblem) => ({
  key,
  ...(line === undefined ? {} : { line, column }),
  fix: configFaultText.en(fault),
  ...(leftOut ? { leftOut } : {}),
});
