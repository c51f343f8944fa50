import { isFolder } from '../platform/folders.ts';
import { GitReader } from './git-reader.ts';

/**
 * Settings that make git commands which only read start a program. Programs for fetching are not among them: git is
 * called without any protocol. Nor is an alias: it cannot replace a command.
 */
const NAMING_PROGRAMS = `^(${[
  'diff\\.external',
  'diff\\..*\\.(textconv|command)',
  'filter\\..*\\.(clean|smudge|process)',
  // `git log --remerge-diff` merges again.
  'merge\\..*\\.driver',
  'core\\.fsmonitor',
  'core\\.alternaterefscommand',
  'hook\\..*\\.command',
  'gpg\\.(.*\\.)?program',
  'tar\\..*\\.command',
  'trailer\\..*\\.(cmd|command)',
  // `git log --help`
  '(man|browser)\\..*\\.(cmd|path)',
].join('|')})$`;

/**
 * Whether the configuration of a repository names programs that read-only git commands would run. The user's global
 * configuration does not count. If git does not answer (too slow, too old, too much output), the answer is yes, because
 * the caller is about to run git there.
 */
export async function gitConfigNamesPrograms(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  reader = new GitReader(env),
): Promise<boolean> {
  if (!isFolder(folder)) return false;
  const { code, truncated, stdout } = await reader.git(
    folder,
    ['config', '--show-scope', '--get-regexp', NAMING_PROGRAMS],
    { timeoutMs: 3000 },
  );
  // Exit code 1: there is no such setting.
  if (truncated || (code !== 0 && code !== 1)) return true;
  return /^(?:local|worktree)\s/m.test(stdout.toString('utf8'));
}
