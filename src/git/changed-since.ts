import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkTree } from './work-tree.ts';

/** The kernel's clock for files may be this much behind ours. */
const CLOCK_STEP_MS = 20;

/**
 * Whether anything that is covered may have changed since a moment: a file, or a folder that files can be gone from. By
 * the kernel's own time of change, which nobody can set: what git says can be told to say otherwise. When in doubt, yes.
 */
export function changedSince(tree: WorkTree, covers: (path: string) => boolean, since: Date): boolean {
  const from = since.getTime() - CLOCK_STEP_MS;
  if (!tree.whole || Number.isNaN(from)) return true;
  const covered = [...tree.files.keys()].filter(covers);
  // Where nothing is left, it may all be gone.
  const folders = covered.length === 0 ? new Set(['.']) : foldersOf(covered);
  return (
    [...covered, ...folders].some((path) => changedAt(join(tree.root, path)) >= from) ||
    emptiedSince(tree.root, folders, from)
  );
}

/** Those that hold a covered file, and those between them and the root: a folder may be gone as a whole. */
function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) {
      if (folder === '.' && dirname(path) !== '.') break;
      folders.add(folder);
    }
  return folders;
}

/** Folders below those that hold no file of the tree: they may have held one. */
function emptiedSince(root: string, folders: ReadonlySet<string>, from: number): boolean {
  const waiting = [...folders].flatMap((folder) => foldersIn(root, folder)).filter((folder) => !folders.has(folder));
  for (let looked = 0; waiting.length > 0; looked++) {
    const folder = waiting.pop() as string;
    if (looked > MOST_FOLDERS || changedAt(join(root, folder)) >= from) return true;
    waiting.push(...foldersIn(root, folder));
  }
  return false;
}

/** Not the work: what git keeps, and what a package manager brought. */
const NOT_THE_WORK = ['.git', 'node_modules'];
const MOST_FOLDERS = 10_000;

function foldersIn(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_THE_WORK.includes(entry.name))
      .map((entry) => (folder === '.' ? entry.name : `${folder}/${entry.name}`));
  } catch {
    return [];
  }
}

function changedAt(path: string): number {
  try {
    return lstatSync(path).ctimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
