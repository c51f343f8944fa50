import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Variables } from '../../config/env.ts';
import { type Changes, changesSince } from '../../git/changes.ts';
import { GitReader } from '../../git/git-reader.ts';
import { nulSeparated, walkListing } from '../../git/listing.ts';
import { realPath } from '../../platform/folders.ts';
import { readRegular } from '../../platform/regular-file.ts';
import { CASE_FILE, type StoredFile, type StoredFiles, TRANSCRIPT } from '../read-case.ts';
import { type CommitInfo, commitsSince, contentsOf, treeOf } from './git-trees.ts';
import { isSecretFile } from './secret-files.ts';

/** A commit of the session with its files. */
export interface CopiedCommit extends CommitInfo {
  files: StoredFiles;
}

/** A repository as a case needs it. */
export interface Snapshot {
  /** The top of the work tree. */
  root: string;
  files: ReadonlyMap<string, WorkTreeFile>;
  isGit: boolean;
  /** What was committed before the session; undefined: nothing. */
  base: StoredFiles | undefined;
  /** What the session has committed, the oldest first. */
  commits: CopiedCommit[];
  leftOut: LeftOut;
  /** False: git could not tell everything. */
  complete: boolean;
  /** The texts of files that may hold credentials: what is in them is removed elsewhere. */
  secretTexts: string[];
}

export interface WorkTreeFile extends StoredFile {
  time: Date;
}

export interface LeftOut {
  /** May hold credentials. */
  secret: string[];
  /** Links, and what is too large. */
  unusable: string[];
  /** The session does not name them, and the repository is too large to be copied whole. */
  unrelated: number;
}

/** Of a larger repository only what the session changed or names is copied. */
const WHOLE_FILES = 400;
const WHOLE_BYTES = 2 * 1024 * 1024;
const MAX_FILE_BYTES = 512 * 1024;
/** The last ones: each has all of its files, so what is left out before them only has no step of its own. */
const MAX_COMMITS = 50;

interface SnapshotOptions {
  since: Date | undefined;
  /** Which files the session names, by their full paths. */
  isNamed(path: string): boolean;
  /** Which files are no part of the project, by their full paths. */
  isExcluded(path: string): boolean;
  signal: AbortSignal | undefined;
}

/** Reads a repository without running or writing anything. */
export async function snapshotOf(
  folder: string,
  env: Variables,
  { since, isNamed, isExcluded, signal }: SnapshotOptions,
): Promise<Snapshot> {
  const reader = new GitReader(env, { signal });
  const changes = await changesSince(folder, since, env, { signal });
  const root = realPath(changes?.root ?? folder);
  const listed = await pathsIn(root, changes, reader);
  const isOfCase = inFolders(caseFolders(listed));
  const isPart = (path: string) => !isExcluded(join(root, path)) && !isOfCase(path);
  const present = listed.filter(isPart);
  const isPresent = new Set(present);
  const { base = null } = changes ?? {};
  const committed = base === null ? [] : await treeOf(root, base, reader);
  const all = [
    ...present.map((path) => ({ path, bytes: sizeOf(join(root, path)) })),
    ...committed.filter(({ path }) => !isPresent.has(path) && isPart(path)),
  ];
  const { isTaken, leftOut } = select(all, changes, (path) => isNamed(join(root, path)));
  const contents = async (commit: string) =>
    contentsOf(
      root,
      (await treeOf(root, commit, reader)).filter(
        ({ path, bytes }) => isPart(path) && isTaken(path) && bytes <= MAX_FILE_BYTES,
      ),
      reader,
    );
  const commits = changes ? (await commitsSince(root, base, reader)).slice(-MAX_COMMITS) : [];
  return {
    root,
    files: new Map(present.filter(isTaken).flatMap((path) => readFile(root, path))),
    isGit: changes !== undefined,
    base: base === null ? undefined : await contents(base),
    commits: await Promise.all(commits.map(async (commit) => ({ ...commit, files: await contents(commit.id) }))),
    leftOut,
    complete: !reader.late && changes?.failed !== true,
    secretTexts: leftOut.secret.flatMap(
      (path) => readRegular(join(root, path), { maxBytes: MAX_FILE_BYTES })?.bytes.toString('utf8') ?? [],
    ),
  };
}

/** Folders of earlier cases, wherever they are kept: they tell label and reason. */
function caseFolders(paths: readonly string[]): string[] {
  const known = new Set(paths);
  return paths.flatMap((path) => {
    const folder = dirname(path);
    return basename(path) === CASE_FILE && known.has(join(folder, TRANSCRIPT)) ? [folder] : [];
  });
}

const inFolders =
  (folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));

/** Tracked files, and others that are not ignored; outside of git every file. Some may be gone. */
async function pathsIn(root: string, changes: Changes | undefined, reader: GitReader): Promise<string[]> {
  if (!changes) return [...(await walkListing(root, reader)).others].sort();
  const listed = await reader.git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return [...new Set(nulSeparated(listed))].filter((path) => !path.endsWith('/')).sort();
}

interface SizedPath {
  path: string;
  /** Undefined: not a regular file. */
  bytes: number | undefined;
}

/** The same choice for every commit and for the work tree: what is missing in one of them would seem to be deleted. */
function select(all: readonly SizedPath[], changes: Changes | undefined, isNamed: (path: string) => boolean) {
  const leftOut: LeftOut = { secret: [], unusable: [], unrelated: 0 };
  const usable: SizedPath[] = [];
  for (const file of all) {
    if (isSecretFile(file.path)) leftOut.secret.push(file.path);
    else if (file.bytes === undefined || file.bytes > MAX_FILE_BYTES) leftOut.unusable.push(file.path);
    else usable.push(file);
  }
  const bytes = usable.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const isWhole = usable.length <= WHOLE_FILES && bytes <= WHOLE_BYTES;
  const changed = new Set((changes?.files ?? []).flatMap(({ path, from }) => [path, from ?? path]));
  const isRelated = (path: string) => isWhole || !path.includes('/') || changed.has(path) || isNamed(path);
  const taken = new Set(usable.map(({ path }) => path).filter(isRelated));
  leftOut.unrelated = usable.length - taken.size;
  // A file that only commits in between have is one that the session made and removed again.
  const known = new Set(all.map(({ path }) => path));
  const isTaken = (path: string) => (known.has(path) ? taken.has(path) : !isSecretFile(path));
  return { isTaken, leftOut };
}

/** Zero for a file that is gone. */
function sizeOf(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  return stat.isFile() ? stat.size : undefined;
}

function readFile(root: string, path: string): [string, WorkTreeFile][] {
  const full = join(root, path);
  const content = readRegular(full, { maxBytes: MAX_FILE_BYTES });
  if (content === undefined) return [];
  const { mtime, mode } = lstatSync(full);
  return [[path, { bytes: content.bytes, executable: (mode & 0o100) !== 0, time: mtime }]];
}
