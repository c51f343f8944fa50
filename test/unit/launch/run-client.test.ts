import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Relay } from '../../../src/launch/run-client.ts';
import { isStopped } from '../../../src/platform/process-tree.ts';
import { until } from '../../support/sandbox.ts';

const client = () => spawn('sleep', ['60'], { stdio: 'ignore' });
let child: ReturnType<typeof client>;
let relay: Relay;
beforeEach(() => {
  child = client();
  relay = new Relay();
  relay.to(child);
});
afterEach(() => {
  relay.release();
  vi.restoreAllMocks();
  child.kill('SIGKILL');
});

// Signals that have arrived are heard one after the other, later: only so can their order be chosen. And a test that
// stops itself would not go on, so that alone is only written down.
it('one Ctrl-Z that arrives as two signals stops us once; the next one stops us again', async () => {
  const stops = vi.spyOn(process, 'kill').mockImplementation(() => true);
  const isClientStopped = () => isStopped(child.pid as number);
  child.kill('SIGSTOP');
  await until('the client to stop', isClientStopped);

  process.emit('SIGCHLD', 'SIGCHLD');
  expect(stops.mock.calls).toEqual([[process.pid, 'SIGSTOP']]);
  process.emit('SIGTSTP', 'SIGTSTP');
  process.emit('SIGCHLD', 'SIGCHLD');
  expect(stops).toHaveBeenCalledTimes(1);

  process.emit('SIGCONT', 'SIGCONT');
  await until('the client to go on', () => !isClientStopped());
  process.emit('SIGTSTP', 'SIGTSTP');
  expect(stops).toHaveBeenCalledTimes(2);
  await until('the client to stop again', isClientStopped);
});
