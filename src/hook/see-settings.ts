import { parseWatchedFiles, readWatchedFiles } from '../claude/watched-files.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { currentFolder } from '../platform/folders.ts';
import { readWatchedTrust } from '../trust/watched-trust.ts';
import type { SeenSettings } from './rules/watched.ts';

/** Reads what decides how a session is supervised. */
export async function seeSettings(env: Env, paths: Paths, cwd: string | undefined): Promise<SeenSettings> {
  const folder = env.projectDir ?? cwd ?? currentFolder();
  return {
    files: {
      ...(await readWatchedFiles(paths, folder, paths.ownLaunch(env.launchSettings))),
      ...readWatchedTrust(paths, folder),
    },
    client: env.all.CLAUDE_PID ?? '',
    atLaunch: parseWatchedFiles(env.watchedAtLaunch),
    ignoredVariables: env.ignored
      .filter(isWorthTelling)
      .map(({ name }) => name)
      .sort(),
  };
}

/** The client itself adds the folders of plugins to PATH. A name is a repository's text: only a plain one is shown. */
const isWorthTelling = ({ name, inFile }: Env['ignored'][number]): boolean =>
  (inFile || name !== 'PATH') && /^\w{1,64}$/.test(name);
