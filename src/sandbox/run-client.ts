import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { exitOf, killStopped } from '../platform/process-tree.ts';
import { errorCode } from '../platform/user-error.ts';

export interface SandboxStart {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** With `stream-json` both ways: what is said to it first, and who hears its lines until they have heard enough. */
  talk?: { first: string; heard(line: string): 'go on' | 'enough' };
}

export type SandboxExit =
  | { kind: 'exited'; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'not-started'; code: string }
  | { kind: 'too-slow'; seconds: number }
  | { kind: 'interrupted' };

export interface SandboxRun {
  ending: SandboxExit;
  stdout: string;
  stderr: string;
}

const TAIL_CHARS = 16 * 1024;
/** Something it left behind may keep its streams open after it. */
const DRAIN_MS = 500;
/** Until the system has taken away what was killed. */
const GONE_MS = 2000;

/** Runs the client to its end, or ends it and everything below it at the limit or when interrupted. */
export async function runInSandbox(
  start: SandboxStart,
  limitMs: number,
  interrupted: AbortSignal,
): Promise<SandboxRun> {
  if (interrupted.aborted) return { ending: { kind: 'interrupted' }, stdout: '', stderr: '' };
  let child: ChildProcessByStdio<Writable, Readable, Readable>;
  try {
    child = spawn(start.command, start.args, {
      cwd: start.cwd,
      env: start.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C reaches us alone, and we end the whole tree from its root.
      detached: true,
    });
  } catch (error) {
    // Bun throws some of what Node emits.
    return { ending: notStarted(error), stdout: '', stderr: '' };
  }
  const lastMoment = () => killStopped(child);
  process.on('exit', lastMoment);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] = (said[name] + text).slice(-TAIL_CHARS);
    });

  converse(child, start.talk);

  const timers: NodeJS.Timeout[] = [];
  const ending = await new Promise<SandboxExit>((resolve) => {
    child.once('error', (error) => resolve(notStarted(error)));
    child.once('exit', (code, signal) => {
      timers.push(setTimeout(() => resolve({ kind: 'exited', code, signal }), DRAIN_MS));
    });
    child.once('close', (code, signal) => resolve({ kind: 'exited', code, signal }));
    timers.push(setTimeout(() => resolve({ kind: 'too-slow', seconds: limitMs / 1000 }), limitMs));
    interrupted.addEventListener('abort', () => resolve({ kind: 'interrupted' }), { once: true });
  });
  timers.forEach(clearTimeout);
  lastMoment();
  if (child.pid !== undefined) await exitOf(child, GONE_MS);
  process.off('exit', lastMoment);
  return { ending, ...said };
}

function converse(child: ChildProcessByStdio<Writable, Readable, Readable>, talk: SandboxStart['talk']): void {
  // Whether it is still there to listen is told by its ending.
  child.stdin.on('error', () => {});
  if (!talk) {
    child.stdin.end();
    return;
  }
  child.stdin.write(`${talk.first}\n`);
  let rest = '';
  child.stdout.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (talk.heard(line) === 'enough') child.stdin.end();
  });
}

const notStarted = (error: unknown): SandboxExit => ({ kind: 'not-started', code: errorCode(error) ?? String(error) });
