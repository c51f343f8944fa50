import { lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isWithin, realPath } from '../platform/folders.ts';
import type { GitReader } from './git-reader.ts';

/** Undefined: no repository, or no git. */
export type Root = { path: string } | 'unknown' | undefined;

/** The top of the work tree; unknown where there is a repository that git cannot, or will not, speak about. */
export async function rootOf(folder: string, looking: GitReader): Promise<Root> {
  const { code, late, stdout } = await looking.git(folder, ['rev-parse', '--show-toplevel']);
  if (code === null && !late) return undefined;
  const path = stdout.toString('utf8').replace(/\n$/, '');
  // A setting can put the work tree elsewhere: then git speaks of other files than these.
  if (code === 0 && isAbsolute(path) && isWithin(path, realPath(folder))) return { path };
  return isBelowRepository(folder) ? 'unknown' : undefined;
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
