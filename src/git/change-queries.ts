import { type Dirent, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';
import { FileHashes } from './file-hashes.ts';
import type { GitResult } from './git.ts';
import type { GitReader } from './git-reader.ts';
import { INDEX_ENTRY, NOT_ENTERED, nulSeparated } from './listing.ts';

export interface ChangedFile {
  path: string;
  how: 'added' | 'modified' | 'deleted' | 'renamed';
  from?: string;
}

/** The files that one question to git lists. */
export interface QueryResult {
  files: ChangedFile[];
  /** There may be more. */
  truncated: boolean;
  failed: boolean;
}

export interface ChangeQuery {
  root: string;
  /** The tree that is compared with. */
  tree: string;
  since: Date | undefined;
  /** The folder is a copy whose mtimes were restored: its ctimes only say when it was copied. */
  isCopy: boolean;
  reader: GitReader;
}

export const NO_FILES: QueryResult = { files: [], truncated: false, failed: false };

/** For `git diff`: no driver and no conversion of the repository is run. */
export const SAFE_DIFF = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '-M',
];

/** Each file costs a system call. */
const MAX_CHECKED_FILES = 20_000;
/** A longer list of names comes from a repository that has just been unpacked. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The kernel's clock for files may be this much behind ours. */
export const CLOCK_STEP_MS = 20;

const runGit = ({ reader, root }: ChangeQuery, ...args: string[]) => reader.git(root, args, { maxBytes: MAX_BYTES });
const gitFailed = ({ code, truncated }: GitResult): boolean => code !== 0 && !truncated;

/** Tracked files whose content differs from the tree's. */
export async function differingFiles(query: ChangeQuery): Promise<QueryResult> {
  const result = await runGit(query, 'diff', ...SAFE_DIFF, '--name-status', '-z', query.tree, '--');
  // An object is missing, or there was no time: then at least what the times of files show.
  if (gitFailed(result)) return { ...(await filesChangedSince(query)), failed: true };
  return { files: parseNameStatus(nulSeparated(result)), truncated: result.truncated, failed: false };
}

export async function committedFiles(query: ChangeQuery): Promise<QueryResult> {
  const result = await runGit(query, 'diff-tree', '-r', '-z', '--name-only', '--no-renames', query.tree, 'HEAD', '--');
  return listedFiles(result, 'modified');
}

/** The rules of the repository's own `.gitignore` files count, and those of the user; nobody sees the others. */
export async function untrackedFiles(query: ChangeQuery): Promise<QueryResult> {
  const rules = ['--exclude-per-directory=.gitignore', ...(await userRules(query))];
  const [listed, ignored] = await Promise.all([
    runGit(query, 'ls-files', '-z', '--others', ...rules),
    newlyIgnored(query),
  ]);
  const { files: found, ...rest } = listedFiles(listed, 'added');
  const files = [...found, ...ignored].flatMap((file) => (file.path.endsWith('/') ? filesIn(query, file) : [file]));
  return {
    ...rest,
    files: files.slice(0, MAX_CHECKED_FILES),
    truncated: rest.truncated || files.length > MAX_CHECKED_FILES,
  };
}

/** `core.excludesFile` of the user's own configuration; a repository may name another one. */
async function userRules({ reader, root }: ChangeQuery): Promise<string[]> {
  const named = await reader.git(root, ['config', '--global', '--type=path', '--get', 'core.excludesFile']);
  const { XDG_CONFIG_HOME: config, HOME: home = '' } = reader.env;
  const path =
    named.code === 0 ? named.stdout.toString('utf8').trim() : join(config || join(home, '.config'), 'git/ignore');
  return existsSync(path) ? [`--exclude-from=${path}`] : [];
}

const MAX_NEW_RULES = 100;
/** What programs write is ignored for good reason. */
const WRITTEN_BY_PROGRAMS =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|vendor|\.?venv|__pycache__|\.\w+)\/|\.(?:log|pyc|o|class|tmp|swp)$/;

