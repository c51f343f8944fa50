import type { Env } from '../config/env.ts';
import { type LaunchConfig, readLaunchConfig } from '../config/launch-config.ts';
import { type Config, readConfig } from '../config/supervisor-config.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import { translated } from '../i18n/translated.ts';
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
    launch = await readLaunchConfig(path, env.language);
  } catch (error) {
    if (!isUserError(error)) throw error;
    findings.push(problem('settings.ccc_json', error.message, error.fix));
  }
  for (const { key, line, column, fix, leftOut } of config.problems) {
    // The file as a whole: a launch has said it already, unless it is empty, which a launch takes as nothing.
    if (key === '') {
      if (launch !== undefined)
        findings.push(note('settings.ccc_json', messages.emptyConfig(path), messages.emptyConfigFix));
      continue;
    }
    const place = line === undefined ? path : `${path}:${line}:${column}`;
    const what = leftOut ? messages.leftOut(place, key) : messages.defaultUsed(place, key);
    findings.push(warning('settings.ccc_json', what, messages.configFix(translated(fix, env.language))));
  }
  return { findings, config, launch };
}
