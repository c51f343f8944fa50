import { isFolder } from '../platform/folders.ts';
import { GitReader } from './git-reader.ts';

/** Settings that make `git diff`, `status`, `log` and their like start a program. */
const NAMING_PROGRAMS =
  '^(diff\\.external|diff\\..*\\.(textconv|command)|filter\\..*\\.(clean|smudge|process)|core\\.fsmonitor|gpg\\.(.*\\.)?program)$';

/**
 * Whether a repository's own configuration names programs that reading commands would run. The user's global one is
 * theirs and does not count. A folder that is no repository names none. Where git cannot tell (too slow, too old, too
 * much), programs may be named: whoever asks is about to run git there.
 */
export async function gitNamesPrograms(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  looking = new GitReader(env),
): Promise<boolean> {
  if (!isFolder(folder)) return false;
  const { code, cut, stdout } = await looking.git(folder, ['config', '--show-scope', '--get-regexp', NAMING_PROGRAMS], {
    timeoutMs: 3000,
  });
  // 1: there is no such setting.
  if (cut || (code !== 0 && code !== 1)) return true;
  return /^(?:local|worktree)\s/m.test(stdout.toString('utf8'));
}
