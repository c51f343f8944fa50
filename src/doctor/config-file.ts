import { join } from 'node:path';
import { type Config, type ConfigProblem, readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type LaunchConfig, launchConfigOf } from '../config/launch-config.ts';
import type { Paths } from '../config/paths.ts';
import { configFix } from '../i18n/config-problems.ts';
import { settingsMessages } from '../i18n/doctor-settings.ts';
import type { Language } from '../i18n/language.ts';
import { quoteForShell } from '../platform/shell.ts';
import { isUserError } from '../platform/user-error.ts';
import { trustStatusOf } from '../trust/trust-status.ts';
import { type Finding, note, ok, problem, warning } from './diagnosis.ts';

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
    launch = await launchConfigOf(config, path, env.language);
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

function problemFinding(
  check: Finding['check'],
  { key, line, column, fault, leftOut }: ConfigProblem,
  path: string,
  language: Language,
): Finding {
  const messages = settingsMessages[language];
  const place = line === undefined ? path : `${path}:${line}:${column}`;
  const what = leftOut ? messages.ignored(place, key) : messages.defaultUsed(place, key);
  return warning(check, what, configFix[language](fault));
}

/** The repository's own `.claude/ccc.json` and `SUPERVISOR.md`, and whether they are trusted. */
export async function checkRepository(folder: string, paths: Paths, env: Env): Promise<Finding[]> {
  const messages = settingsMessages[env.language];
  const status = await trustStatusOf(folder, paths, env, { remember: false });
  switch (status.kind) {
    case 'nothing':
      return [];
    case 'untrusted':
    case 'changed': {
      const files = status.files.join(', ');
      const fix = messages.repositoryFix(quoteForShell(status.root));
      return status.kind === 'changed'
        ? [warning('settings.repository', messages.repositoryChanged(files), fix)]
        : [note('settings.repository', messages.repositoryUntrusted(files), fix)];
    }
    case 'trusted': {
      const { values, problems } = status.config;
      const file = join(status.root, '.claude', 'ccc.json');
      return [
        ok('settings.repository', messages.repositoryTrusted(status.root, values.checks?.length ?? 0)),
        ...problems.map((found) => problemFinding('settings.repository', found, file, env.language)),
      ];
    }
  }
}
