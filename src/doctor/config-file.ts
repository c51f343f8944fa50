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
import { compareWithTrusted, isUnusable } from '../trust/compare-with-trusted.ts';
import { refusalLines } from '../trust/report.ts';
import { trustStatusOf } from '../trust/trust-status.ts';
import { type Diagnosis, note, ok, problem, warning } from './diagnosis.ts';

export interface ConfigDiagnosis {
  diagnoses: Diagnosis[];
  config: Config;
  /** Undefined if a launch would refuse to start. */
  launch: LaunchConfig | undefined;
}

/** `ccc.json`, as the hook and as a launch read it. */
export async function diagnoseConfig(path: string, env: Env): Promise<ConfigDiagnosis> {
  const messages = settingsMessages[env.language];
  const config = await readConfig(path);
  const diagnoses: Diagnosis[] = [];
  let launch: LaunchConfig | undefined;
  try {
    launch = await launchConfigOf(config, path, env.language);
  } catch (error) {
    if (!isUserError(error)) throw error;
    diagnoses.push(problem('settings.ccc_json', error.message, error.fix));
  }
  for (const found of config.problems) {
    // What is wrong with the whole file keeps a launch from starting too, and is there already; except an empty file.
    if (found.key !== '') diagnoses.push(diagnosisOfProblem('settings.ccc_json', found, path, env.language));
    else if (launch) diagnoses.push(note('settings.ccc_json', messages.emptyConfig(path), messages.emptyConfigFix));
  }
  return { diagnoses, config, launch };
}

function diagnosisOfProblem(
  id: Diagnosis['id'],
  { key, line, column, cause, leftOut }: ConfigProblem,
  path: string,
  language: Language,
): Diagnosis {
  const messages = settingsMessages[language];
  const place = line === undefined ? path : `${path}:${line}:${column}`;
  const what = leftOut ? messages.ignored(place, key) : messages.defaultUsed(place, key);
  return warning(id, what, configFix[language](cause));
}

/** The repository's own `.claude/ccc.json` and `SUPERVISOR.md`, and whether they are trusted. */
export async function diagnoseRepository(folder: string, paths: Paths, env: Env): Promise<Diagnosis[]> {
  const messages = settingsMessages[env.language];
  const status = await trustStatusOf(folder, paths, env, { recordNotice: false });
  switch (status.kind) {
    case 'nothing':
      return [];
    case 'untrusted':
    case 'changed': {
      if (status.nested !== undefined) {
        const [nested, root] = [quoteForShell(status.nested), quoteForShell(status.root)];
        return [
          warning('settings.repository', messages.repositoryNested(nested, root), messages.repositoryNestedFix(root)),
        ];
      }
      const files = status.files.join(', ');
      if (status.missingFrom !== undefined) {
        const what = messages.repositoryMissing(files, quoteForShell(status.missingFrom));
        return [warning('settings.repository', what, messages.repositoryMissingFix)];
      }
      const fix = await repositoryFix(status.root, paths, env);
      return status.kind === 'changed'
        ? [warning('settings.repository', messages.repositoryChanged(files), fix)]
        : [note('settings.repository', messages.repositoryUntrusted(files), fix)];
    }
    case 'trusted': {
      const { values, problems } = status.config;
      const file = join(status.root, '.claude', 'ccc.json');
      return [
        ok('settings.repository', messages.repositoryTrusted(status.root, values.checks?.length ?? 0)),
        ...problems.map((found) => diagnosisOfProblem('settings.repository', found, file, env.language)),
      ];
    }
  }
}

/** `ccc trust` refuses what cannot be used: that has to be corrected first. */
async function repositoryFix(root: string, paths: Paths, env: Env): Promise<string> {
  const messages = settingsMessages[env.language];
  const comparison = await compareWithTrusted(root, paths, env);
  return comparison && isUnusable(comparison)
    ? messages.repositoryUnusableFix(refusalLines(comparison, env.language), quoteForShell(root))
    : messages.repositoryFix(quoteForShell(root));
}
