import { type ChildProcess, spawn } from 'node:child_process';

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
/** For what was written to arrive. Who holds the stream for longer than git lived is none of git's. */
const DRAIN_MS = 200;

/** One git command in a folder, within time and size. Never throws: a machine without git has nothing to say. */
export async function git(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { maxBytes = MAX_BYTES, timeoutMs = SECONDS * 1000, input, signal }: GitLimits = {},
): Promise<GitResult> {
  if (signal?.aborted) return { code: null, stdout: Buffer.alloc(0), cut: false, late: true };
  const child = start(folder, args, env, input);
  if (child === undefined) return { code: null, stdout: Buffer.alloc(0), cut: false, late: false };
  const parts: Buffer[] = [];
  let room = maxBytes;
  let cut = false;
  let late = false;
  child.stdout?.on('data', (data: Buffer) => {
    if (room < data.length) {
      cut = true;
      killGroup(child);
    }
    if (room > 0) parts.push(data.subarray(0, room));
    room -= Math.min(room, data.length);
  });
  child.stdout?.on('error', () => {});
  const end = () => {
    late = true;
    killGroup(child);
  };
  // Not the platform's own limit: its timer goes on if there was nothing to start.
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  running.add(child);
  if (running.size === 1) process.on('exit', killAll);
  const ended = endOf(child, () => late || cut);
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const { code, whole } = await ended;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  running.delete(child);
  if (running.size === 0) process.off('exit', killAll);
  return { code: late || cut ? null : code, stdout: Buffer.concat(parts), cut: cut || !whole, late };
}

/** A group of its own: what is called git may be a script, and the one that hangs be below it. */
function start(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input: string | undefined,
): ChildProcess | undefined {
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
  try {
    return spawn('git', ['--no-pager', ...args], {
      cwd: folder,
      env: variables,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      detached: true,
    });
  } catch {
    // A name that can be no argument, or is too long for one.
    return undefined;
  }
}

/** Not only at the end of the stream: a process that git, or what is called so, has left behind may hold that for ever. */
function endOf(child: ChildProcess, isKilled: () => boolean): Promise<{ code: number | null; whole: boolean }> {
  return new Promise((resolve) => {
    let code: number | null = null;
    let patience: NodeJS.Timeout | undefined;
    const done = (whole: boolean) => {
      clearTimeout(patience);
      child.stdout?.destroy();
      resolve({ code, whole });
    };
    child.once('error', () => done(true));
    child.once('close', () => done(true));
    child.once('exit', (exit) => {
      code = exit;
      patience = setTimeout(() => {
        killGroup(child);
        // It has left the group too. Nobody knows whether what it holds is still to say something.
        patience = setTimeout(() => done(isKilled()), DRAIN_MS);
      }, DRAIN_MS);
    });
  });
}

const running = new Set<ChildProcess>();
const killAll = () => running.forEach(killGroup);

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
