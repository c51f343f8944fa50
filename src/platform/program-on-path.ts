import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { currentFolder, isWithin, realPath } from './folders.ts';
import { isProgram } from './program-file.ts';

/** The program of that name; undefined if there is none in a folder that `safePath` leaves. */
export function programOnPath(name: string, path: string | undefined): string | undefined {
  return safeFolders(path, currentFolder())
    .map((dir) => join(dir, name))
    .find(isProgram);
}

/** PATH without the current folder and what is in it: a repository that we were started in must not choose a program. */
export const safePath = (path: string | undefined): string => safeFolders(path, currentFolder()).join(delimiter);

/** An empty part means the current folder, as `.` does. In the root of the file system nothing would be left. */
const safeFolders = (path: string | undefined, current: string): string[] =>
  (path ?? '').split(delimiter).filter((dir) => isAbsolute(dir) && (current === '/' || !leadsThrough(current, dir)));

/** Whether a folder is in another one, or a link in that leads to it. */
function leadsThrough(folder: string, dir: string): boolean {
  const real = realPath(folder);
  for (let at = dir; ; at = dirname(at)) {
    if (isWithin(real, realPath(at))) return true;
    if (dirname(at) === at) return false;
  }
}
