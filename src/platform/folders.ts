import { statSync } from 'node:fs';

/** The folder may have been removed under us. */
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
