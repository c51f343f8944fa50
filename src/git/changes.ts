import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assumeUnchanged } from './assume-unchanged.ts';
import { baseCommit, baseTree } from './base-commit.ts';
import { type Changed, changedIn } from './change-list.ts';
import type { GitResult } from './git.ts';
import { gitNamesPrograms } from './git-programs.ts';
import { GitReader, type ReadLimits } from './git-reader.ts';
import { namesIn } from './listing.ts';
import { rootOf } from './root.ts';

export type { Changed } from './change-list.ts';
export { LOOK } from './git-reader.ts';

/** What git says has changed since a moment. Paths are relative to `root`. */
export interface Changes {
  /** What HEAD was at that moment; null: nothing had been committed yet. */
  base: string | null;
  files: Changed[];
  /** There may be more files than were listed; also wherever one of the next two is true. */
  cut: boolean;
  /** Git could not tell, or not all of it: a question was answered with an error, or not at all. */
  failed: boolean;
  /** There was no time for all of it. */
  late: boolean;
  /** The top of the work tree: an absolute path. */
  root: string;
  /** The repository names programs that comparing contents would run. Files that were touched are listed as modified. */
  contentUnread: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

interface Part {
  files: Changed[];
  cut: boolean;
  failed: boolean;
}

const MOST_FILES = 2_000;
/** Each of these costs a call to the system. */
const MOST_LOOKED_AT = 20_000;
/** A list of names; far beyond `MOST_FILES` it is a repository that somebody has just unpacked. */
const MOST_BYTES = 4 * 1024 * 1024;
/** The kernel's clock for files may be this much behind ours. */
const CLOCK_STEP_MS = 20;

/** No driver and no conversion of the repository's is run. */
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
export async function changesSince(
  folder: string,
  since: Date | undefined,
  env: Env,
  bounds?: ReadLimits,
): Promise<Changes | undefined> {
  const looking = new GitReader(env, bounds);
  const top = await rootOf(folder, looking);
  if (top === undefined) return undefined;
  const nothing = { base: null, files: [], cut: true, failed: true, root: folder, contentUnread: false };
  if (top === 'unknown') return { ...nothing, late: looking.late };
  const root = top.path;
  const [from, contentUnread] = await Promise.all([
    baseCommit(root, since, looking),
    gitNamesPrograms(root, env, looking),
  ]);
  const look: Look = { root, tree: await baseTree(root, from.base, looking), since, looking };
  const [tracked, hidden, untracked, committed] = await Promise.all([
    contentUnread ? touched(look) : compared(look),
    contentUnread ? { files: [], cut: false, failed: false } : assumeUnchanged(root, looking),
    untrackedIn(look),
    since === undefined || from.head === null ? { files: [], cut: false, failed: false } : committedSince(look),
  ]);
  const moved = new Set(committed.files.map(({ path }) => path));
  const known = new Set(tracked.files.map(({ path }) => path));
  const all = [
    ...tracked.files.filter(
      (file) => moved.has(file.path) || (file.from !== undefined && moved.has(file.from)) || isNew(look, file),
    ),
    ...[...hidden.files.filter(({ path }) => !known.has(path)), ...untracked.files].filter((file) => isNew(look, file)),
  ];
  const files = all.slice(0, MOST_FILES);
  const parts = [from, tracked, hidden, untracked, committed];
  const failed = parts.some((part) => part.failed);
  const { late } = looking;
  // A moment that is none has nothing after it.
  const isMoment = since === undefined || !Number.isNaN(since.getTime());
  const cut = failed || late || !isMoment || files.length < all.length || parts.some((part) => part.cut);
  return { base: from.base, files, cut, failed, late, root, contentUnread };
}

interface Look {
  root: string;
  /** What is compared with. */
  tree: string;
  since: Date | undefined;
  looking: GitReader;
}

const ask = ({ looking, root }: Look, ...args: string[]) => looking.git(root, args, { maxBytes: MOST_BYTES });
const isFailed = ({ code, cut }: GitResult): boolean => code !== 0 && !cut;

async function compared(look: Look): Promise<Part> {
  const said = await ask(look, 'diff', ...COMPARE, '--name-status', '-z', look.tree, '--');
  // An object is missing, or there was no time: then at least what was touched.
  if (isFailed(said)) return { ...(await touched(look)), failed: true };
  return { files: changedIn(namesIn(said)), cut: said.cut, failed: false };
}

async function committedSince(look: Look): Promise<Part> {
  const said = await ask(look, 'diff-tree', '-r', '-z', '--name-only', '--no-renames', look.tree, 'HEAD', '--');
  return listed(said, 'modified');
}

async function untrackedIn(look: Look): Promise<Part> {
  const { files, ...part } = listed(await ask(look, 'ls-files', '-z', '--others', '--exclude-standard'), 'added');
  return { ...part, files: files.slice(0, MOST_LOOKED_AT), cut: part.cut || files.length > MOST_LOOKED_AT };
}

const listed = (said: GitResult, how: Changed['how']): Part => ({
  files: namesIn(said).map((path) => ({ path, how })),
  cut: said.cut,
  failed: isFailed(said),
});

/** Without comparing contents: what was committed and staged, and what was touched. */
async function touched(look: Look): Promise<Part> {
  const { root, since } = look;
  const [staged, tracked] = await Promise.all([
    ask(look, 'diff-index', '--cached', '-M', '--name-status', '-z', look.tree, '--'),
    ask(look, 'ls-files', '-z'),
  ]);
  const files = changedIn(namesIn(staged));
  const known = new Set(files.map(({ path }) => path));
  const all = since === undefined ? [] : namesIn(tracked);
  for (const path of all.slice(0, MOST_LOOKED_AT)) {
    if (known.has(path)) continue;
    const seen = changedAt(join(root, path));
    if (seen === undefined) files.push({ path, how: 'deleted' });
    else if (since && seen + CLOCK_STEP_MS >= since.getTime()) files.push({ path, how: 'modified' });
  }
  return {
    files,
    cut: staged.cut || tracked.cut || all.length > MOST_LOOKED_AT,
    failed: isFailed(staged) || isFailed(tracked),
  };
}

/**
 * Whether a file was changed after the moment. By the time its entry was changed, because moving it keeps the time of its
 * content. For one that is gone, its folder tells.
 */
function isNew({ root, since }: Look, { path }: Changed): boolean {
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
