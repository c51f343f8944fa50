import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { ownerOf } from '../../../src/hook/event-owner.ts';
import { StateFiles } from '../../../src/hook/state-file.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { runningProcess } from '../../../src/platform/process-ancestry.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) process.kill(-(child.pid as number), 'SIGKILL');
});

/** A process that starts others, which stay: the pid of each is printed on a line, the outermost first. */
async function chain(script: string): Promise<number[]> {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  started.push(child);
  let printed = '';
  while (!printed.includes('up')) printed += String((await once(child.stdout, 'data'))[0]);
  return [child.pid as number, ...printed.split('\n').filter(Boolean).map(Number)].filter(Number.isFinite);
}

/** A shell that starts a program is, for a moment, still a shell. */
const asleep = (pid: number) =>
  until('the program to run', async () => (await runningProcess(pid))?.args[0] === 'sleep');

function setUp(launcher: number, all: Record<string, string>) {
  const dir = temporaryFolder();
  const settings = join(dir, 'ccc', `launch-${hostTag()}.${launcher}.settings.json`);
  const env = readEnv({
    CCC_CONFIG_DIR: dir,
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: dir,
    CCC_SUPERVISOR_ID: 'launch',
    CCC_LAUNCH_SETTINGS: settings,
    ...all,
  });
  const paths = pathsOf(env);
  const states = new StateFiles(paths, 'en');
  const known = (id: string, pid: number, sessionId = 's') => {
    const at = new Date().toISOString();
    const state = { sessionId, enabled: true, count: 1, createdAt: at, updatedAt: at, client: { pid, at } };
    states.update(id, () => ({ next: state }));
  };
  // By default the client itself, in place of a hook that it starts.
  const owner = (hook = env.clientPid) => ownerOf({ session_id: 's' }, env, paths, states, hook);
  return { dir, owner, known };
}

const GONE = '4194303';
const LAUNCHED = { id: 'launch', isByHand: false, launcher: process.pid };
/** The id counts, though nothing shows that its launcher started the client. */
const KEPT = { id: 'launch', isByHand: false };
const OWN = { id: 's', isByHand: false };

describe('a launch', () => {
  it('its client, which the launcher started', async () => {
    const [client = 0] = await chain('echo up; sleep 60');
    expect(await setUp(process.pid, { CLAUDE_PID: String(client) }).owner()).toEqual(LAUNCHED);
  });

  it('its client, which a script starts and waits for', async () => {
    const [, client = 0] = await chain('sleep 60 & echo $!; echo up; wait');
    expect(await setUp(process.pid, { CLAUDE_PID: String(client) }).owner()).toEqual(LAUNCHED);
  });

  it('a client that a client’s shell started', async () => {
    // A client by its name.
    const claude = join(temporaryFolder(), 'claude');
    const script = write(`${claude}.sh`, `exec -a '${claude}' bash -c 'sleep 60 & echo $!; echo up; wait'`);
    const [, nested = 0] = await chain(`exec bash '${script}'`);
    await asleep(nested);
    const all = { CLAUDE_PID: String(nested), CCC_CLAUDE: claude };
    expect(await setUp(process.pid, all).owner()).toEqual(OWN);
    // Whoever starts it can leave out which launch its variables are of.
    for (const file of ['', '/x.json'])
      expect(await setUp(process.pid, { ...all, CCC_LAUNCH_SETTINGS: file }).owner()).toEqual(OWN);
  });

  it('a client that has left the tree', async () => {
    const launcher = await chain('echo up; sleep 60');
    const other = await second();
    expect(await setUp(launcher[0] as number, { CLAUDE_PID: String(other) }).owner()).toEqual(OWN);
  });

  it('a client that goes on in the background when the launcher has ended', async () => {
    const [client = 0] = await chain('echo up; sleep 60');
    expect(await setUp(Number(GONE), { CLAUDE_PID: String(client) }).owner()).toEqual(KEPT);
  });

  it.each<[why: string, all: Record<string, string>]>([
    ['an older client, which does not say who it is', {}],
    ['a launch of another machine', { CLAUDE_PID: '1', CCC_LAUNCH_SETTINGS: '/elsewhere/launch-x.1.settings.json' }],
  ])('%s keeps the id', async (_, all) => expect(await setUp(process.pid, all).owner()).toEqual(KEPT));
});

