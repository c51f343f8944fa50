import { spawn } from 'node:child_process';
import * as pty from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descendantsOf, isStopped } from '../../src/platform/process-tree.ts';
import { BUILDS, sample } from '../support/builds.ts';
import { commandLineOf, outcome } from '../support/processes.ts';
import { CLAUDE } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

/** Case by case: what happens to a plain `claude`, and to one that `ccc` started, must be the same. */
describe.each(BUILDS)('signals and exit status as with plain claude, $name', (build) => {
  const { api, box } = useScenario(build);

  const isClient = (pid: number) => commandLineOf(pid).startsWith(CLAUDE);
  const plain = [CLAUDE];
  const both = [plain, build.command] as const;
  const start = (command: readonly string[], args: string[]) =>
    spawn(command[0] as string, [...command.slice(1), ...args], { cwd: box.project, env: box.environment });

  it.each<[what: string, args: string[]]>(
    sample(4, [
      ['a turn', ['-p', 'hi']],
      ['an unknown option', ['-p', 'hi', '--no-such-option']],
      ['an API that refuses', ['-p', 'refuse']],
      ['its version', ['-v']],
      ['an unknown session', ['-p', 'hi', '--resume', '00000000-0000-4000-8000-000000000000']],
    ]),
  )('%s: the same output and status', async (_, args) => {
    api.script = (request) =>
      request.lastUserText.includes('refuse') ? { kind: 'error', status: 400, message: 'no' } : textReply('fine');
    const results = [];
    for (const command of both) {
      const child = start(command, args);
      child.stdin?.end();
      const { code, signal, stdout, stderr } = await outcome(child);
      results.push({ code, signal, stdout, stderr });
    }
    expect(results[1]).toEqual(results[0]);
  });

  it.each(sample(2, ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR2'] as const))(
    '%s in the middle of a turn: the same status, and no process left',
    async (signal) => {
      api.script = () => ({ kind: 'hang' });
      const results = [];
      for (const command of both) {
        const seen = api.requests.length;
        const child = start(command, ['-p', 'hi']);
        child.stdin?.end();
        const ended = outcome(child);
        await until('a request', () => api.requests.length > seen);
        child.kill(signal);
        // What it prints depends on the moment it was at.
        const { code, signal: by, stderr } = await ended;
        results.push({ code, by, stderr });
        await box.allEnded();
      }
      expect(results[1]).toEqual(results[0]);
      expect(box.files(box.cccDir).filter((file) => file.includes('launch-'))).toEqual([]);
    },
  );

  it('a client that is killed: we end by the same signal', async () => {
    api.script = () => ({ kind: 'hang' });
    const child = start(build.command, ['-p', 'hi']);
    child.stdin?.end();
    const ended = outcome(child);
    await until('a request', () => api.requests.length > 0);
    const client = descendantsOf(child.pid as number).find(isClient);
    process.kill(client as number, 'SIGKILL');
    expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(box.files(box.cccDir).filter((file) => file.includes('launch-'))).toEqual([]);
  });

  describe('in a shell with job control', () => {
    let shell: pty.IPty;
    let shown = '';
    beforeEach(async () => {
      shown = '';
      shell = pty.spawn('/bin/bash', ['--norc', '-i'], {
        cols: 100,
        rows: 30,
        cwd: box.project,
        env: { ...box.environment, PS1: 'SHELL> ' },
      });
      shell.onData((data) => {
        shown += data;
      });
      await until('a prompt', () => shown.includes('SHELL> '));
    });
    afterEach(async () => {
      shell.kill('SIGKILL');
    });
    const quote = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const clientPid = () => descendantsOf(shell.pid).find(isClient);

    /** The client alone is stopped, not by a key; then both go on. */
    async function stopAndGoOn() {
      const client = await until('the client', clientPid);
      shown = '';
      process.kill(client, 'SIGSTOP');
      await until('the shell', () => shown.includes('Stopped') && shown.includes('SHELL> '));
      shell.write('fg\r');
      await until('the client to go on', () => !isStopped(client));
    }

    it('Ctrl-Z gives the shell back, fg goes on, a resize arrives', async () => {
      shell.write(`${quote(build.command)}\r`);
      await until('the screen', () => shown.includes('❯'));
      const client = await until('the client', clientPid);
      shown = '';
      shell.write('\x1a');
      await until('the shell', () => shown.includes('Stopped') && shown.includes('SHELL> '));
      expect(isStopped(client)).toBe(true);
      shown = '';
      shell.write('fg\r');
      await until('the screen again', () => shown.includes('❯'));
      expect(isStopped(client)).toBe(false);
      shown = '';
      shell.resize(60, 30);
      await until('a redrawn screen', () => shown.match(/─+/g)?.at(-1)?.length === 60);
    });

    it('a client that is stopped by itself gives the shell back too; Ctrl-C and Ctrl-\\ during -p: the same status as plain claude in $?', async () => {
      api.script = () => ({ kind: 'hang' });
      const statuses: string[][] = [];
      for (const { keys, stopped } of sample(1, [
        { keys: '\x03', stopped: true },
        { keys: '\x1c', stopped: false },
        { keys: '\x03', stopped: false },
      ])) {
        const inShell: string[] = [];
        statuses.push(inShell);
        for (const command of both) {
          const seen = api.requests.length;
          shell.write(`${quote(command)} -p hi\r`);
          await until('a request', () => api.requests.length > seen);
          if (stopped && command !== plain) await stopAndGoOn();
          shown = '';
          shell.write(keys);
          await until('the prompt', () => shown.includes('SHELL> '));
          shown = '';
          shell.write('echo "status=$?"\r');
          inShell.push(await until('a status', () => /status=(\d+)/.exec(shown)?.[1]));
        }
      }
      for (const [own, ours] of statuses) expect(ours).toBe(own);
    });
  });
});
