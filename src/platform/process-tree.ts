import { readdirSync } from 'node:fs';
import { procStat } from './process-alive.ts';
import { type ChildProcess, runSync } from './spawn.ts';

/** Claude Code kills a hook 1.5 s after SIGTERM. Twice this has to fit into it. */
const GRACE_MS = 600;

/** Ends a process and everything below it. `remembered` are descendants that may have lost their parent since. */
export async function endTree(child: ChildProcess, remembered: number[] = []): Promise<void> {
  if (child.pid === undefined) return;
  const below = new Set([...remembered, ...descendantsOf(child.pid)]);
  if (isAlive(child)) {
    child.kill('SIGTERM');
    await waitForExit(child, GRACE_MS);
    for (const pid of descendantsOf(child.pid)) below.add(pid);
    if (isAlive(child)) {
      child.kill('SIGKILL');
      await waitForExit(child, GRACE_MS);
    }
  }
  for (const pid of below) kill(pid);
}

/** The same without waiting, for `exit` handlers. */
export function killTreeNow(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const below = descendantsOf(child.pid);
  if (isAlive(child)) child.kill('SIGKILL');
  below.forEach(kill);
}

/**
 * Kills a process that leads a group of its own, and everything below it, without a chance to clean up. All are stopped
 * first: a process that gets SIGTERM, or whose parent has just died, could start another one that would not be found.
 * `others` finds processes that have left the tree but belong to it.
 */
export function stopAndKillTree(child: ChildProcess, others: () => number[] = () => []): void {
  if (child.pid === undefined) return;
  const known = new Set([...(isAlive(child) ? [child.pid] : []), ...others()]);
  for (let before = 0; before < known.size; ) {
    before = known.size;
    for (const pid of known) signal(pid, 'SIGSTOP');
    for (const pid of [...descendantsOf(...known), ...others()]) known.add(pid);
  }
  // The groups too: they still contain processes that have lost their parent.
  for (const pid of [child.pid, ...known]) signal(-pid, 'SIGKILL');
  known.forEach(kill);
}

export const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

export function waitForExit(child: ChildProcess, patienceMs: number): Promise<void> {
  if (!isAlive(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether a process is stopped, as by Ctrl-Z. */
export function isStopped(pid: number): boolean {
  try {
    const state = process.platform === 'linux' ? procStat(pid) : ps('-o', 'state=', '-p', String(pid));
    return state.trim().startsWith('T');
  } catch {
    return false;
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
      return [[Number(name), Number(procStat(Number(name)).split(' ')[1])]];
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

/** A negative pid addresses the process group with that leader. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}
