import { run } from '../platform/run-process.ts';
import { exitCode } from '../platform/spawn.ts';
import { readOnlyGitEnv } from './read-only-env.ts';

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
  /** It may read other repositories and bundles on this machine. Default: nothing but the folder's own repository. */
  mayFetchFiles?: boolean;
}

const DEFAULT_TIMEOUT_SECONDS = 10;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Runs one git command within limits, for reading only. Programs that the repository's configuration names (diff
 * drivers, filters) are the caller's to avoid: see `git-programs.ts`. Never throws, even without git.
 */
export async function git(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  limits: GitLimits = {},
): Promise<GitResult> {
  const { maxBytes = MAX_BYTES, timeoutMs = DEFAULT_TIMEOUT_SECONDS * 1000, input, signal, mayFetchFiles } = limits;
  const result = await run('git', ['--no-pager', ...args], {
    cwd: folder,
    env: { ...readOnlyGitEnv(env), LC_ALL: 'C', ...(mayFetchFiles && { GIT_ALLOW_PROTOCOL: 'file' }) },
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
