import { accessSync, constants, statSync } from 'node:fs';
import { realPath } from './folders.ts';

/** The script that Node was started with. (`import.meta` would be a path of the build machine in a CommonJS bundle.) */
export const scriptPath = () => process.argv[1] ?? '';

/** Inside a Bun single binary the program's own files are on a virtual drive. */
export const isCompiled = () => scriptPath().includes('$bunfs') || scriptPath().includes('~BUN');

/** The file that this process runs: the script, or the single binary. */
export const ownFile = () => realPath(isCompiled() ? process.execPath : scriptPath());

/** Whether this is a regular file that the user may execute. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
