import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { errorCode } from './user-error.ts';

export type { ChildProcess };

type Variables = Readonly<Record<string, string | undefined>>;

/** How a process ended, or why we ended it. */
export type ProcessEnd =
  | { kind: 'exited'; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'not-started'; error: Error }
  | { kind: 'timed-out' }
  | { kind: 'aborted' };

export interface ProcessResult {
  end: ProcessEnd | { kind: 'too-much-output' };
  stdout: Buffer;
  stderr: Buffer;
  /** There was, or may have been, more output than was kept. */
  truncated: boolean;
}

/** The exit code; null if it was not started or was ended by a signal. */
export const exitCode = ({ end }: ProcessResult): number | null => (end.kind === 'exited' ? end.code : null);

/**
 * Starts a process that the caller follows itself. Throws what Node throws, and under Bun also what Node would emit.
 * `ownGroup` makes it the leader of a process group, so that all of it can be killed; it then has no terminal.
 */
export function start(
  command: string,
  args: readonly string[],
  {
    ownGroup = false,
    ...options
  }: { stdio: StdioOptions; cwd?: string | undefined; env?: Variables; ownGroup?: boolean },
): ChildProcess {
  const child = spawn(command, args, { ...options, env: options.env as NodeJS.ProcessEnv, detached: ownGroup });
  // Without a listener, a process that cannot be started or does not read its input would end ours.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return child;
}

export interface RunSyncOptions {
  cwd?: string;
  /** Default: this process's own. */
  env?: Variables;
  /** Text for its stdin; `inherit` hands it ours. Default: nothing to read. */
  stdin?: 'inherit' | { text: string };
  /** Default: stderr is discarded. */
  collectStderr?: boolean;
  timeoutMs?: number;
  /** Of stdout and of stderr; beyond that the process is killed. */
  maxBytes?: number;
}

/**
 * Runs a process to its end while this one waits: for `exit` handlers, where nothing else can run, and for what has to be
 * known before anything goes on. Keeps our process group, and with it the terminal. Never throws.
 */
export function runSync(
  command: string,
  args: readonly string[],
  { cwd, env, stdin, collectStderr = false, timeoutMs, maxBytes = 1024 * 1024 }: RunSyncOptions = {},
): ProcessResult {
  try {
    const { error, status, signal, stdout, stderr } = spawnSync(command, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      ...(typeof stdin === 'object' && { input: stdin.text }),
      stdio: [
        stdin === 'inherit' ? 'inherit' : stdin === undefined ? 'ignore' : 'pipe',
        'pipe',
        collectStderr ? 'pipe' : 'ignore',
      ],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxBytes,
    });
    const end = endOf(error, status, signal);
    return { end, stdout: bytes(stdout), stderr: bytes(stderr), truncated: end.kind === 'too-much-output' };
  } catch (error) {
    return { end: { kind: 'not-started', error: error as Error }, stdout: bytes(), stderr: bytes(), truncated: false };
  }
}

function endOf(error: Error | undefined, code: number | null, signal: NodeJS.Signals | null): ProcessResult['end'] {
  if (errorCode(error) === 'ENOBUFS') return { kind: 'too-much-output' };
  // If only something it left behind was still writing, it has exited all the same.
  if (errorCode(error) === 'ETIMEDOUT' && signal !== null) return { kind: 'timed-out' };
  return error && code === null && signal === null ? { kind: 'not-started', error } : { kind: 'exited', code, signal };
}

const bytes = (output?: Buffer | null) => output ?? Buffer.alloc(0);
