import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { mayHaveProcesses } from '../../../src/checks/session-processes.ts';
import { linuxOnly } from '../../support/linux-only.ts';

linuxOnly('/proc').it('what the worker started is found by its variables, until it ends', async () => {
  const session = { id: 'session-of-this-test', clientPid: undefined };
  expect(await mayHaveProcesses(session)).toBe(false);
  const env = { PATH: process.env.PATH, CLAUDE_CODE_SESSION_ID: session.id, CLAUDE_PID: '999999999' };
  const left = spawn('sleep', ['600'], { detached: true, env, stdio: 'ignore' });
  try {
    await once(left, 'spawn');
    expect(await mayHaveProcesses(session)).toBe(true);
    // After /clear it has another session's id.
    expect(await mayHaveProcesses({ id: 'another', clientPid: 999999999 })).toBe(true);
    expect(await mayHaveProcesses({ id: 'another', clientPid: 1 })).toBe(false);
  } finally {
    const ended = once(left, 'exit');
    left.kill('SIGKILL');
    await ended;
  }
  expect(await mayHaveProcesses(session)).toBe(false);
});
