import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realFolder } from '../platform/folders.ts';
import { FileHashes, type HashedFile } from './file-hashes.ts';
import { GitReader, type ReadLimits } from './git-reader.ts';
import { gitListing, type Listing } from './listing.ts';
import { walk } from './walk.ts';

/** What stands in a folder at one moment, ignored files aside. Equal content has an equal fingerprint, touched or not. */
export interface WorkTree {
  /** The folder, its real path. */
  root: string;
  /** A path relative to it → the id of the file's mode and content. */
  files: ReadonlyMap<string, string>;
  fingerprint: string;
  /** False: there was more than could be read within the limits. */
  whole: boolean;
  /** What else decides which files are ignored; part of every fingerprint. */
  rules?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Repositories within repositories, as submodules have them. */
const MAX_DEPTH = 5;
/** Each costs a handful of calls to git. */
const MAX_NESTED = 50;
/** Often enough for a signal to be heard. */
const FILES_AT_A_TIME = 500;

/** Kept beside the trees: for the next one in this process, and for nobody else. */
const seenBy = new WeakMap<WorkTree, HashedFile>();

/** Nothing is written and nothing of the folder's is run. What has not changed since `before` is not read again. */
export async function readWorkTree(
  folder: string,
  env: Env,
  before?: WorkTree,
  bounds?: ReadLimits,
): Promise<WorkTree> {
  const files = new Map<string, string>();
  const root = realFolder(folder);
  if (root === undefined) return { root: folder, files, fingerprint: hashOf(files), whole: false };
  const ids = new FileHashes(before && seenBy.get(before));
  const looking = new GitReader(env, bounds);
  const gathering: Gathering = { files, ids, looking, nested: 0, rules: '' };
  await gather(root, '', 0, gathering);
  const { rules } = gathering;
  const tree = { root, files, fingerprint: hashOf(files, rules), whole: ids.whole && !looking.late, rules };
  seenBy.set(tree, ids.seen);
  return tree;
}

interface Gathering {
  files: Map<string, string>;
  ids: FileHashes;
  looking: GitReader;
  nested: number;
  rules: string;
}

async function gather(folder: string, prefix: string, depth: number, into: Gathering): Promise<void> {
  const { files, ids, looking } = into;
  const listing: Listing = (await gitListing(folder, looking)) ?? (await walk(folder, looking));
  if (!listing.whole) ids.whole = false;
  if (listing.rules !== '') into.rules += `${prefix}\0${listing.rules}\0`;
  for (const [path, id] of listing.unchanged) files.set(prefix + path, id);
  const isInside = insideOf(folder);
  const look = (path: string) => {
    const id = isInside(path) ? ids.of(join(folder, path), listing.algorithm) : undefined;
    if (id !== undefined) files.set(prefix + path, id);
  };
  let looked = 0;
  for (const path of listing.others) {
    if (++looked % FILES_AT_A_TIME === 0) await new Promise(setImmediate);
    if (looking.isOver()) return;
    look(path);
  }
  for (const path of listing.nested) {
    if (looking.isOver()) return;
    if (!isInside(`${path}/.git`)) look(path);
    else if (depth === MAX_DEPTH || ++into.nested > MAX_NESTED) ids.whole = false;
    else await gather(join(folder, path), `${prefix}${path}/`, depth + 1, into);
  }
}

/** Whether the folders on the way to a path are folders: where one is a link now, git's file is gone. */
function insideOf(root: string): (path: string) => boolean {
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

/** Paths that are in one of them only, or differ; sorted. */
export function changedBetween(before: WorkTree, after: WorkTree): string[] {
  const changed = [...after.files].filter(([path, id]) => before.files.get(path) !== id).map(([path]) => path);
  const gone = [...before.files.keys()].filter((path) => !after.files.has(path));
  return [...changed, ...gone].sort();
}

/** Paths that are in both and differ: of a tree that was not seen as a whole, nobody knows what is gone from it. */
export const differingIn = (before: WorkTree, after: WorkTree): string[] =>
  [...after.files].filter(([path, id]) => (before.files.get(path) ?? id) !== id).map(([path]) => path);

/** Of a part of a tree: it changes only if something in that part does. */
export function fingerprintOf(tree: WorkTree, covers: (path: string) => boolean): string {
  return hashOf(new Map([...tree.files].filter(([path]) => covers(path))), tree.rules);
}

/** No path and no id can hold a zero byte. */
function hashOf(files: ReadonlyMap<string, string>, rules = ''): string {
  const lines = [...files].map(([path, id]) => `${path}\0${id}\0`).sort();
  return createHash('sha256')
    .update(`${lines.join('')}${rules && `\0${rules}`}`)
    .digest('hex');
}
