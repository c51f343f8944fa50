import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place of its own for everything a rehearsal reads and writes: nothing of the user's is touched. */
export interface RehearsalFolder {
  root: string;
  home: string;
  claudeDir: string;
  cccDir: string;
  project: string;
  tmp: string;
  remove(): void;
}

/** 0700, and gone at the latest when this process is. */
export function makeFolder(): RehearsalFolder {
  // The real path: the client keeps what it knows of a project under it.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccc-rehearsal-')));
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
  };
}
