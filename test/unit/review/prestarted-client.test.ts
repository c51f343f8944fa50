import type { ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive, waitForExit } from '../../../src/platform/process-tree.ts';
import { type ClientStart, PrestartedClient } from '../../../src/review/prestarted-client.ts';

const WAITING: ClientStart = { command: 'sleep', args: ['60'], cwd: '/', env: { PATH: process.env.PATH } };

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A client that has been started early, and everything it had to say. */
function begin(expected: ClientStart) {
  const seen = { stderr: '', mismatches: 0, killed: [] as number[] };
  const client = new PrestartedClient(expected, {
    stderr: (text) => {
      seen.stderr += text;
    },
    mismatch: () => seen.mismatches++,
    killed: (pid) => seen.killed.push(pid),
  });
  const note = (child: ChildProcess) => {
    started.push(child);
    return child;
  };
  return { seen, early: note(client.process), client, for: (start: ClientStart) => note(client.takeFor(start)) };
}

describe('what the SDK asks for', () => {
  it.each<[why: string, wanted: ClientStart]>([
    ['the very same', { ...WAITING }],
    ['the same with variables that are not set', { ...WAITING, env: { ...WAITING.env, NOT_SET: undefined } }],
    ['the same and more that does not matter', { ...WAITING, signal: new AbortController().signal } as ClientStart],
  ])('%s: it gets the one that is booting', (_, wanted) => {
    const { early, seen, client, for: ask } = begin(WAITING);
    expect(ask(wanted)).toBe(early);
    expect(client.process).toBe(early);
    expect(seen.mismatches).toBe(0);
  });

  it.each<[why: string, wanted: ClientStart]>([
    ['another argument', { ...WAITING, args: ['61'] }],
    ['one argument more', { ...WAITING, args: ['60', '1'] }],
    ['another folder', { ...WAITING, cwd: '/tmp' }],
    ['another variable', { ...WAITING, env: { ...WAITING.env, ANTHROPIC_API_KEY: 'x' } }],
    ['another value', { ...WAITING, env: { PATH: '/usr/bin:/bin' } }],
  ])('%s: it gets its own, and the other is ended', async (_, wanted) => {
    const { early, seen, client, for: ask } = begin(WAITING);
    const child = ask(wanted);
    expect(child.pid).not.toBe(early.pid);
    expect(client.process).toBe(child);
    expect(child.spawnargs).toEqual(['sleep', ...wanted.args]);
    expect(seen.mismatches).toBe(1);
    await waitForExit(early, 5000);
    expect([isAlive(early), isAlive(child)]).toEqual([false, true]);
    expect(new Set(seen.killed)).toEqual(new Set([early.pid]));
  });

  it('the same, but the one that was booting has died: it gets a new one', async () => {
    const { early, seen, for: ask } = begin(WAITING);
    early.kill('SIGKILL');
    await waitForExit(early, 5000);
    const child = ask(WAITING);
    expect(child.pid).not.toBe(early.pid);
    expect(isAlive(child)).toBe(true);
    expect(seen.mismatches).toBe(0);
  });
});

it('the end of this process is listened for only while the client runs', async () => {
  const before = process.listeners('exit');
  const { early } = begin(WAITING);
  // Those of the tests before this one may go at any time.
  const added = () => process.listeners('exit').filter((listener) => !before.includes(listener));
  expect(added()).toHaveLength(1);
  early.kill('SIGKILL');
  await waitForExit(early, 5000);
  expect(added()).toEqual([]);
});

it('what it says to people is passed on', async () => {
  const { early, seen } = begin({ ...WAITING, command: 'sh', args: ['-c', 'echo hello >&2'] });
  await new Promise((resolve) => early.once('close', resolve));
  expect(seen.stderr).toBe('hello\n');
});

it('a program that cannot be started takes nothing down with it', async () => {
  const { early } = begin({ ...WAITING, command: 'no-such-program-at-all' });
  const failed = new Promise((resolve) => early.once('error', resolve));
  early.stdin?.write('lost');
  await failed;
  expect(early.pid).toBeUndefined();
});
