import { type Config, type ConfigProblem, launchConfigOf, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig } from '../config/launch-config.ts';
import { configFix } from '../i18n/config-problems.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import type { Language } from '../i18n/language.ts';
import { isUserError } from '../platform/user-error.ts';
import { type Finding, note, problem, warning } from './finding.ts';

export interface ConfigCheck {
  findings: Finding[];
  config: Config;
  /** Undefined if a launch would refuse to start. */
  launch: LaunchConfig | undefined;
}

/** `ccc.json`, as the hook and as a launch read it. */
export async function checkConfig(path: string, env: Env): Promise<ConfigCheck> {
  const messages = settingsMessages[env.language];
  const config = await readConfig(path);
  const findings: Finding[] = [];
  let launch: LaunchConfig | undefined;
  try {
    launch = launchConfigOf(config, path, env.language);
  } catch (error) {
    if (!isUserError(error)) throw error;
    findings.push(problem('settings.ccc_json', error.message, error.fix));
  }
  for (const found of config.problems) {
    // What is wrong with the whole file keeps a launch from starting too, and is there already; except an empty file.
    if (found.key !== '') findings.push(problemFinding('settings.ccc_json', found, path, env.language));
    else if (launch) findings.push(note('settings.ccc_json', messages.emptyConfig(path), messages.emptyConfigFix));
  }
  return { findings, config, launch };
}

export function problemFinding(
  check: Finding['check'],
  { key, line, column, fault, leftOut }: ConfigProblem,
  path: string,
  language: Language,
): Finding {
  const messages = settingsMessages[language];
  const place = line === undefined ? path : `${path}:${line}:${column}`;
  const what = leftOut ? messages.leftOut(place, key) : messages.defaultUsed(place, key);
  return warning(check, what, configFix[language](fault));
}
