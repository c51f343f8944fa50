import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../../../src/sandbox/run-client.ts';
import { processesWith } from '../../support/processes.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder } from '../folder.ts';

const NEVER = new AbortController().signal;
const LONG = 60_000;

describe('a client run', () => {
  const start = (script: string, cwd = temporaryFolder()) => ({
    command: '/bin/sh',
    args: ['-c', script],
    cwd,
    env: { PATH: '/usr/bin:/bin', MARK: cwd },
  });

  it('to its end, with what it said', async () => {
    const run = await runInSandbox(start('echo out; echo err >&2; exit 7'), LONG, NEVER);
    expect(run).toEqual({ ending: { kind: 'exited', code: 7, signal: null }, stdout: 'out\n', stderr: 'err\n' });
  });

  it('of which only the last words are kept', async () => {
    const run = await runInSandbox(start('head -c 100000 /dev/zero | tr "\\0" x; echo end'), LONG, NEVER);
    expect(run.stdout.length).toBeLessThan(20_000);
    expect(run.stdout).toMatch(/xend\n$/);
  });

  it('of nothing', async () => {
    const run = await runInSandbox({ ...start(''), command: join(temporaryFolder(), 'none') }, LONG, NEVER);
    expect(run.ending).toEqual({ kind: 'not-started', code: 'ENOENT' });
  });

  it('that has no end is ended with everything below it', async () => {
    const cwd = temporaryFolder();
    const run = await runInSandbox(
      start('sh -c "trap : TERM; while :; do sleep 1; done" & sleep 1000', cwd),
      300,
      NEVER,
    );
    expect(run.ending).toEqual({ kind: 'too-slow', seconds: 0.3 });
    await until('everything to be gone', () => processesWith(cwd).length === 0);
  });

  it('that is interrupted too', async () => {
    const cwd = temporaryFolder();
    const stop = new AbortController();
    const running = runInSandbox(start('sleep 1000 & touch here; sleep 1000', cwd), LONG, stop.signal);
    await until('it to be running', () => existsSync(join(cwd, 'here')));
    stop.abort();
    expect((await running).ending).toEqual({ kind: 'interrupted' });
    await until('everything to be gone', () => processesWith(cwd).length === 0);
  });

  it('is not started after an interruption', async () => {
    const cwd = temporaryFolder();
    const run = await runInSandbox(start('touch here', cwd), LONG, AbortSignal.abort());
    expect([run.ending, existsSync(join(cwd, 'here'))]).toEqual([{ kind: 'interrupted' }, false]);
  });

  it('that leaves a process with its streams behind does not hold us, and takes it along', async () => {
    const cwd = temporaryFolder();
    const run = await runInSandbox(start('sleep 1000 & echo done', cwd), LONG, NEVER);
    expect([run.ending.kind, run.stdout]).toEqual(['exited', 'done\n']);
    await until('what it left to be gone', () => processesWith(cwd).length === 0);
  });
});
