import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface TemporaryFolder {
  /** Its real path: the client stores what it knows of a project under that. */
  root: string;
  remove(): void;
  /** Keeps it when this process ends. */
  keep(): void;
}

/** No run takes this long: an older folder was left by a process that was killed. */
const STALE_MS = 60 * 60 * 1000;

/** With mode 0700, and removed at the latest when this process ends. Also removes old ones with this prefix. */
export function createTemporaryFolder(prefix: string): TemporaryFolder {
  for (const path of staleFolders(tmpdir(), prefix)) removeFolder(path);
  const root = realpathSync(mkdtempSync(join(resolve(tmpdir()), prefix)));
  const remove = () => {
    process.off('exit', remove);
    removeFolder(root);
  };
  process.on('exit', remove);
  return {
    root,
    remove,
    keep: () => {
      process.off('exit', remove);
    },
  };
}

const removeFolder = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

function staleFolders(dir: string, prefix: string): string[] {
  try {
    const paths = readdirSync(dir).flatMap((name) => (name.startsWith(prefix) ? [join(dir, name)] : []));
    return paths.filter((path) => {
      const stat = lstatSync(path);
      const isOwnedByUser = stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid());
      return isOwnedByUser && Date.now() - stat.mtimeMs > STALE_MS;
    });
  } catch {
    // It cannot be listed, or another process has just removed it.
    return [];
  }
}