/** Files that only a rule hides which the top `.gitignore` did not have before. */
async function newlyIgnored(query: ChangeQuery): Promise<ChangedFile[]> {
  const now = readRegular(join(query.root, '.gitignore'), { maxBytes: MAX_RULE_BYTES })?.bytes.toString('utf8');
  if (now === undefined) return [];
  const before = await runGit(query, 'cat-file', 'blob', `${query.tree}:.gitignore`);
  const known = new Set((before.code === 0 ? before.stdout.toString('utf8') : '').split(/\r?\n/));
  const added = now.split(/\r?\n/).filter((rule) => /^[^#!\s]/.test(rule) && !known.has(rule));
  if (added.length === 0) return [];
  const rules = added.slice(0, MAX_NEW_RULES).map((rule) => `--exclude=${rule}`);
  const { files } = listedFiles(await runGit(query, 'ls-files', '-z', '--others', '--ignored', ...rules), 'added');
  return files.filter(({ path }) => !WRITTEN_BY_PROGRAMS.test(path)).slice(0, MAX_CHECKED_FILES);
}

const MAX_RULE_BYTES = 256 * 1024;
const MAX_NESTED_FILES = 2_000;

/** The files of a repository inside this one, of which git lists only the folder. */
function filesIn({ root }: ChangeQuery, { path: top }: ChangedFile): ChangedFile[] {
  const files: ChangedFile[] = [];
  for (const folders = [top]; folders.length > 0 && files.length < MAX_NESTED_FILES; ) {
    const folder = folders.pop() as string;
    for (const entry of entriesIn(join(root, folder))) {
      if (NOT_ENTERED.has(entry.name)) continue;
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else files.push({ path: `${folder}${entry.name}`, how: 'added' });
    }
  }
  return files;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const listedFiles = (result: GitResult, how: ChangedFile['how']): QueryResult => ({
  files: nulSeparated(result).map((path) => ({ path, how })),
  truncated: result.truncated,
  failed: gitFailed(result),
});

/** Without comparing contents: what was committed and staged, and what was written since. */
export async function filesChangedSince(query: ChangeQuery): Promise<QueryResult> {
  const { root, since, tree } = query;
  const [staged, tracked] = await Promise.all([
    runGit(query, 'diff-index', '--cached', '-M', '--name-status', '-z', tree, '--'),
    runGit(query, 'ls-files', '-z'),
  ]);
  const files = parseNameStatus(nulSeparated(staged));
  const known = new Set(files.map(({ path }) => path));
  const all = since === undefined ? [] : nulSeparated(tracked);
  for (const path of all.slice(0, MAX_CHECKED_FILES)) {
    if (known.has(path)) continue;
    const at = changedAt(join(root, path));
    if (at === undefined) files.push({ path, how: 'deleted' });
    else if (since && at + CLOCK_STEP_MS >= since.getTime()) files.push({ path, how: 'modified' });
  }
  return {
    files,
    truncated: staged.truncated || tracked.truncated || all.length > MAX_CHECKED_FILES,
    failed: gitFailed(staged) || gitFailed(tracked),
  };
}

/** Changed files that the index tells git to assume unchanged. */
export async function assumeUnchanged({ root, reader }: ChangeQuery): Promise<QueryResult> {
  const result = await reader.git(root, ['ls-files', '-s', '-v', '-z']);
  const marked = nulSeparated(result).filter((entry) => /^[a-zS] (?!160000)/.test(entry));
  const hashes = new FileHashes();
  const files = marked.slice(0, MAX_CHECKED_FILES).flatMap((entry): ChangedFile[] => {
    const [, flag, mode, id, , path] = INDEX_ENTRY.exec(entry) ?? [];
    if (path === undefined || id === undefined || reader.isTimeUp()) return [];
    const now = hashes.of(join(root, path), id.length === 64 ? 'sha256' : 'sha1');
    if (now === `${mode}:${id}`) return [];
    if (now !== undefined) return [{ path, how: 'modified' }];
    // In a sparse checkout files are missing on purpose.
    return flag === 'h' ? [{ path, how: 'deleted' }] : [];
  });
  const truncated = result.truncated || marked.length > MAX_CHECKED_FILES || !hashes.complete || reader.late;
  return { files, truncated, failed: result.code !== 0 && !result.truncated };
}

/** `M\0path`, `R100\0old\0new`, … */
function parseNameStatus(fields: string[]): ChangedFile[] {
  const files: ChangedFile[] = [];
  for (let i = 0; i < fields.length; i++) {
    const status = fields[i]?.[0];
    const path = fields[++i];
    if (path === undefined) break;
    if (status === 'R' || status === 'C') {
      const to = fields[++i];
      if (to !== undefined)
        files.push(status === 'R' ? { path: to, how: 'renamed', from: path } : { path: to, how: 'added' });
    } else files.push({ path, how: status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified' });
  }
  return files;
}

/**
 * Whether a file was changed after the moment. Its ctime counts too, because a move keeps the mtime. For a file that is
 * gone, its folder tells; in a copy nothing does.
 */
export function isChangedSince({ root, since, isCopy }: ChangeQuery, { path }: ChangedFile): boolean {
  if (since === undefined) return true;
  if (isCopy) return (statOf(join(root, path))?.mtimeMs ?? Number.POSITIVE_INFINITY) >= since.getTime();
  const at = changedAt(join(root, path)) ?? changedAt(dirname(join(root, path)));
  return at === undefined || at + CLOCK_STEP_MS >= since.getTime();
}

/** The later of mtime and ctime, in milliseconds; undefined if it is gone. */
function changedAt(path: string): number | undefined {
  const stat = statOf(path);
  return stat && Math.max(stat.mtimeMs, stat.ctimeMs);
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
