import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { GitReader } from './git-reader.ts';

/** Undefined: no repository, or no git. */
export type Root = { path: string } | 'unknown' | undefined;

/** The top of the work tree; unknown where there is a repository that git cannot, or will not, speak about. */
export async function rootOf(folder: string, looking: GitReader): Promise<Root> {
  const { code, late, stdout } = await looking.git(folder, ['rev-parse', '--show-toplevel']);
  if (code === null && !late) return undefined;
  const path = stdout.toString('utf8').replace(/\n$/, '');
  // A setting can put the work tree elsewhere: then git speaks of other files than these.
  if (code === 0 && isWithin(path, folder)) return { path };
  return isBelowRepository(folder) ? 'unknown' : undefined;
}

function isWithin(root: string, folder: string): boolean {
  try {
    const way = relative(root, realpathSync(folder));
    return isAbsolute(root) && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
  } catch {
    return false;
  }
}

function isBelowRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (isThere(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
