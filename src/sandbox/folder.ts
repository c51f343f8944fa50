import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A place of its own for everything a rehearsal reads and writes: nothing of the user's is touched. */
export interface SandboxFolder {
  root: string;
  home: string;
  claudeDir: string;
  cccDir: string;
  project: string;
  tmp: string;
  remove(): void;
  /** It stays, also when this process ends. */
  keep(): void;
}

const PREFIX = 'ccc-rehearsal-';
/** No rehearsal takes that long: whose folder is older was killed. */
const STALE_MS = 60 * 60 * 1000;

/** 0700, and gone at the latest when this process is. */
export function createSandboxFolder(): SandboxFolder {
  sweep(tmpdir());
  // The real path: the client keeps what it knows of a project under it.
  const root = realpathSync(mkdtempSync(join(resolve(tmpdir()), PREFIX)));
  const remove = () => {
    process.off('exit', remove);
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.on('exit', remove);
  const inside = (name: string) => {
    const dir = join(root, name);
    mkdirSync(dir, { mode: 0o700 });
    return dir;
  };
  return {
    root,
    home: inside('home'),
    claudeDir: inside('claude'),
    cccDir: inside('ccc'),
    project: inside('project'),
    tmp: inside('tmp'),
    remove,
    keep: () => {
      process.off('exit', remove);
    },
  };
}

function sweep(dir: string): void {
  for (const path of stale(dir)) rmSync(path, { recursive: true, force: true });
}

function stale(dir: string): string[] {
  try {
    const paths = readdirSync(dir).flatMap((name) => (name.startsWith(PREFIX) ? [join(dir, name)] : []));
    return paths.filter((path) => {
      const stat = lstatSync(path);
      const isOurs = stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid());
      return isOurs && Date.now() - stat.mtimeMs > STALE_MS;
    });
  } catch {
    // Not to be listed, or just gone: the next one will look again.
    return [];
  }
}
