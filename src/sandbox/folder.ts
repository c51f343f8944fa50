import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A temporary folder for everything a sandboxed client reads and writes: nothing of the user's is touched. */
export interface SandboxFolder {
  root: string;
  home: string;
  claudeDir: string;
  cccDir: string;
  project: string;
  tmp: string;
  remove(): void;
  /** Keeps it when this process ends. */
  keep(): void;
}

const PREFIX = 'ccc-sandbox-';
/** No run takes this long: an older folder was left by a process that was killed. */
const STALE_MS = 60 * 60 * 1000;

/** With mode 0700, and removed at the latest when this process ends. */
export function createSandboxFolder(): SandboxFolder {
  for (const path of staleFolders(tmpdir())) rmSync(path, { recursive: true, force: true });
  // The client stores what it knows of a project under its real path.
  const root = realpathSync(mkdtempSync(join(resolve(tmpdir()), PREFIX)));
  const remove = () => {
    process.off('exit', remove);
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.on('exit', remove);
  const subfolder = (name: string) => {
    const dir = join(root, name);
    mkdirSync(dir, { mode: 0o700 });
    return dir;
  };
  return {
    root,
    home: subfolder('home'),
    claudeDir: subfolder('claude'),
    cccDir: subfolder('ccc'),
    project: subfolder('project'),
    tmp: subfolder('tmp'),
    remove,
    keep: () => {
      process.off('exit', remove);
    },
  };
}

/** For `.claude.json`: the client asks none of its first-run questions, and trusts the project. */
export const answeredFirstRun = (project: string) => ({
  hasCompletedOnboarding: true,
  theme: 'dark',
  projects: { [project]: { hasTrustDialogAccepted: true } },
});

function staleFolders(dir: string): string[] {
  try {
    const paths = readdirSync(dir).flatMap((name) => (name.startsWith(PREFIX) ? [join(dir, name)] : []));
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
