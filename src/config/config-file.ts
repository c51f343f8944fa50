import type { ProblemCause } from '../i18n/config-problems.ts';
import { duplicateKeys, type Position, parseJsonc, positionsOf } from '../platform/json/parse.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';
import type { SchemaProblem } from './schema-reader.ts';
import {
  NO_SUPERVISOR_SECTION,
  type OnUnknownItemKey,
  type SupervisorConfig,
  supervisorOf,
} from './supervisor-config.ts';

/** Something in `ccc.json` that cannot be used, where it is, and why. */
export interface ConfigProblem extends Partial<Position> {
  /** `supervisor.max_iterations`, or empty for the file as a whole. */
  key: string;
  cause: ProblemCause;
  /** What `key` names is skipped, an item of a list or a key of one, and the rest of the list is used. */
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
  keysInFile: (keyof SupervisorConfig)[];
  /**
   * For each of these the default is used, or nothing, and not what is in the file; of a key that is there twice, the
   * last.
   */
  problems: ConfigProblem[];
}

/** The configuration without a file: every default. */
export const NO_CONFIG: Config = {
  text: undefined,
  file: {},
  supervisor: NO_SUPERVISOR_SECTION.supervisor,
  keysInFile: [],
  problems: [],
};

/** Why nothing of the file is known, if so: the defaults in its place are not what the user asked for. */
export const unparsedIn = ({ problems }: Config): ConfigProblem | undefined =>
  problems.find(({ cause }) => cause.code === 'unreadable' || cause.code === 'syntax');

/** Reads `ccc.json`. Never throws: the hook uses defaults for what is wrong. A launch calls `launchConfigOf`. */
export async function readConfig(path: string): Promise<Config> {
  let text: string | undefined;
  try {
    text = readTextIfExists(path);
  } catch (error) {
    const problem: ConfigProblem = { key: '', cause: { code: 'unreadable', error: errorCode(error) ?? String(error) } };
    return { ...NO_CONFIG, problems: [problem] };
  }
  return parseConfig(text);
}

/** Parses the text of a `ccc.json`, and validates what the hook needs. */
export async function parseConfig(text: string | undefined, onUnknownItemKey?: OnUnknownItemKey): Promise<Config> {
  if (text === undefined) return NO_CONFIG;
  if (isBlank(text)) return { ...NO_CONFIG, text, problems: [{ key: '', cause: { code: 'empty-file' } }] };
  const parsed = await parseJsonc(text);
  if (parsed.error !== undefined) {
    const { code, ...place } = parsed.error;
    const problem: ConfigProblem = { key: '', ...place, cause: { code: 'syntax', error: code } };
    return { ...NO_CONFIG, text, problems: [problem] };
  }
  const { supervisor, keysInFile, problems } = supervisorOf(parsed.value, onUnknownItemKey);
  const twice = (await duplicateKeys(text, parsed.value)).map(
    ({ path, ...place }): ConfigProblem => ({ key: path.join('.'), ...place, cause: { code: 'duplicate-key' } }),
  );
  const located = await locateProblems(problems, text);
  return { text, file: parsed.value, supervisor, keysInFile, problems: [...twice, ...located] };
}

const isBlank = (text: string) => text.replace('\uFEFF', '').trim() === '';

/** Adds the line and column of each problem in `text`. */
export async function locateProblems(problems: SchemaProblem[], text: string): Promise<ConfigProblem[]> {
  if (problems.length === 0) return [];
  const places = await positionsOf(
    text,
    problems.map(({ path }) => path),
  );
  return problems.map(({ path, ...problem }, i) => ({ key: path.join('.'), ...places[i], ...problem }));
}
