import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { git, type Said } from './git.ts';
import { gitNamesPrograms } from './git-programs.ts';
import { type LogLine, logLines } from './head-log.ts';

export interface Changed {
  path: string;
  how: 'added' | 'modified' | 'deleted' | 'renamed';
  from?: string;
}

/** What git says has changed since a moment. Paths are relative to `root`. */
export interface Changes {
  /** What HEAD was at that moment; null: nothing had been committed yet. */
  base: string | null;
  files: Changed[];
  /** More files than were listed. */
  cut: boolean;
  /** The top of the work tree: an absolute path. */
  root: string;
  /** The repository names programs that comparing contents would run. Files that were touched are listed as modified. */
  contentUnread: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const MOST_FILES = 2_000;
/** Each of these costs a call to the system. */
const MOST_LOOKED_AT = 20_000;
/** A list of names; far beyond `MOST_FILES` it is a repository that somebody has just unpacked. */
const MOST_BYTES = 4 * 1024 * 1024;
/** The kernel's clock for files may be this much behind ours. */
const CLOCK_STEP_MS = 20;

/** Nothing here may run a program of the repository's: no hook when an index is refreshed, no driver, no conversion. */
export const LOOK = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false', '--literal-pathspecs'];
export const COMPARE = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '-M',
];

/**
 * Undefined: no git repository, or no git. Without a moment: what is not committed. A change that is not committed and
 * older than the moment was there before, and is left out.
 */
export async function changesSince(folder: string, since: Date | undefined, env: Env): Promise<Changes | undefined> {
  const root = await rootOf(folder, env);
  if (root === undefined) return undefined;
  const [base, contentUnread] = await Promise.all([baseCommit(root, since, env), gitNamesPrograms(root, env)]);
  const untrackedNames = ['ls-files', '-z', '--others', '--exclude-standard'];
  const [tracked, untracked, committed] = await Promise.all([
    contentUnread ? touched(root, base, since, env) : compared(root, base, since, env),
    git(root, [...LOOK, ...untrackedNames], env, { maxBytes: MOST_BYTES }),
    since === undefined ? new Set<string>() : committedSince(root, base, env),
  ]);
  const all = [
    ...tracked.files.filter(
      ({ path, from }) =>
        committed.has(path) || (from !== undefined && committed.has(from)) || isNew(root, path, since),
    ),
    ...names(untracked.stdout)
      .slice(0, MOST_LOOKED_AT)
      .map((path): Changed => ({ path, how: 'added' }))
      .filter(({ path }) => isNew(root, path, since)),
  ];
  const files = all.slice(0, MOST_FILES);
  return { base, files, cut: files.length < all.length || tracked.cut || isPart(untracked), root, contentUnread };
}

async function rootOf(folder: string, env: Env): Promise<string | undefined> {
  const { code, stdout } = await git(folder, [...LOOK, 'rev-parse', '--show-toplevel'], env);
  const root = stdout.toString('utf8').replace(/\n$/, '');
  return code === 0 && root !== '' ? root : undefined;
}

/** What HEAD was then: the log that git keeps of it knows, also in a work tree of its own and after an amend. */
async function baseCommit(root: string, since: Date | undefined, env: Env): Promise<string | null> {
  const [head, { stdout }] = await Promise.all([
    git(root, [...LOOK, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], env),
    git(root, [...LOOK, 'rev-parse', '--git-path', 'logs/HEAD'], env),
  ]);
  const now = head.code === 0 ? head.stdout.toString('utf8').trim() : null;
  if (since === undefined) return now;
  const log = logLines(resolve(root, stdout.toString('utf8').replace(/\n$/, '')));
  if (log.length === 0) return now;
  const then = log.findLast(({ seconds }) => seconds * 1000 <= since.getTime());
  const id = then?.to ?? beginning(log[0] as LogLine);
  if (/^0+$/.test(id)) return null;
  if (id === now) return now;
  // What was thrown away and collected cannot be compared with.
  const known = await git(root, [...LOOK, 'cat-file', '-e', `${id}^{commit}`], env);
  return known.code === 0 ? id : now;
}

