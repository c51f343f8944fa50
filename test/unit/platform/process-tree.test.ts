import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  descendantsOf,
  endTree,
  isAlive,
  killTreeNow,
  stopAndKillTree,
  waitForExit,
} from '../../../src/platform/process-tree.ts';
import { processesWith } from '../../support/processes.ts';
import { sleep } from '../../support/wait.ts';
import { temporaryFolder } from '../folder.ts';

/** Real processes: a shell, what it started, and what that started. The shell prints a line when all are up. */
const TREE = '(sleep 60 & sleep 60 & wait) & sleep 60 & echo up; wait';
/** The same, but the shell does not end when it is asked to. */
const STUBBORN = `trap '' TERM; ${TREE}; wait; wait`;
/** A process that its parent has left behind: it belongs to nobody in the tree any more. */
const LEFT_BEHIND = '(sleep 60 & echo $!); echo up; sleep 60';

async function shell(script: string, detached = false): Promise<{ child: ChildProcess; printed: string }> {
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached });
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      printed += data;
      if (printed.includes('up\n')) resolve();
    });
  });
  return { child, printed };
}

/** The tree once it has grown to `size`, ended by us if the test does not. */
async function grown(root: number, size: number): Promise<number[]> {
  await until(() => descendantsOf(root).length === size);
  const pids = descendantsOf(root);
  onTestFinished(() => {
    for (const pid of [root, ...pids].filter(runs)) process.kill(pid, 'SIGKILL');
  });
  return pids;
}

async function until(condition: () => boolean): Promise<void> {
  for (let left = 500; !condition() && left > 0; left--) await sleep(10);
  expect(condition()).toBe(true);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An orphan that has ended keeps its number until its new parent looks, which may take seconds.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

const gone = (pids: number[]) => until(() => !pids.some(runs));
const pidOf = (child: ChildProcess) => child.pid as number;

describe('a tree of processes', () => {
  it('is seen with its grandchildren', async () => {
    const { child } = await shell(TREE);
    const pids = await grown(pidOf(child), 4);
    expect(new Set(pids).size).toBe(4);
    expect(pids.every(runs)).toBe(true);
    expect(descendantsOf(process.pid)).toEqual(expect.arrayContaining([pidOf(child), ...pids]));
    await endTree(child);
  });

  it.each([
    ['that ends when it is asked to', TREE, 'SIGTERM'],
    ['that does not', STUBBORN, 'SIGKILL'],
  ])('%s is gone after endTree', async (_, script, signal) => {
    const { child } = await shell(script);
    const pids = await grown(pidOf(child), 4);
    await endTree(child);
    expect(isAlive(child)).toBe(false);
    expect(child.signalCode).toBe(signal);
    await gone([pidOf(child), ...pids]);
  });

  it('is gone though its root has ended before', async () => {
    const { child } = await shell(TREE);
    const pids = await grown(pidOf(child), 4);
    child.kill('SIGKILL');
    await waitForExit(child, 5000);
    expect(pids.every(runs)).toBe(true);
    await endTree(child, pids);
    await gone(pids);
  });

  it('what was left behind is gone too, if it is remembered', async () => {
    const { child, printed } = await shell(LEFT_BEHIND);
    const orphan = Number(printed.split('\n')[0]);
    onTestFinished(() => void (runs(orphan) && process.kill(orphan, 'SIGKILL')));
    expect(runs(orphan)).toBe(true);
    expect(descendantsOf(pidOf(child))).not.toContain(orphan);
    await endTree(child, [orphan]);
    await gone([pidOf(child), orphan]);
  });

  it('is gone after killTreeNow', async () => {
    const { child } = await shell(STUBBORN);
    const pids = await grown(pidOf(child), 4);
    killTreeNow(child);
    await gone([pidOf(child), ...pids]);
  });
});

describe('a tree that has nothing to save', () => {
  it.each([
    ['as it is', TREE],
    ['that would not end when asked', STUBBORN],
  ])('%s', async (_, script) => {
    const { child } = await shell(script, true);
    const pids = await grown(pidOf(child), 4);
    stopAndKillTree(child);
    await gone([pidOf(child), ...pids]);
  });

  it('goes with what it left behind in its group, also when it has ended itself', async () => {
    const { child, printed } = await shell('(sleep 60 >&2 & echo $!); echo up', true);
    const orphan = Number(printed.split('\n')[0]);
    await waitForExit(child, 5000);
    expect(runs(orphan)).toBe(true);
    stopAndKillTree(child);
    await gone([orphan]);
  });

  it('cannot get away by starting others', async () => {
    const mark = `41${Math.floor(Math.random() * 1e6)}`;
    const again = `while :; do sh -c 'sleep ${mark} & sleep 0.01; kill $!'; done`;
    const { child } = await shell(`(${again}) & (${again}) & echo up; wait`, true);
    stopAndKillTree(child);
    await gone([pidOf(child)]);
    await until(() => processesWith(mark).length === 0);
  });
});

describe('nothing to end', () => {
  it('a program that never started', async () => {
    const child = spawn(join(temporaryFolder(), 'none'), { stdio: 'ignore' });
    child.on('error', () => {});
    await endTree(child);
    killTreeNow(child);
    expect(child.pid).toBeUndefined();
  });

  it('a program that has ended', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await waitForExit(child, 5000);
    await endTree(child);
    killTreeNow(child);
    expect([isAlive(child), child.exitCode]).toEqual([false, 0]);
  });

  it('a process without children has none', () => expect(descendantsOf(2 ** 30)).toEqual([]));
});

describe('waiting for an end', () => {
  it('has a limit', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await waitForExit(child, 30);
    expect(isAlive(child)).toBe(true);
  });

  it('ends with the process', async () => {
    const child = spawn('sleep', ['0.05'], { stdio: 'ignore' });
    await waitForExit(child, 20_000);
    expect(isAlive(child)).toBe(false);
  });
});
