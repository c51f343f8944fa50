import { lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isWithin, realPath } from '../platform/folders.ts';
import { baseCommit, baseTree } from './base-commit.ts';
import {
  assumeUnchanged,
  type ChangedFile,
  type ChangeQuery,
  committedFiles,
  differingFiles,
  filesChangedSince,
  isChangedSince,
  NO_FILES,
  untrackedFiles,
} from './change-queries.ts';
import { gitConfigNamesPrograms } from './git-programs.ts';
import { GitReader, type ReadLimits } from './git-reader.ts';

/** What git says has changed since a moment. Paths are relative to `root`. */
export interface Changes {
  /** What HEAD was at that moment; null: nothing had been committed yet. */
  base: string | null;
  /** What HEAD is now. */
  head: string | null;
  files: ChangedFile[];
  /** There may be more files than are listed; always true if `failed` or `late` is. */
  truncated: boolean;
  /** Git answered a question with an error, or not at all. */
  failed: boolean;
  /** There was not enough time. */
  late: boolean;
  /** The top of the work tree: an absolute path. */
  root: string;
  /**
   * Contents were not compared, because the configuration names programs that this would run. Files that were written since
   * are listed as modified.
   */
  contentUnread: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const MAX_FILES = 2_000;

/**
 * Undefined: no git repository, or no git. Without a moment: what is not committed. Uncommitted changes older than the
 * moment are left out; in a copy with restored times by their mtime alone.
 */
export async function changesSince(
  folder: string,
  since: Date | undefined,
  env: Env,
  limits?: ReadLimits,
  isCopy = false,
): Promise<Changes | undefined> {
  const reader = new GitReader(env, limits);
  const top = await rootOf(folder, reader);
  if (top === undefined) return undefined;
  const nothing = {
    base: null,
    head: null,
    files: [],
    truncated: true,
    failed: true,
    root: folder,
    contentUnread: false,
  };
  if (top === 'unknown') return { ...nothing, late: reader.late };
  const root = top.path;
  const [from, contentUnread] = await Promise.all([
    baseCommit(root, since, reader, isCopy),
    gitConfigNamesPrograms(root, env, reader),
  ]);
  const query: ChangeQuery = { root, tree: await baseTree(root, from.base, reader), since, isCopy, reader };
  const [tracked, hidden, untracked, committed] = await Promise.all([
    contentUnread ? filesChangedSince(query) : differingFiles(query),
    contentUnread ? NO_FILES : assumeUnchanged(query),
    untrackedFiles(query),
    since === undefined || from.head === null ? NO_FILES : committedFiles(query),
  ]);
  const inCommits = new Set(committed.files.map(({ path }) => path));
  const known = new Set(tracked.files.map(({ path }) => path));
  const all = [
    ...tracked.files.filter(
      (file) =>
        inCommits.has(file.path) ||
        (file.from !== undefined && inCommits.has(file.from)) ||
        isChangedSince(query, file),
    ),
    ...[...hidden.files.filter(({ path }) => !known.has(path)), ...untracked.files].filter((file) =>
      isChangedSince(query, file),
    ),
  ];
  const files = all.slice(0, MAX_FILES);
  const results = [from, tracked, hidden, untracked, committed];
  const failed = results.some((result) => result.failed);
  const { late } = reader;
  // No change is later than an invalid date.
  const isValid = since === undefined || !Number.isNaN(since.getTime());
  const truncated =
    failed || late || !isValid || files.length < all.length || results.some((result) => result.truncated);
  return { base: from.base, head: from.head, files, truncated, failed, late, root, contentUnread };
}

/** The top of the work tree. Undefined: no repository, or no git. Unknown: a repository about which git says nothing. */
async function rootOf(folder: string, reader: GitReader): Promise<{ path: string } | 'unknown' | undefined> {
  const { code, late, stdout } = await reader.git(folder, ['rev-parse', '--show-toplevel']);
  if (code === null && !late) return undefined;
  const path = stdout.toString('utf8').replace(/\n$/, '');
  // A setting can put the work tree elsewhere: then git's answers are about other files.
  if (code === 0 && isAbsolute(path) && isWithin(path, realPath(folder))) return { path };
  return isBelowRepository(folder) ? 'unknown' : undefined;
}

function isBelowRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
