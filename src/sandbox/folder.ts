import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, type TemporaryFolder } from '../platform/temporary-folder.ts';

/** A temporary folder for everything a sandboxed client reads and writes: nothing of the user's is touched. */
export interface SandboxFolder extends TemporaryFolder {
  home: string;
  claudeDir: string;
  cccDir: string;
  project: string;
  tmp: string;
}

export function createSandboxFolder(): SandboxFolder {
  const folder = createTemporaryFolder('ccc-sandbox-');
  const subfolder = (name: string) => {
    const dir = join(folder.root, name);
    mkdirSync(dir, { mode: 0o700 });
    return dir;
  };
  return {
    ...folder,
    home: subfolder('home'),
    claudeDir: subfolder('claude'),
    cccDir: subfolder('ccc'),
    project: subfolder('project'),
    tmp: subfolder('tmp'),
  };
}

/** For `.claude.json`: the client asks none of its first-run questions, and trusts the project. */
export const answeredFirstRun = (project: string) => ({
  hasCompletedOnboarding: true,
  theme: 'dark',
  projects: { [project]: { hasTrustDialogAccepted: true } },
});
