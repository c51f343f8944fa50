import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLOCK_STEP_MS } from './change-queries.ts';
import { NOT_ENTERED } from './listing.ts';
import type { WorkTree } from './work-tree.ts';

type Covers = (path: string) => boolean;

/**
 * Whether anything that is covered may have changed since a moment: a file, or a folder that files may be gone from. By
 * the ctime, which no program can set, while git can be configured to see no change. When in doubt, yes.
 */
export const changedSince = (tree: WorkTree, covers: Covers, since: Date): boolean =>
  lastFileChange(tree, covers, since) !== undefined || foldersChangedSince(tree, covers, since);

/** The latest change of a covered file, in milliseconds, if one changed since; Infinity: not known. */
export function lastFileChange(tree: WorkTree, covers: Covers, since: Date): number | undefined {
  const from = since.getTime() - CLOCK_STEP_MS;
  if (!tree.complete || Number.isNaN(from)) return Number.POSITIVE_INFINITY;
  let last: number | undefined;
  for (const path of tree.files.keys()) {
    const at = covers(path) ? ctimeOf(join(tree.root, path)) : 0;
    if (at >= from) last = Math.max(at, last ?? 0);
  }
  return last;
}

/** The ctime of the folder that a file is gone from, or of the nearest one that is still there. */
export function folderTime({ root }: WorkTree, path: string): number {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const at = ctimeOf(join(root, folder));
    if (at !== Number.POSITIVE_INFINITY || folder === '.') return at;
  }
}

/** Of the folders of covered files, and those below. */
export function foldersChangedSince(tree: WorkTree, covers: Covers, since: Date): boolean {
  const from = since.getTime() - CLOCK_STEP_MS;
  if (!tree.complete || Number.isNaN(from)) return true;
  const covered = [...tree.files.keys()].filter(covers);
  // If no file is covered now, all of them may be gone.
  const folders = covered.length === 0 ? new Set(['.']) : foldersOf(covered);
  return [...folders].some((path) => ctimeOf(join(tree.root, path)) >= from) || emptiedSince(tree.root, folders, from);
}

/** The folders of covered files, and those between them and the root: a whole folder may be gone. */
function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) {
      if (folder === '.' && dirname(path) !== '.') break;
      folders.add(folder);
    }
  return folders;
}

/** Whether a folder below them that holds no file of the tree has changed: it may have held one. */
function emptiedSince(root: string, folders: ReadonlySet<string>, from: number): boolean {
  const waiting = [...folders].flatMap((folder) => foldersIn(root, folder)).filter((folder) => !folders.has(folder));
  for (let checked = 0; waiting.length > 0; checked++) {
    const folder = waiting.pop() as string;
    if (checked > MAX_FOLDERS || ctimeOf(join(root, folder)) >= from) return true;
    waiting.push(...foldersIn(root, folder));
  }
  return false;
}

const MAX_FOLDERS = 10_000;

function foldersIn(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_ENTERED.has(entry.name))
      .map((entry) => (folder === '.' ? entry.name : `${folder}/${entry.name}`));
  } catch {
    return [];
  }
}

function ctimeOf(path: string): number {
  try {
    return lstatSync(path).ctimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
