import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** Hands `input` to a process and waits for its end. */
export function finish(child: ChildProcess, input: string | object | null): Promise<Finished> {
  const finished = outcome(child);
  if (input !== null) child.stdin?.end(typeof input === 'string' ? input : JSON.stringify(input));
  else child.stdin?.end();
  return finished;
}

/** Waits for the end of a process. Its stdin is left alone: open until somebody closes it. */
export function outcome(child: ChildProcess): Promise<Finished> {
  const startedAt = performance.now();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (data) => out.push(data));
  child.stderr?.on('data', (data) => err.push(data));
  child.stdin?.on('error', () => {});
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) =>
      done({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        ms: performance.now() - startedAt,
      }),
    );
  });
}

/** Processes that have all `marks` in their environment or command line: whatever a test may have left behind. */
export function processesWith(...marks: string[]): number[] {
  const found = process.platform === 'linux' ? inProc(marks) : listedByPs(marks);
  return found.filter((pid) => pid !== process.pid);
}

function inProc(marks: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const about = readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return marks.every((mark) => about.includes(mark)) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        // Gone between the listing and the look, or another user's.
        return false;
      }
    })
    .map(Number);
}

/** `E` adds the environment to the command. */
function listedByPs(marks: string[]): number[] {
  const { stdout } = spawnSync('ps', ['-axEww', '-o', 'pid=,stat=,command='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, state = ''] = /^\s*(\d+)\s+(\S+)/.exec(line) ?? [];
    const isIt = !state.startsWith('Z') && marks.every((mark) => line.includes(mark.replaceAll('\0', ' ')));
    return pid && isIt ? [Number(pid)] : [];
  });
}

/** The words of its command line, joined by spaces; empty if it is gone. */
export const commandLineOf = (pid: number): string =>
  spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();

/** Linux: what it was started with, one variable to a line. */
export const variablesOf = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '\n');

export function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone by itself.
    }
  }
}
