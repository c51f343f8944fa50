import { configMessages } from '../i18n/config.ts';
import { type ConfigFault, configFaultText, configFix } from '../i18n/config-problems.ts';
import { jsonErrors } from '../i18n/json-errors.ts';
import type { Language } from '../i18n/language.ts';
import { isObject, type Place, parseJsonc, placesOf } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { type LaunchConfig, launchOf, NO_LAUNCH_CONFIG } from './launch-config.ts';
import type { FaultAt } from './schema-reader.ts';
import { NO_SUPERVISOR_SECTION, type SupervisorConfig, supervisorOf } from './supervisor-config.ts';

/** Something in `ccc.json` that cannot be used, where it is, and why. */
export interface ConfigProblem extends Partial<Place> {
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
  /** As parsed; empty if there is nothing to use. */
  file: Record<string, unknown>;
  /** Complete: the default stands where a value is missing or wrong. */
  supervisor: SupervisorConfig;
  /** The keys of `supervisor` that are in the file, those with a wrong value included. */
  sets: (keyof SupervisorConfig)[];
  /** Where a default is used in place of what is written. */
  problems: ConfigProblem[];
  launch: LaunchConfig;
  /** Why nothing can be launched. The hook does not look at these. */
  launchProblems: ConfigProblem[];
}

/** What holds where there is no file. */
export const NO_CONFIG: Config = {
  text: undefined,
  file: {},
  supervisor: NO_SUPERVISOR_SECTION.supervisor,
  sets: [],
  problems: [],
  launch: NO_LAUNCH_CONFIG,
  launchProblems: [],
};

/** Reads `ccc.json`. Never throws: the hook uses defaults for what is wrong, and a launch calls `launchConfigOf`. */
export async function readConfig(path: string): Promise<Config> {
  let text: string | undefined;
  try {
    text = readIfThere(path);
  } catch (error) {
    const problem: ConfigProblem = { key: '', fault: { code: 'unreadable', error: errorCode(error) ?? String(error) } };
    return { ...NO_CONFIG, problems: [problem], launchProblems: [problem] };
  }
  return parseConfig(text);
}

/** Parses and validates the text of a `ccc.json`. */
export async function parseConfig(text: string | undefined): Promise<Config> {
  if (text === undefined) return NO_CONFIG;
  const parsed = await parseJsonc(text);
  if (parsed.error !== undefined) {
    const { code, ...place } = parsed.error;
    const problem: ConfigProblem = { key: '', ...place, fault: { code: 'syntax', error: code } };
    // Somebody has just made an empty file: nothing is configured, and a launch may go on.
    return { ...NO_CONFIG, text, problems: [problem], launchProblems: isBlank(text) ? [] : [problem] };
  }
  const { supervisor, sets, faults } = supervisorOf(parsed.value);
  const { launch, faults: launchFaults } = launchOf(parsed.value);
  return {
    text,
    file: isObject(parsed.value) ? parsed.value : {},
    supervisor,
    sets,
    problems: await located(faults, text),
    launch,
    launchProblems: await located(launchFaults, text),
  };
}

const isBlank = (text: string) => text.replace('\uFEFF', '').trim() === '';

async function located(faults: FaultAt[], text: string): Promise<ConfigProblem[]> {
  if (faults.length === 0) return [];
  const places = await placesOf(
    text,
    faults.map(({ path }) => path),
  );
  return faults.map(({ path, ...fault }, i) => ({ key: path.join('.'), ...places[i], ...fault }));
}

/** The launch part of `ccc.json`, for those who need all of it to be right. */
export const readLaunchConfig = async (path: string, language: Language): Promise<LaunchConfig> =>
  launchConfigOf(await readConfig(path), path, language);

/** Throws the first problem: with a default in its place, a launch could use another provider than the user meant. */
export function launchConfigOf(config: Config, path: string, language: Language): LaunchConfig {
  const [problem] = config.launchProblems;
  if (problem === undefined) return config.launch;
  const messages = configMessages[language];
  const { key, fault, line, column } = problem;
  const place = line === undefined ? path : `${path}:${line}:${column}`;
  switch (fault.code) {
    case 'unreadable':
      throw new UserError(messages.unreadable(path, fault.error), messages.unreadableFix, {
        code: 'config-unreadable',
      });
    case 'syntax':
      throw new UserError(messages.broken(place, jsonErrors[language][fault.error]), messages.brokenFix, {
        code: 'config-broken',
      });
    default:
      throw new UserError(messages.unusable(place, key), configFix[language](fault), { code: 'config-invalid' });
  }
}

/** A problem as programs and logs get it: in English, and with the keys it has always had. */
export const problemFields = ({ key, line, column, fault, leftOut }: ConfigProblem) => ({
  key,
  ...(line === undefined ? {} : { line, column }),
  fix: configFaultText.en(fault),
  ...(leftOut ? { leftOut } : {}),
});
