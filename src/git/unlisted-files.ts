import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../platform/folders.ts';
import { CLOCK_STEP_MS } from './change-queries.ts';
import { NOT_ENTERED } from './listing.ts';
import type { WorkTree } from './work-tree.ts';

/** Which files are meant, and the paths below which all of them are. */
export interface Coverage {
  covers(path: string): boolean;
  /** Relative to the folder; empty: the folder itself. */
  bases: readonly string[];
}

/** About a quarter of a second. */
const MAX_ENTRIES = 50_000;

/**
 * Whether a covered file that git does not list has changed since a moment: one that git ignores, or one behind a link.
 * Packages count only if they are named.
 * Such a file that is gone leaves only the time of its folder, which counts where no listed file can tell. When in
 * doubt, yes.
 */
export function unlistedChangedSince(tree: WorkTree, { covers, bases }: Coverage, since: Date): boolean {
  const from = since.getTime() - CLOCK_STEP_MS;
  const listed = [...tree.files.keys()].filter(covers);
  const walk: Walk = { root: tree.root, covers, from, left: MAX_ENTRIES };
  return bases.some((base) => {
    const stat = statOf(join(tree.root, base));
    if (stat === undefined) return changedAt(nearestFolder(tree.root, base)) >= from;
    if (!stat.isDirectory()) return covers(base) && stat.ctimeMs >= from;
    const isKnown = base === '' || listed.some((path) => path.startsWith(`${base}/`));
    const real = realOf(join(tree.root, base));
    return real === undefined || changedBelow({ path: base, real, links: [], countsItself: !isKnown }, walk);
  });
}

interface Walk {
  root: string;
  covers: Coverage['covers'];
  from: number;
  /** How many entries may still be looked at. */
  left: number;
}

interface Folder {
  path: string;
  /** Without links. */
  real: string;
  /** The real folders from which links led here. */
  links: readonly string[];
  countsItself: boolean;
}

function changedBelow(top: Folder, walk: Walk): boolean {
  for (const folders = [top]; folders.length > 0; ) {
    const folder = folders.pop() as Folder;
    if (folder.countsItself && changedAt(folder.real) >= walk.from) return true;
    for (const entry of entriesOf(folder.real)) {
      if (--walk.left < 0) return true;
      if (NOT_ENTERED.has(entry.name)) continue;
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      const below = entry.isDirectory()
        ? { ...folder, path, real: join(folder.real, entry.name) }
        : entry.isSymbolicLink()
          ? linkedFolder(path, folder, entry.name)
          : undefined;
      if (below) folders.push(below);
      else if (walk.covers(path) && changedAt(join(folder.real, entry.name)) >= walk.from) return true;
    }
  }
  return false;
}

/** Undefined: no folder, or one that the walk is in already. */
function linkedFolder(path: string, { real: from, links }: Folder, name: string): Folder | undefined {
  const real = realOf(join(from, name));
  if (real === undefined || !statOf(real)?.isDirectory()) return undefined;
  if ([...links, from].some((folder) => isWithin(real, folder))) return undefined;
  return { path, real, links: [...links, from], countsItself: true };
}

function nearestFolder(root: string, base: string): string {
  let folder = dirname(base);
  while (folder !== '.' && !statOf(join(root, folder))?.isDirectory()) folder = dirname(folder);
  return join(root, folder);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Of what a link leads to; the link itself is listed, or in a folder that shows it. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const changedAt = (path: string): number => statOf(path)?.ctimeMs ?? 0;
