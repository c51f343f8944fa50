import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realFolder } from '../platform/folders.ts';
import { sha256 } from '../platform/sha256.ts';
import { FileHashes, type HashedFiles } from './file-hashes.ts';
import { GitReader, type ReadLimits } from './git-reader.ts';
import { gitListing, type Listing, walkListing } from './listing.ts';

/** The content of a folder at one moment, without ignored files. Equal content has an equal fingerprint, whatever the times. */
export interface WorkTree {
  /** The real path of the folder. */
  root: string;
  /** Path relative to it → id of the file's mode and content. */
  files: ReadonlyMap<string, string>;
  fingerprint: string;
  /** False: there was more than could be read within the limits. */
  complete: boolean;
  /** Ignore rules from outside the folder; part of every fingerprint. */
  rules?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Repositories inside repositories, such as submodules. */
const MAX_DEPTH = 5;
/** Each costs a handful of calls to git. */
const MAX_NESTED_REPOSITORIES = 50;
/** Then the event loop gets a turn, so that signals are handled. */
const FILES_AT_A_TIME = 500;

/** Beside the trees, because only the next tree in this process needs it. */
const hashedFor = new WeakMap<WorkTree, HashedFiles>();

/** Writes nothing and runs no program of the folder's. Files that have not changed since `before` are not read again. */
export async function readWorkTree(
  folder: string,
  env: Env,
  before?: WorkTree,
  limits?: ReadLimits,
): Promise<WorkTree> {
  const files = new Map<string, string>();
  const root = realFolder(folder);
  if (root === undefined) return { root: folder, files, fingerprint: hashOf(files), complete: false };
  const hashes = new FileHashes(before && hashedFor.get(before));
  const reader = new GitReader(env, limits);
  const builder: TreeBuilder = { files, hashes, reader, nestedRepositories: 0, rules: '' };
  await addFolder(root, '', 0, builder);
  const { rules } = builder;
  const tree = { root, files, fingerprint: hashOf(files, rules), complete: hashes.complete && !reader.late, rules };
  hashedFor.set(tree, hashes.seen);
  return tree;
}

interface TreeBuilder {
  files: Map<string, string>;
  hashes: FileHashes;
  reader: GitReader;
  nestedRepositories: number;
  rules: string;
}

async function addFolder(folder: string, prefix: string, depth: number, tree: TreeBuilder): Promise<void> {
  const { files, hashes, reader } = tree;
  const listing: Listing = (await gitListing(folder, reader)) ?? (await walkListing(folder, reader));
  if (!listing.complete) hashes.complete = false;
  if (listing.rules !== '') tree.rules += `${prefix}\0${listing.rules}\0`;
  for (const [path, id] of listing.unchanged) files.set(prefix + path, id);
  const isInside = insideCheck(folder);
  const addFile = (path: string) => {
    const id = isInside(path) ? hashes.of(join(folder, path), listing.algorithm) : undefined;
    if (id !== undefined) files.set(prefix + path, id);
  };
  let added = 0;
  for (const path of listing.others) {
    if (++added % FILES_AT_A_TIME === 0) await new Promise(setImmediate);
    if (reader.isTimeUp()) return;
    addFile(path);
  }
  for (const path of listing.nested) {
    if (reader.isTimeUp()) return;
    if (!isInside(`${path}/.git`)) addFile(path);
    else if (depth === MAX_DEPTH || ++tree.nestedRepositories > MAX_NESTED_REPOSITORIES) hashes.complete = false;
    else await addFolder(join(folder, path), `${prefix}${path}/`, depth + 1, tree);
  }
}

/** Whether the folders above a path are folders: if one has become a link, git's file is gone. */
function insideCheck(root: string): (path: string) => boolean {
  const known = new Map([['.', true]]);
  const isFolder = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const is = isFolder(dirname(path)) && (statOf(join(root, path))?.isDirectory() ?? false);
    known.set(path, is);
    return is;
  };
  return (path) => isFolder(dirname(path));
}

function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Paths that have changed. If `after` is incomplete, what is missing from it may not be gone. */
export const changedFiles = (before: WorkTree, after: WorkTree): string[] =>
  after.complete ? changedBetween(before, after) : changedInBoth(before, after);

/** Paths that are in only one of them, or differ; sorted. */
export function changedBetween(before: WorkTree, after: WorkTree): string[] {
  const changed = [...after.files].filter(([path, id]) => before.files.get(path) !== id).map(([path]) => path);
  const gone = [...before.files.keys()].filter((path) => !after.files.has(path));
  return [...changed, ...gone].sort();
}

/** Paths that are in both and differ. */
export const changedInBoth = (before: WorkTree, after: WorkTree): string[] =>
  [...after.files].filter(([path, id]) => (before.files.get(path) ?? id) !== id).map(([path]) => path);

/** The fingerprint of a part of a tree: it changes only if something in that part does. */
export function fingerprintOf(tree: WorkTree, covers: (path: string) => boolean): string {
  return hashOf(new Map([...tree.files].filter(([path]) => covers(path))), tree.rules);
}

/** Zero bytes separate the fields, because no path and no id contains one. */
function hashOf(files: ReadonlyMap<string, string>, rules = ''): string {
  const lines = [...files].map(([path, id]) => `${path}\0${id}\0`).sort();
  return sha256(`${lines.join('')}${rules && `\0${rules}`}`);
}
