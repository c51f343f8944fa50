import { readdirSync, readFileSync } from 'node:fs';
import { type ChildProcess, runSync } from './spawn.ts';

/** Claude Code kills a hook 1.5 s after it asked it to end: the reviewer gets the smaller part of that. */
const GRACE_MS = 600;

/** Ends a process we started and everything below it, also what its parent has already left behind. */
export async function endTree(child: ChildProcess, remembered: number[] = []): Promise<void> {
  if (child.pid === undefined) return;
  const below = new Set([...remembered, ...descendantsOf(child.pid)]);
  if (isAlive(child)) {
    child.kill('SIGTERM');
    await exitOf(child, GRACE_MS);
    for (const pid of descendantsOf(child.pid)) below.add(pid);
    if (isAlive(child)) {
      child.kill('SIGKILL');
      await exitOf(child, GRACE_MS);
    }
  }
  for (const pid of below) kill(pid);
}

/** The same, for the last moment before the process itself has to be gone: nothing can be waited for. */
export function killTreeNow(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const below = descendantsOf(child.pid);
  if (isAlive(child)) child.kill('SIGKILL');
  below.forEach(kill);
}

/**
 * Ends a process and all below it that have nothing to save. They are stopped before they are killed: one that is asked
 * to end, or whose parent has just gone, could start another in that moment, which nobody would find. `child` leads a
 * group of its own. `others` finds what has left the tree and belongs to it all the same.
 */
export function killStopped(child: ChildProcess, others: () => number[] = () => []): void {
  if (child.pid === undefined) return;
  const known = new Set([...(isAlive(child) ? [child.pid] : []), ...others()]);
  for (let before = 0; before < known.size; ) {
    before = known.size;
    for (const pid of known) signal(pid, 'SIGSTOP');
    for (const pid of [...descendantsOf(...known), ...others()]) known.add(pid);
  }
  // The groups too: what one of them started and lost is still in there.
  for (const pid of [child.pid, ...known]) signal(-pid, 'SIGKILL');
  known.forEach(kill);
}

export const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

export function exitOf(child: ChildProcess, patienceMs: number): Promise<void> {
  if (!isAlive(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether a process was stopped, as by Ctrl-Z, and waits to be continued. */
export function isStopped(pid: number): boolean {
  try {
    const state =
      process.platform === 'linux'
        ? afterName(readFileSync(`/proc/${pid}/stat`, 'utf8'))
        : ps('-o', 'state=', '-p', String(pid));
    return state.trim().startsWith('T');
  } catch {
    return false;
  }
}

/** The command's name is in brackets and may hold anything, so count from the last bracket. */
const afterName = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2);

/** The command line of the process that started this one, words joined by spaces; empty if it is not known. */
export function parentCommand(pid: number): string {
  try {
    if (process.platform !== 'linux') {
      const parent = ps('-o', 'ppid=', '-p', String(pid)).trim();
      return parent && ps('-o', 'command=', '-p', parent).trim();
    }
    const parent = afterName(readFileSync(`/proc/${pid}/stat`, 'utf8')).split(' ')[1];
    return readFileSync(`/proc/${parent}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

export function descendantsOf(...roots: number[]): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of processes()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found: number[] = [];
  for (const queue = [...roots]; queue.length > 0; ) {
    const next = children.get(queue.pop() as number) ?? [];
    found.push(...next);
    queue.push(...next);
  }
  return found;
}

function processes(): [pid: number, parent: number][] {
  try {
    return process.platform === 'linux' ? fromProc() : fromPs();
  } catch {
    return [];
  }
}

function fromProc(): [number, number][] {
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [[Number(name), Number(afterName(readFileSync(`/proc/${name}/stat`, 'utf8')).split(' ')[1])]];
    } catch {
      return [];
    }
  });
}

function fromPs(): [number, number][] {
  return ps('-A', '-o', 'pid=,ppid=')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

/** Empty if there is no `ps`, or no such process. */
const ps = (...args: string[]) => runSync('ps', args).stdout.toString();

const kill = (pid: number) => signal(pid, 'SIGKILL');

/** Kills a process that leads a group of its own, and all that are still in it. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) signal(-pid, 'SIGKILL');
}

/** A negative number is a group, if there is one that a process of this number leads. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}
