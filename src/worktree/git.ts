import { spawn } from 'node:child_process';

/** What git had to say. `code` is null if it could not be started, or was ended because it took too long. */
export interface Said {
  code: number | null;
  stdout: Buffer;
  /** There was more than `maxBytes`; `stdout` is its beginning. */
  cut: boolean;
}

export interface GitLimits {
  maxBytes?: number;
  timeoutMs?: number;
  /** For git's stdin. */
  input?: string;
}

/**
 * For looking only: no locks are taken, no file system monitor is asked, nothing is fetched for a partial clone, and no
 * terminal is asked for a password. What a repository's own configuration names as programs (diff drivers, filters) is
 * the caller's to avoid: see `git-programs.ts`.
 */
export const LOOKING_GIT = {
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
export function git(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { maxBytes = MAX_BYTES, timeoutMs = SECONDS * 1000, input }: GitLimits = {},
): Promise<Said> {
  const variables: Record<string, string | undefined> = {
    ...env,
    ...LOOKING_GIT,
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  for (const name of ELSEWHERE) delete variables[name];
  return new Promise((resolve) => {
    const child = spawn('git', ['--no-pager', ...args], {
      cwd: folder,
      env: variables,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    });
    // Not the platform's own limit: its timer goes on if there was nothing to start.
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const parts: Buffer[] = [];
    let room = maxBytes;
    let cut = false;
    child.stdout?.on('data', (data: Buffer) => {
      if (room < data.length) {
        cut = true;
        child.kill('SIGKILL');
      }
      if (room > 0) parts.push(data.subarray(0, room));
      room -= Math.min(room, data.length);
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const done = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(parts), cut });
    };
    child.once('error', () => done(null));
    child.once('close', done);
  });
}
