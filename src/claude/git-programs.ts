import { execFile } from 'node:child_process';

/** Settings that make `git diff`, `status`, `log` and their like start a program. */
const NAMING_PROGRAMS =
  '^(diff\\.external|diff\\..*\\.(textconv|command)|filter\\..*\\.(clean|smudge|process)|core\\.fsmonitor|gpg\\.(.*\\.)?program)$';

/**
 * Whether a repository's own configuration names programs that reading commands would run. The user's global one is
 * theirs and does not count. A folder that is no repository, or a machine without git, names none.
 */
export function gitNamesPrograms(folder: string, env: Record<string, string | undefined>): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['config', '--show-scope', '--get-regexp', NAMING_PROGRAMS],
      { cwd: folder, env, timeout: 3000 },
      (_, stdout) => resolve(/^(?:local|worktree)\s/m.test(stdout)),
    );
  });
}
