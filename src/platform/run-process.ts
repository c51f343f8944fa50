import type { Readable } from 'node:stream';
import { killGroup, stopAndKillTree, waitForExit } from './process-tree.ts';
import { type ChildProcess, type ProcessEnd, type ProcessResult, start } from './spawn.ts';

export interface RunOptions {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Text for its stdin. Default: nothing to read. */
  input?: string | undefined;
  /** Gets the process once it is started, with its stdin left open. */
  onStart?: ((child: ChildProcess) => void) | undefined;
  timeoutMs: number;
  /** Ends it. */
  signal?: AbortSignal | undefined;
  /** Of stdout and of stderr. */
  maxBytes: number;
  /** `start`: the first `maxBytes` are kept and the process is killed beyond them. `end`: the last ones are kept. */
  keep?: 'start' | 'end';
  /** Default: stderr is discarded. */
  collectStderr?: boolean;
  /** Ends everything below the process too, however it ended itself. Default: its group, at the deadline. */
  killTree?: boolean;
}

/** How long output may take to arrive after the exit. Whoever keeps the stream open for longer is another process. */
const DRAIN_MS = 200;
/** How long a killed process may take to be gone. */
const GONE_MS = 2000;

/**
 * Runs a process to its end, in a group of its own: what is started may be a script, and what hangs be below it. At the
 * deadline, when aborted, and when this process ends, the whole group is killed. Never throws.
 */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const { input, onStart, signal, timeoutMs, killTree = false } = options;
  if (signal?.aborted) return noOutput({ kind: 'aborted' });
  let child: ChildProcess;
  try {
    child = start(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: [input === undefined && !onStart ? 'ignore' : 'pipe', 'pipe', options.collectStderr ? 'pipe' : 'ignore'],
      ownGroup: true,
    });
  } catch (error) {
    return noOutput({ kind: 'not-started', error: error as Error });
  }
  const kill = () => (killTree ? stopAndKillTree(child) : killGroup(child));
  const forget = killAtExit(kill);
  let stopReading = () => {};
  const tooMuch = new Promise<ProcessResult['end']>((resolve) => {
    stopReading = () => resolve({ kind: 'too-much-output' });
  });
  const stdout = collect(child.stdout, options, stopReading);
  const stderr = collect(child.stderr, options, stopReading);
  const ended = Promise.race([waitForEnd(child, timeoutMs, signal), tooMuch]);
  onStart?.(child);
  if (input !== undefined) child.stdin?.end(input);

  const end = await ended;
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  let isWhole = end.kind !== 'exited' || (await closedWithin(streams, DRAIN_MS));
  if (!isWhole || killTree || end.kind !== 'exited') kill();
  if (child.pid !== undefined) await waitForExit(child, GONE_MS);
  // A process that has left the group as well may still have something to write.
  if (!isWhole || end.kind !== 'exited') isWhole = (await closedWithin(streams, DRAIN_MS)) || end.kind !== 'exited';
  for (const stream of streams) stream.destroy();
  forget();
  const truncated = stdout.truncated() || stderr.truncated() || !isWhole;
  return { end, stdout: stdout.bytes(), stderr: stderr.bytes(), truncated };
}

const noOutput = (end: ProcessEnd): ProcessResult => ({
  end,
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  truncated: false,
});

/** Resolves when the process has exited or could not be started, or when the caller has to end it. */
export function waitForEnd(child: ChildProcess, timeoutMs: number, signal?: AbortSignal): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const done = (end: ProcessEnd) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(end);
    };
    const abort = () => done({ kind: 'aborted' });
    // Not the `timeout` of spawn: its timer goes on if there was nothing to start.
    const timer = setTimeout(() => done({ kind: 'timed-out' }), timeoutMs);
    signal?.addEventListener('abort', abort);
    child.once('error', (error) => done({ kind: 'not-started', error }));
    child.once('exit', (code, name) => done({ kind: 'exited', code, signal: name }));
  });
}

/** Waits until everything that was written has arrived, but no longer than this; false if it has not. */
export async function closedWithin(streams: readonly Readable[], patienceMs: number): Promise<boolean> {
  const open = streams.filter((stream) => !stream.closed && !stream.readableEnded);
  if (open.length === 0) return true;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    const waiting = new Set(open);
    for (const stream of open)
      for (const event of ['end', 'close', 'error'])
        stream.once(event, () => {
          waiting.delete(stream);
          if (waiting.size > 0) return;
          clearTimeout(timer);
          resolve(true);
        });
  });
}

function collect(stream: Readable | null, { maxBytes, keep = 'start' }: RunOptions, onTooMuch: () => void) {
  let kept: Buffer[] = [];
  let size = 0;
  stream?.on('error', () => {});
  stream?.on('data', (data: Buffer) => {
    const wasFull = size >= maxBytes;
    size += data.length;
    if (keep === 'end')
      kept = size <= maxBytes ? [...kept, data] : [Buffer.concat([...kept, data]).subarray(-maxBytes)];
    else if (!wasFull) kept.push(data.subarray(0, data.length - Math.max(0, size - maxBytes)));
    if (keep === 'start' && size > maxBytes) onTooMuch();
  });
  return { bytes: () => Buffer.concat(kept), truncated: () => size > maxBytes };
}

/** One listener for all of them: Node reports more than ten as a leak. */
const running = new Set<() => void>();
const killAll = () => {
  for (const kill of running) kill();
};

function killAtExit(kill: () => void): () => void {
  running.add(kill);
  if (running.size === 1) process.on('exit', killAll);
  return () => {
    running.delete(kill);
    if (running.size === 0) process.off('exit', killAll);
  };
}
