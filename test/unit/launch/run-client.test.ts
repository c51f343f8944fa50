import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runClient, SignalRelay } from '../../../src/launch/run-client.ts';
import { isStopped } from '../../../src/platform/process-tree.ts';
import { until } from '../../support/wait.ts';

/** As Claude Code does it. A client that leaves it to the kernel is not stopped where no shell watches over its group. */
const STOPS_ITSELF = `process.on('SIGTSTP', () => process.kill(process.pid, 'SIGSTOP'));`;
const GOES_ON = `process.on('SIGTSTP', () => console.log('heard'));`;

/** A client that runs, with a relay to it. A test that stopped itself would not go on: that is only counted. */
async function relayTo(script: string) {
  const child = spawn(process.execPath, ['-e', `${script} setInterval(() => {}, 1000); console.log('up');`]);
  const relay = new SignalRelay();
  onTestFinished(() => {
    relay.release();
    vi.restoreAllMocks();
    child.kill('SIGKILL');
  });
  relay.to(child);
  await once(child.stdout, 'data');
  const stops = vi.spyOn(process, 'kill').mockImplementation(() => true);
  return { child, stops };
}

const isClientStopped = (child: ChildProcess) => isStopped(child.pid as number);

// Signals that have arrived are handled one after the other, later: only by emitting them can their order be chosen.
it('one Ctrl-Z that arrives as two signals stops us once; the next one stops us again', async () => {
  const { child, stops } = await relayTo(STOPS_ITSELF);
  child.kill('SIGSTOP');
  await until('the client to stop', () => isClientStopped(child));

  process.emit('SIGCHLD', 'SIGCHLD');
  expect(stops.mock.calls).toEqual([[process.pid, 'SIGSTOP']]);
  process.emit('SIGTSTP', 'SIGTSTP');
  process.emit('SIGCHLD', 'SIGCHLD');
  expect(stops).toHaveBeenCalledTimes(1);

  process.emit('SIGCONT', 'SIGCONT');
  await until('the client to go on', () => !isClientStopped(child));
  process.emit('SIGTSTP', 'SIGTSTP');
  await until('the client to stop again', () => isClientStopped(child));
  await until('us to stop with it', () => stops.mock.calls.length === 2);
});

it('a client that goes on in spite of SIGTSTP does not stop us', async () => {
  const { child, stops } = await relayTo(GOES_ON);
  process.emit('SIGTSTP', 'SIGTSTP');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(isClientStopped(child)).toBe(false);
  expect(stops).not.toHaveBeenCalled();
});

it('before there is a client, Ctrl-Z stops us', () => {
  const stops = vi.spyOn(process, 'kill').mockImplementation(() => true);
  const relay = new SignalRelay();
  onTestFinished(() => {
    relay.release();
    vi.restoreAllMocks();
  });
  process.emit('SIGTSTP', 'SIGTSTP');
  expect(stops.mock.calls).toEqual([[process.pid, 'SIGSTOP']]);
});

it('a Ctrl-C after the client has ended does not end us: files are still being removed', async () => {
  const relay = new SignalRelay();
  onTestFinished(() => relay.release());
  expect(await runClient(process.execPath, ['-e', 'process.exit(7)'], process.env, { relay })).toEqual({ code: 7 });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    expect(process.listenerCount(signal)).toBeGreaterThan(0);
});