/** Before the first commit there was nothing. What was cloned, or checked out beside another, was made elsewhere. */
const beginning = ({ from, to, what }: LogLine): string =>
  /^0+$/.test(from) && !what.startsWith('commit') ? to : from;

/** The tree with nothing in it: what a repository without a commit is compared with. */
export async function treeOf(root: string, base: string | null, env: Env): Promise<string> {
  if (base !== null) return base;
  const { stdout } = await git(root, [...LOOK, 'hash-object', '-t', 'tree', '--stdin'], env, { input: '' });
  return stdout.toString('utf8').trim();
}

interface Listing {
  files: Changed[];
  cut: boolean;
}

async function compared(root: string, base: string | null, since: Date | undefined, env: Env): Promise<Listing> {
  const tree = await treeOf(root, base, env);
  const said = await git(root, [...LOOK, 'diff', ...COMPARE, '--name-status', '-z', tree, '--'], env, {
    maxBytes: MOST_BYTES,
  });
  // An object is missing, or there was no time: then at least what was touched.
  if (said.code !== 0 && !said.cut) return { ...(await touched(root, base, since, env)), cut: true };
  return { files: changedIn(names(said.stdout)), cut: said.cut };
}

async function committedSince(root: string, base: string | null, env: Env): Promise<Set<string>> {
  const tree = await treeOf(root, base, env);
  const { stdout } = await git(
    root,
    [...LOOK, 'diff-tree', '-r', '-z', '--name-only', '--no-renames', tree, 'HEAD', '--'],
    env,
    { maxBytes: MOST_BYTES },
  );
  return new Set(names(stdout));
}

/** Without comparing contents: what was committed and staged, and what was touched. */
async function touched(root: string, base: string | null, since: Date | undefined, env: Env): Promise<Listing> {
  const tree = await treeOf(root, base, env);
  const staged = await git(root, [...LOOK, 'diff-index', '--cached', '-M', '--name-status', '-z', tree, '--'], env, {
    maxBytes: MOST_BYTES,
  });
  const files = changedIn(names(staged.stdout));
  const known = new Set(files.map(({ path }) => path));
  const listed = await git(root, [...LOOK, 'ls-files', '-z'], env, { maxBytes: MOST_BYTES });
  for (const path of since === undefined ? [] : names(listed.stdout).slice(0, MOST_LOOKED_AT)) {
    if (known.has(path)) continue;
    const seen = changedAt(join(root, path));
    if (seen === undefined) files.push({ path, how: 'deleted' });
    else if (since && seen + CLOCK_STEP_MS >= since.getTime()) files.push({ path, how: 'modified' });
  }
  return { files, cut: isPart(staged) || isPart(listed) };
}

/** It had more to say than there was room or time for, or could not say all of it: an object may be missing. */
export const isPart = ({ code, cut }: Said): boolean => cut || code !== 0;

/** `M\0path`, `R100\0old\0new`, … */
function changedIn(fields: string[]): Changed[] {
  const files: Changed[] = [];
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

/** A list of names; what follows the last end is half a name. */
const names = (output: Buffer): string[] => output.toString('utf8').split('\0').slice(0, -1);

/**
 * Whether a file was changed after the moment. By the time its entry was changed, because moving it keeps the time of its
 * content. For one that is gone, its folder tells.
 */
function isNew(root: string, path: string, since: Date | undefined): boolean {
  if (since === undefined) return true;
  const seen = changedAt(join(root, path)) ?? changedAt(dirname(join(root, path)));
  return seen === undefined || seen + CLOCK_STEP_MS >= since.getTime();
}

/** Milliseconds; undefined if it is gone. */
function changedAt(path: string): number | undefined {
  try {
    const { mtimeMs, ctimeMs } = lstatSync(path);
    return Math.max(mtimeMs, ctimeMs);
  } catch {
    return undefined;
  }
}
