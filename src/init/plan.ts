import { delimiter, isAbsolute, join } from 'node:path';
import type { Check } from '../checks/check.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { initMessages } from '../i18n/init.ts';
import { trustMessages } from '../i18n/trust.ts';
import { realFolder } from '../platform/folders.ts';
import { isProgram } from '../platform/program-file.ts';
import { parseShellLine, withoutAssignments } from '../platform/shell.ts';
import { UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { CONFIG_FILE, isUsersOwn, topOf } from '../trust/locate.ts';
import { problemLine } from '../trust/report.ts';
import { type RepositoryFiles, repositoryFilesIn } from '../trust/repository-files.ts';
import { matchingRecord, readTrustStore, trustRecordsFor } from '../trust/trust-store.ts';
import type { Note } from './detection.ts';
import { isBlank, type PlannedFile, plannedFile } from './planned-file.ts';
import { type Proposal, propose } from './propose.ts';
import { scanFolder } from './scan.ts';

/** What `ccc init` would do in a repository. */
export interface InitPlan {
  root: string;
  path: string;
  /** As they are now. */
  files: RepositoryFiles | undefined;
  proposal: Proposal;
  file: PlannedFile;
  notes: Note[];
  /** Whether there is anything to write. */
  mustWrite: boolean;
  /** Whether the user's own file says how feedback reaches the agent. */
  hasChosenFeedback: boolean;
  /** Whether init may also trust the result: not if there is something that the user has not trusted yet. */
  mayTrust: boolean;
}

export async function planInit(folder: string, paths: Paths, env: Env): Promise<InitPlan> {
  const messages = initMessages[env.language];
  const trust = trustMessages[env.language];
  const real = realFolder(folder);
  if (real === undefined)
    throw new UserError(trust.noFolder(visibleLine(folder)), trust.noFolderFix, { code: 'no-such-folder' });
  const root = topOf(real);
  const path = join(root, CONFIG_FILE);
  if (isUsersOwn(join(root, '.claude'), env) || isUsersOwn(path, env))
    throw new UserError(messages.ownFile(visibleLine(path)), messages.ownFileFix, { code: 'own-configuration' });
  const files = repositoryFilesIn(root, env);
  const unusable = files?.unusable.find(({ file }) => file === CONFIG_FILE);
  if (unusable)
    throw new UserError(
      trust.unusableFile[unusable.why](unusable.file, visibleLine(unusable.detail)),
      messages.invalidFix,
      { code: 'config-unusable' },
    );
  const proposal = propose(scanFolder(root));
  const file = await plannedFile(files?.config?.text, proposal);
  if ('problems' in file) {
    const lines = file.problems.map((problem) => problemLine(problem, visibleLine(path), env.language));
    throw new UserError(lines.join('\n'), messages.invalidFix, { code: 'config-invalid' });
  }
  const missing = missingPrograms(
    file.checks.map(({ check }) => check),
    env.path,
  );
  return {
    ...{ root, path, files, proposal, file },
    notes: [
      ...proposal.notes,
      ...file.otherCommands.map(({ name, run }) => ({ kind: 'other-command' as const, name, run })),
      ...missing,
    ],
    mustWrite: file.after !== (file.before ?? ''),
    hasChosenFeedback: (await readConfig(paths.configFile)).keysInFile.includes('feedback'),
    mayTrust: isTrustedOrEmpty(files, paths),
  };
}

function isTrustedOrEmpty(files: RepositoryFiles | undefined, paths: Paths): boolean {
  if (files === undefined) return true;
  if (matchingRecord(trustRecordsFor(readTrustStore(paths), files.root), files)) return true;
  return isBlank(files.config?.text) && files.prompt === undefined && files.unusable.length === 0;
}

/** Programs that these checks start and that are not on PATH. Nothing is run. */
export function missingPrograms(checks: Pick<Check, 'run'>[], path: string): Note[] {
  const folders = path.split(delimiter).filter(isAbsolute);
  const programs = new Set(checks.flatMap(({ run }) => programsOf(run)));
  return [...programs]
    .filter((program) => !folders.some((folder) => isProgram(join(folder, program))))
    .map((program) => ({ kind: 'no-program', program }));
}

/** Without those that are named by a path: they come with the repository. */
const programsOf = (run: string) =>
  parseShellLine(run)
    .flatMap(({ programs }) => programs.map((words) => withoutAssignments(words)[0] ?? ''))
    .filter((program) => program !== '' && !program.includes('/'));
