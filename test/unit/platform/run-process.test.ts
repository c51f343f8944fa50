import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunOptions, run } from '../../../src/platform/run-process.ts';
import { exitCode, runSync } from '../../../src/platform/spawn.ts';
import { processesWith } from '../../support/processes.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder } from '../folder.ts';

/** A shell line in a folder of its own, whose processes are found by that folder's name. */
function shell(script: string, options: Partial<RunOptions> = {}) {
  const cwd = temporaryFolder();
  const result = run('/bin/sh', ['-c', script], {
    cwd,
    env: { PATH: process.env.PATH, MARK: cwd },
    timeoutMs: 60_000,
    maxBytes: 1000,
    ...options,
  });
  return { cwd, result, gone: () => until('all to be gone', () => processesWith(cwd).length === 0) };
}

const exited = (code: number) => ({ kind: 'exited', code, signal: null });

describe('run', () => {
  it('collects stdout, and stderr where asked to', async () => {
    const script = 'echo out; echo err >&2; exit 7';
    expect(await shell(script).result).toEqual({
      end: exited(7),
      stdout: Buffer.from('out\n'),
      stderr: Buffer.alloc(0),
      truncated: false,
    });
    expect((await shell(script, { collectStderr: true }).result).stderr.toString()).toBe('err\n');
  });

  it('hands over input, also to a process that does not read it', async () => {
    expect((await shell('cat', { input: 'text' }).result).stdout.toString()).toBe('text');
    expect((await shell('exit 3', { input: 'x'.repeat(1_000_000) }).result).end).toEqual(exited(3));
  });

  it('with nothing to read, the process reads the end at once', async () => {
    expect((await shell('cat; echo end').result).stdout.toString()).toBe('end\n');
  });

  it.each([
    ['start', '1234567812', 'too-much-output'],
    ['end', '8123456789', 'exited'],
  ] as const)('keeps the %s of the output, to the byte', async (keep, expected, kind) => {
    const script = 'for n in 1 2 3 4 5; do printf 12345678; done; printf 9';
    const { end, stdout, truncated } = await shell(script, { maxBytes: 10, keep }).result;
    expect([stdout.toString(), truncated, end.kind]).toEqual([expected, true, kind]);
  });

  it('exactly as much as is kept is not too much', async () => {
    const { end, stdout, truncated } = await shell('printf 1234567890', { maxBytes: 10 }).result;
    expect([end, stdout.toString(), truncated]).toEqual([exited(0), '1234567890', false]);
  });

  it('ends the group at the deadline', async () => {
    const { result, gone } = shell('sleep 300 & sleep 300', { timeoutMs: 300 });
    expect(await result).toMatchObject({ end: { kind: 'timed-out' }, truncated: false });
    await gone();
  });

  it('ends the group when aborted, with what was written so far; and starts nothing after that', async () => {
    const controller = new AbortController();
    const { cwd, result, gone } = shell('echo begun; touch up; sleep 300', { signal: controller.signal });
    await until('it to be up', () => existsSync(join(cwd, 'up')));
    controller.abort();
    expect(await result).toMatchObject({ end: { kind: 'aborted' }, stdout: Buffer.from('begun\n'), truncated: false });
    await gone();
    const late = shell('touch up', { signal: controller.signal });
    expect((await late.result).end).toEqual({ kind: 'aborted' });
    expect(existsSync(join(late.cwd, 'up'))).toBe(false);
  });

  it('leaves what a process has left behind without its streams, unless told to end the tree', async () => {
    const script = 'sleep 300 >/dev/null & echo $!';
    const kept = await shell(script).result;
    const pid = Number(kept.stdout.toString());
    expect(process.kill(pid, 'SIGKILL')).toBe(true);
    const { result, gone } = shell(script, { killTree: true });
    expect((await result).end).toEqual(exited(0));
    await gone();
  });

  it.each([
    ['no such program', '/none/at/all', '/'],
    ['no such folder', '/bin/sh', '/none/at/all'],
    ['a name that cannot be an argument', 'a\0b', '/'],
  ])('%s is returned, not thrown', async (_, command, cwd) => {
    const { end } = await run(command, [], { cwd, env: {}, timeoutMs: 60_000, maxBytes: 10 });
    expect(end).toMatchObject({ kind: 'not-started', error: expect.any(Error) });
  });

  it('twenty at once leave no listener behind', async () => {
    const before = process.listenerCount('exit');
    const all = Promise.all(Array.from({ length: 20 }, () => shell('exit 0').result));
    expect(process.listenerCount('exit')).toBe(before + 1);
    await all;
    expect(process.listenerCount('exit')).toBe(before);
  });
});

describe('runSync', () => {
  const sh = (script: string, options = {}) => runSync('/bin/sh', ['-c', script], options);

  it('collects stdout, and stderr where asked to', () => {
    const result = sh('cat; echo err >&2; exit 7', { stdin: { text: 'in' }, collectStderr: true });
    expect([result.end, result.stdout.toString(), result.stderr.toString()]).toEqual([exited(7), 'in', 'err\n']);
    expect(exitCode(result)).toBe(7);
    expect(sh('echo err >&2').stderr.toString()).toBe('');
  });

  it.each([
    ['timed-out', 'echo begun; exec sleep 300', { timeoutMs: 100 }],
    ['too-much-output', 'exec yes', { maxBytes: 100 }],
  ])('%s', (kind, script, options) => {
    const result = sh(script, options);
    expect([result.end.kind, exitCode(result)]).toEqual([kind, null]);
  });

  it('tells a signal, and what could not be started', () => {
    expect(sh('kill -s TERM $$').end).toEqual({ kind: 'exited', code: null, signal: 'SIGTERM' });
    expect(runSync('/none/at/all', []).end).toMatchObject({ kind: 'not-started', error: expect.any(Error) });
    expect(runSync('a\0b', []).end).toMatchObject({ kind: 'not-started', error: expect.any(Error) });
  });
});