describe('without a launch', () => {
  const plain = { CCC_LAUNCH_SETTINGS: '', CCC_SUPERVISOR_ID: '' };
  it('the same session in another client, while the first is running', async () => {
    const [client = 0] = await chain('exec sleep 60 & echo $!; echo up; wait');
    const { owner, known } = setUp(1, { ...plain, CLAUDE_PID: String(await second()) });
    known('s', client);
    expect(await owner()).toEqual({ id: expect.stringMatching(/^s\.\d+$/), isByHand: false });
  });

  it('resumed in another client', async () => {
    const { owner, known } = setUp(1, { ...plain, CLAUDE_PID: String(process.pid) });
    known('s', Number(GONE));
    expect(await owner()).toEqual(OWN);
  });

  it('the id of another session, by hand', async () => {
    const { owner, known } = setUp(1, { CCC_LAUNCH_SETTINGS: '', CLAUDE_PID: String(await second()) });
    known('launch', process.pid, 'another');
    expect(await owner()).toEqual(OWN);
  });
});

/** A program that is not known to be anything else than a client. */
async function second(): Promise<number> {
  const [, pid = 0] = await chain('sleep 60 & echo $!; echo up; wait');
  await asleep(pid);
  return pid;
}

describe('a second client in the session of a launch', () => {
  it('has an id of its own', async () => {
    const client = await second();
    const { owner, known } = setUp((await chain('echo up; sleep 60; true'))[0] as number, {
      CLAUDE_PID: String(client),
    });
    known('launch', process.pid);
    expect(await owner()).toEqual({ id: `s.${client}`, isByHand: false });
  });

  it('also before the first stop', async () => {
    const client = await second();
    const launcher = (await chain('echo up; sleep 60; true'))[0] as number;
    const claudeDir = temporaryFolder();
    const { dir, owner } = setUp(launcher, { CLAUDE_PID: String(client), CLAUDE_CONFIG_DIR: claudeDir });
    write(join(dir, 'ccc', `launch-${hostTag()}.${launcher}.json`), JSON.stringify({ client_pid: 77 }));
    expect(await owner()).toEqual(OWN);
    write(join(claudeDir, 'sessions', '77.json'), JSON.stringify({ pid: 77, sessionId: 's' }));
    expect(await owner()).toEqual({ id: `s.${client}`, isByHand: false });
  });
});

describe('a process that says it is the client', () => {
  it.each<[why: string, command: string]>([
    ['a detached shell', `setsid -f bash -c 'echo $$; echo up; sleep 240; true'`],
    [
      'one under the name of the client',
      `setsid -f bash -c 'exec -a claude bash -c "echo \\$\\$; echo up; sleep 240; true"'`,
    ],
    ['python', `setsid -f python3 -c 'import os,time; print(os.getpid()); print("up", flush=True); time.sleep(240)'`],
    [
      'another script of node',
      `setsid -f node -e 'console.log(process.pid); console.log("up"); setTimeout(() => {}, 240000)'`,
    ],
  ])('%s: by hand, and told to the launch', async (_, command) => {
    const launcher = (await chain('echo up; sleep 60; true'))[0] as number;
    const [, forger = 0] = await chain(`${command}; sleep 240; true`);
    onTestFinished(() => void process.kill(-forger, 'SIGKILL'));
    const { owner, known } = setUp(launcher, { CLAUDE_PID: String(forger) });
    known('launch', process.pid);
    expect(await owner()).toEqual({ id: 'launch', isByHand: true });
  });

  it('a client that did not start the hook', async () => {
    const client = await second();
    const { owner, known } = setUp(1, { CCC_LAUNCH_SETTINGS: '', CCC_SUPERVISOR_ID: '', CLAUDE_PID: String(client) });
    known('s', process.pid);
    expect(await owner(process.pid)).toEqual({ id: 's', isByHand: true });
  });
});

describe('by hand', () => {
  it.each<[why: string, all: Record<string, string>, isByHand: boolean]>([
    ['in the shell of the session', { CLAUDE_PROJECT_DIR: '' }, true],
    ['the same', { CLAUDE_PROJECT_DIR: '', CLAUDE_CODE_SESSION_ID: 's' }, true],
    ['of another session', { CLAUDE_PROJECT_DIR: '', CLAUDE_CODE_SESSION_ID: 'other' }, false],
    ['outside of any session', { CLAUDE_PROJECT_DIR: '', CLAUDECODE: '' }, false],
  ])('%s', async (_, all, isByHand) => expect((await setUp(1, all).owner()).isByHand).toBe(isByHand));

  it('with the variables taken away, for a client that is running', async () => {
    const { owner, known } = setUp(1, { CLAUDE_PROJECT_DIR: '', CLAUDECODE: '' });
    known('launch', process.pid);
    expect(await owner()).toEqual({ id: 'launch', isByHand: true });
  });
});
