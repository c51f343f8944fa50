import { run } from '../platform/run-process.ts';
import { exitCode } from '../platform/spawn.ts';

/** `code` is null if git could not be started, or was ended because it took too long. */
export interface GitResult {
  code: number | null;
  stdout: Buffer;
  /** There was more than `maxBytes`; `stdout` is its beginning. */
  truncated: boolean;
  /** It was ended, or not started, because time ran out. */
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
 * For reading only: git takes no locks and starts no file system monitor. Programs that the repository's configuration
 * names (diff drivers, filters) are the caller's to avoid: see `git-programs.ts`.
 */
export const READ_ONLY_GIT_ENV = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
};

/** Set if a git hook started us. They would make git use that repository for every folder. */
const REPOSITORY_VARIABLES = [
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

const DEFAULT_TIMEOUT_SECONDS = 10;
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs one git command within limits. It fetches nothing and asks for no password. Never throws, even without git. */
export async function git(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { maxBytes = MAX_BYTES, timeoutMs = DEFAULT_TIMEOUT_SECONDS * 1000, input, signal }: GitLimits = {},
): Promise<GitResult> {
  const variables: Record<string, string | undefined> = {
    ...env,
    ...READ_ONLY_GIT_ENV,
    GIT_NO_LAZY_FETCH: '1',
    // A replaced commit would hide the changes between it and the original.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  for (const name of REPOSITORY_VARIABLES) delete variables[name];
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
    truncated: result.truncated,
    late: kind === 'timed-out' || kind === 'aborted',
  };
}
