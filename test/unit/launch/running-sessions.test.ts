import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { runningSessions } from '../../../src/launch/running-sessions.ts';
import { hostTag, startTicks } from '../../../src/platform/process-alive.ts';
import { temporaryFolder, write } from '../folder.ts';

const CHILD = `
const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
process.on('SIGTERM', () => { child.kill('SIGKILL'); process.exit(); });
console.log(child.pid);
`;

/** Starts a process below a program of this name and arguments; returns its pid. */
async function startBelow(name: string, ...args: string[]): Promise<number> {
  const program = write(join(temporaryFolder(), name), CHILD);
  const parent: ChildProcess = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(async () => {
    parent.kill();
    await once(parent, 'exit');
  });
  const [printed] = await once(parent.stdout as NodeJS.ReadableStream, 'data');
  return Number(printed);
}

function setUp() {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  const session = (pid: number, more: object = {}) =>
    write(
      join(paths.claudeSessions, `${pid}.json`),
      JSON.stringify({
        pid,
        sessionId: `session-${pid}`,
        cwd: '/project',
        startedAt: 1_700_000_000_000 + pid,
        ...more,
      }),
    );
  return { paths, session, pids: async () => (await runningSessions(paths)).map(({ pid }) => pid) };
}

describe('the running sessions', () => {
  it('are those whose process is running, with what their launch recorded', async () => {
    const { paths, session } = setUp();
    session(process.pid);
    session(2 ** 22 + 7);
    write(
      paths.launchRecord(`${hostTag()}.${process.pid}`),
      JSON.stringify({
        supervisor_id: 'launched',
        client_pid: process.pid,
        cwd: '/project',
        provider: 'kimi',
        started_at: '2026-01-01T00:00:00.000Z',
      }),
    );
    expect(await runningSessions(paths)).toEqual([
      {
        sessionId: `session-${process.pid}`,
        supervisorId: 'launched',
        pid: process.pid,
        cwd: '/project',
        provider: 'kimi',
        startedAt: '2026-01-01T00:00:00.000Z',
        activity: 'unknown',
      },
    ]);
  });

  it.each<[status: unknown, activity: string]>([
    ['idle', 'idle'],
    ['busy', 'busy'],
    ['waiting', 'waiting'],
    [undefined, 'unknown'],
    ['dreaming', 'unknown'],
    [7, 'unknown'],
  ])('with the status %s are %s', async (status, activity) => {
    const { paths, session } = setUp();
    session(process.pid, { status });
    expect((await runningSessions(paths)).map((one) => one.activity)).toEqual([activity]);
  });

  it('do not include one whose number another process has now, nor a record without a time', async () => {
    const { session, pids } = setUp();
    const own = startTicks(process.pid) ?? '';
    session(process.pid, { procStart: own });
    expect(await pids()).toEqual([process.pid]);
    session(process.pid, { procStart: 'Thu Nov 19 21:00:00 2026' });
    expect(await pids()).toEqual([process.pid]);
    session(process.pid, { procStart: `${own}7` });
    expect(await pids()).toEqual(process.platform === 'linux' ? [] : [process.pid]);
    for (const startedAt of [1e300, -1, null]) session(process.pid, { startedAt });
    expect(await pids()).toEqual([]);
  });

  it.each(['supervisor-hook', 'review'])('do not include a reviewer, which ccc %s has started', async (verb) => {
    const { session, pids } = setUp();
    const reviewer = await startBelow('ccc.cjs', verb);
    session(process.pid);
    session(reviewer, { entrypoint: 'sdk-ts' });
    expect(await pids()).toEqual([process.pid]);
  });

  it('include a session that another program has started through the Agent SDK', async () => {
    const { session, pids } = setUp();
    const other = await startBelow('editor.cjs', 'review');
    session(other, { entrypoint: 'sdk-ts' });
    expect(await pids()).toEqual([other]);
  });

  it.each([
    ['a prompt', 'claude.cjs', ['please run ccc review now']],
    ['a script', 'sh', ['-c', 'true ccc review x; claude -p hello']],
    ['other arguments', 'editor.cjs', ['open', '/bin/ccc', 'review']],
  ])('include one whose parent only mentions a review, in %s', async (_, name, args) => {
    const { session, pids } = setUp();
    const other = await startBelow(name, ...args);
    session(other, { entrypoint: 'sdk-ts' });
    expect(await pids()).toEqual([other]);
  });

  it('include a plain claude -p, whatever has started it', async () => {
    const { session, pids } = setUp();
    const other = await startBelow('ccc.cjs', 'review');
    session(other, { entrypoint: 'sdk-cli' });
    expect(await pids()).toEqual([other]);
  });
});
