import { run } from '../platform/run-process.ts';
import { exitCode } from '../platform/spawn.ts';

/** What git had to say. `code` is null if it could not be started, or was ended because it took too long. */
export interface GitResult {
  code: number | null;
  stdout: Buffer;
  /** There was more than `maxBytes`; `stdout` is its beginning. */
  cut: boolean;
  /** It was ended because there was no more time for it, or not begun for that reason. */
  late: boolean;
}

export interface GitLimits {
  maxBytes?: number;
  timeoutMs?: number;
  /** For git's stdin. */
  input?: string;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

/**
 * For looking only: no locks are taken, no file system monitor is asked, nothing is fetched for a partial clone, and no
 * terminal is asked for a password. What a repository's own configuration names as programs (diff drivers, filters) is
 * the caller's to avoid: see `git-programs.ts`.
 */
export const READ_ONLY_GIT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
};

/** Set by a hook of git's that we may have been started from: they would point every folder at that repository. */
const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_EXTERNAL_DIFF',
];

const SECONDS = 10;
const MAX_BYTES = 64 * 1024 * 1024;

/** One git command in a folder, within time and size. Never throws: a machine without git has nothing to say. */
export async function git(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { maxBytes = MAX_BYTES, timeoutMs = SECONDS * 1000, input, signal }: GitLimits = {},
): Promise<GitResult> {
  const variables: Record<string, string | undefined> = {
    ...env,
    ...READ_ONLY_GIT,
    GIT_NO_LAZY_FETCH: '1',
    // A commit that stands for another one would hide what lies between them.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  for (const name of ELSEWHERE) delete variables[name];
  const result = await run('git', ['--no-pager', ...args], {
    cwd: folder,
    env: variables,
    input,
    timeoutMs,
    maxBytes,
    signal,
  });
  const { kind } = result.end;
  return {
    code: exitCode(result),
    stdout: result.stdout,
    cut: result.truncated,
    late: kind === 'timed-out' || kind === 'aborted',
  };
}
