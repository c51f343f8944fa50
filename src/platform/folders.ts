import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** The root if the current folder was removed: `process.cwd()` throws then. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a path is the folder itself or below it, by name: links are not followed. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  // A name may begin with two dots: `..x` is a child.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The folder without links; undefined if it does not exist. */
export function realFolder(path: string): string | undefined {
  try {
    // The native call, because it also gives the names as the disk has them (macOS ignores case).
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Without links; as it is where it does not exist or may not be looked at. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
