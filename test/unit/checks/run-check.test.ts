import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckOutcome, CheckResult } from '../../../src/checks/check.ts';
import { outcomeOfExit, runCheck } from '../../../src/checks/run-check.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { ROOT } from '../../support/builds.ts';
import { linuxOnly } from '../../support/linux-only.ts';
import { processesWith } from '../../support/processes.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';

/** Whatever a check leaves behind is found by this, and ended with the test. */
function place() {
  const folder = temporaryFolder();
  const tag = `tag-${Math.random().toString(36).slice(2)}`;
  const env = { PATH: process.env.PATH, HOME: folder, TAG: tag };
  const left = () => processesWith(tag);
  onTestFinished(() => {
    for (const pid of left()) end(pid);
  });
  const controller = new AbortController();
  const run = (script: string, ms = 30_000, more: Record<string, string | undefined> = {}): Promise<CheckResult> =>
    runCheck({ name: 'n', run: script }, ms, {
      folder,
      env: { ...env, ...more },
      abortSignal: controller.signal,
    });
  return {
    folder,
    run,
    left,
    interrupt: () => controller.abort(),
    gone: () => until('all to be gone', () => left().length === 0),
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself.
  }
}

const failed = (exit: number | null, signal: string | null = null): CheckOutcome => ({ kind: 'failed', exit, signal });

describe('what comes of a check', () => {
  it.each<[script: string, CheckOutcome, output: string]>([
    ['true', { kind: 'passed' }, ''],
    ['echo one; echo two >&2; echo three', { kind: 'passed' }, 'one\ntwo\nthree'],
    ['echo no; exit 3', failed(3), 'no'],
    ['echo opened > /dev/stderr; echo again | tee /dev/stdout', { kind: 'passed' }, 'opened\nagain\nagain'],
    ['printf "\\033[31mred\\033[0m\\n中文"', { kind: 'passed' }, 'red\n中文'],
    ['exec >&- 2>&-; exit 4', failed(4), ''],
    ['kill -9 $$', failed(null, 'SIGKILL'), ''],
    ['kill 0; sleep 60', failed(null, 'SIGTERM'), ''],
    ['read -r line; echo "<$line>"', { kind: 'passed' }, '<>'],
    ['echo quietly; nothing-of-this-name', failed(127), expect.stringContaining('quietly\n')],
    ['./test.sh', failed(127), expect.stringContaining('nothing-of-this-name')],
    ['if true\nthen echo yes\nfi', { kind: 'passed' }, 'yes'],
  ])('%j', async (script, outcome, output) => {
    const { run, folder, gone } = place();
    write(join(folder, 'test.sh'), '#!/bin/sh\nnothing-of-this-name\n', 0o755);
    expect(await run(script)).toMatchObject({ name: 'n', run: script, outcome, output, reused: false });
    await gone();
  });

  it.each<[what: string, script: string]>([
    ['a command that is not there', 'nothing-of-this-name --now'],
    ['a command that is not there, with variables', 'A=1 B=2 nothing-of-this-name'],
    ['a command that is not there, in place of the shell', 'exec nothing-of-this-name'],
    ['a file that is not there', './nothing.sh'],
    ['a file that is not a program', './data'],
    ['a line that is not a command', 'if true; then'],
    ['a line that is too long', `: ${'x'.repeat(300_000)}`],
    ['a line that no system takes', 'a\0b'],
  ])('%s was not started', async (_, script) => {
    const { run, folder } = place();
    write(join(folder, 'data'), 'data');
    const { outcome } = await run(script);
    expect(outcome).toMatchObject({ kind: 'not-started', why: expect.stringMatching(/\S/) });
  });

  /** Each runs a script of the project, which prints what the shell would and exits as it would. */
  it.each<[what: string, script: string, says: string, exit: number]>([
    ['a program that is there', './forge', 'ccc-check: 1: npm: not found', 127],
    ['itself', './forge', 'ccc-check: 1: ./forge: not found', 127],
    ['itself, removed', './forge', 'ccc-check: 1: ./forge: Permission denied', 126],
    ['an argument', './forge lint', 'ccc-check: 1: lint: not found', 127],
    [
      'a program that comes later',
      './forge && nothing-of-this-name',
      'ccc-check: 1: nothing-of-this-name: not found',
      127,
    ],
    ['a word that only the shell knows', 'export A=1; ./forge', 'ccc-check: 1: export: not found', 127],
    ['a function', 'f() { ./forge; }; f', 'ccc-check: 1: f: not found', 127],
    ['another folder', 'cd sub && ./forge', 'ccc-check: 1: ./forge: not found', 127],
    ['another PATH', 'PATH="$PWD:$PATH" forge', 'ccc-check: 1: forge: not found', 127],
    ['a variable', 'T=./forge; "$T"', 'ccc-check: 1: $T: not found', 127],
    ['a mistake in the line', './forge', 'ccc-check: 1: Syntax error: "fi" unexpected', 2],
  ])('a script cannot pretend that it was not started: %s', async (_, script, says, exit) => {
    const { run, folder } = place();
    const forge = `#!/bin/sh\nrm -f forge\necho '${says}'\nexit ${exit}\n`;
    write(join(folder, 'forge'), forge, 0o755);
    write(join(folder, 'sub/forge'), forge, 0o755);
    expect((await run(script)).outcome).toEqual(failed(exit));
  });

  it('a folder that is gone: not started', async () => {
    const { folder } = place();
    const gone = join(folder, 'gone');
    const surroundings = { folder: gone, env: {}, abortSignal: new AbortController().signal };
    const { outcome } = await runCheck({ name: 'n', run: 'true' }, 5000, surroundings);
    expect(outcome).toEqual({ kind: 'not-started', why: `there is no folder ${gone}` });
  });

  it('it runs in the folder, with the environment of checks', async () => {
    const { run, folder } = place();
    const secret = 'a-key-nobody-may-see';
    const { output } = await run(
      'pwd -P; echo "$CI ${ANTHROPIC_API_KEY-none} ${CLAUDECODE-none} $OTHER_TOKEN"',
      30_000,
      {
        ANTHROPIC_API_KEY: secret,
        OTHER_TOKEN: secret,
        CLAUDECODE: '1',
      },
    );
    expect(output).toBe(`${realpathSync(folder)}\ntrue none none [redacted]`);
  });

  it('without a PATH too', async () => {
    const { run } = place();
    expect((await run('echo yes', 30_000, { PATH: undefined })).outcome).toEqual({ kind: 'passed' });
    expect((await run('echo yes', 30_000, { PATH: '/no/such/folder' })).output).toBe('yes');
  });

  it('of a flood the end is kept', async () => {
    const { run } = place();
    const { output, leftOut, outcome } = await run(
      'yes "a line of some length" | head -n 4000000; echo the end; exit 1',
    );
    expect(outcome).toEqual(failed(1));
    expect(output).toMatch(/^a line of some length\n[\s\S]*\nthe end$/);
    expect(leftOut).toBeGreaterThan(80_000_000);
  });

  it('nothing of ours is left in the temporary folder', async () => {
    const { run } = place();
    const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith('ccc-check-'));
    const before = new Set(ours());
    const { output } = await run('ls -d "${TMPDIR:-/tmp}"/ccc-check-*');
    expect(output).not.toBe('');
    const mine = output.split('\n').filter((path) => !before.has(path.split('/').at(-1) as string));
    await until('it to be removed', () => !mine.some(existsSync));
  });
});

/** Each leaves the tree of its shell in another way, and none ends when it is asked to. */
const LEAVERS = [
  ['a child', 'sleep 300 &'],
  ['a grandchild that is nobody’s child', '(sleep 300 &)'],
  ['a session of its own', 'setsid sleep 300 &'],
  ['a session of its own, twice forked', '(setsid sh -c "sleep 300 & wait" &)'],
  ['nohup', '(nohup sleep 300 > /dev/null 2>&1 &)'],
  ['deaf to SIGTERM', `(trap '' TERM HUP INT; setsid sh -c 'while :; do sleep 1; done' &)`],
] as const;

linuxOnly('setsid').describe('nothing is left running', () => {
  it.each(LEAVERS)('%s, at the deadline', async (_, leaver) => {
    const { run, folder, gone } = place();
    const { outcome, output } = await run(`trap '' TERM; ${leaver}\necho up; touch up; sleep 300; sleep 300`, 2000);
    expect([outcome, output]).toEqual([{ kind: 'timed-out', seconds: 2 }, 'up']);
    expect(existsSync(join(folder, 'up'))).toBe(true);
    await gone();
  });

  it.each(LEAVERS)('%s, after a normal end', async (_, leaver) => {
    const { run, gone } = place();
    const { outcome, output } = await run(`${leaver}\necho ended; exit 5`);
    expect([outcome, output]).toEqual([failed(5), 'ended']);
    await gone();
  });

  it.each(LEAVERS)('%s, when we are interrupted', async (_, leaver) => {
    const { run, folder, gone, interrupt } = place();
    const running = run(`${leaver}\ntouch up; sleep 300`);
    await until('it to be up', () => existsSync(join(folder, 'up')));
    interrupt();
    expect((await running).outcome).toEqual({ kind: 'interrupted' });
    await gone();
  });

  it('one that starts others as fast as it can', async () => {
    const { run, gone } = place();
    const { outcome } = await run('while :; do (setsid sleep 300 &); sleep 0.02; done', 1200);
    expect(outcome.kind).toBe('timed-out');
    await gone();
  });

  it('interrupted before it began: nothing is started', async () => {
    const { run, folder, interrupt } = place();
    interrupt();
    expect((await run('touch started')).outcome).toEqual({ kind: 'interrupted' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('what somebody else has started is left alone', async () => {
    const { run, folder } = place();
    const other = place();
    const running = other.run('touch up; sleep 300');
    await until('the other to be up', () => existsSync(join(other.folder, 'up')));
    mkdirSync(join(folder, 'x'));
    expect((await run('true')).outcome).toEqual({ kind: 'passed' });
    expect(other.left().length).toBeGreaterThan(0);
    other.interrupt();
    await running;
  });

  it('a check within a check is ended with it', async () => {
    const outer = place();
    const seen = write(join(outer.folder, 'seen'), '');
    await outer.run(
      `CCC_CHECK="$CCC_CHECK.inner" setsid sh -c 'echo "$CCC_CHECK" > ${seen}; sleep 300' & sleep 300`,
      1500,
    );
    expect(readFileSync(seen, 'utf8')).toMatch(/^[0-9a-f]{32}\.inner\n$/);
    await outer.gone();
  });
});

linuxOnly('command lines in /proc').describe('killed outright while a check is being started', () => {
  /** A program that runs a check, with a folder for temporary things of its own. */
  function hook(bin: Record<string, string>, script = 'true') {
    const folder = temporaryFolder();
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    for (const [name, text] of Object.entries(bin)) write(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, 0o755);
    const source = write(
      join(folder, 'hook.ts'),
      `import { runCheck } from ${JSON.stringify(join(ROOT, 'src/checks/run-check.ts'))};
const surroundings = { folder: ${JSON.stringify(folder)}, env: process.env, abortSignal: new AbortController().signal };
void runCheck({ name: 'n', run: ${JSON.stringify(script)} }, 60_000, surroundings);
`,
    );
    const program = join(folder, 'hook.mjs');
    const bun = join(ROOT, 'node_modules/.bin/bun');
    execFileSync(bun, ['build', source, '--target=node', `--outfile=${program}`], { stdio: 'ignore' });
    const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, TMPDIR: temporary };
    const run = (runtime: string) =>
      spawnSync(runtime === 'bun' ? bun : process.execPath, [program], { env, stdio: 'ignore', timeout: 60_000 });
    const processes = () =>
      readdirSync('/proc').filter((pid) => {
        try {
          return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(temporary);
        } catch {
          return false;
        }
      });
    onTestFinished(() => {
      for (const pid of processes()) end(Number(pid));
    });
    return { run, processes, folders: () => readdirSync(temporary), temporary };
  }

  const KILLERS: [when: string, bin: Record<string, string>][] = [
    ['the pipe is made', { mkfifo: 'kill -9 $PPID; exec /usr/bin/mkfifo "$@"' }],
    ['its reader begins', { cat: 'kill -9 $PPID; exec /bin/cat "$@"' }],
    ['its reader waits', { cat: '(sleep 0.3; kill -9 $PPID) < /dev/null > /dev/null & exec /bin/cat "$@"' }],
  ];

  it.each(KILLERS.flatMap(([when, bin]) => ['node', 'bun'].map((runtime) => ({ when, bin, runtime }))))(
    'when $when, in $runtime: nothing is left',
    async ({ bin, runtime }) => {
      const { run, processes, folders } = hook(bin, 'sleep 30');
      expect(run(runtime).signal).toBe('SIGKILL');
      await until('all to be gone', () => folders().length === 0 && processes().length === 0);
    },
  );

  it('what was left all the same is removed by the next', async () => {
    const { run, processes, folders, temporary } = hook({});
    const gone = spawnSync('true').pid;
    const left = (pid: number) => join(temporary, `ccc-check-${hostTag()}.${pid}.0123456789abcdef`);
    for (const pid of [gone, process.pid]) mkdirSync(left(pid));
    execFileSync('mkfifo', [join(left(gone), 'output')]);
    spawn('cat', [join(left(gone), 'output')], { stdio: 'ignore' });
    mkdirSync(join(temporary, 'ccc-check-of-another'));
    expect(run('node').status).toBe(0);
    await until('all to be gone', () => folders().length === 2 && processes().length === 0);
    expect(existsSync(left(gone))).toBe(false);
  });
});

describe('the outcome of a shell that has exited', () => {
  const failed = (exit: number): CheckOutcome => ({ kind: 'failed', exit, signal: null });

  it.each<[exit: number, output: string, outcome: CheckOutcome]>([
    [0, '', { kind: 'passed' }],
    [0, 'ccc-check: 1: x: not found', { kind: 'passed' }],
    [1, '', failed(1)],
    [127, 'ccc-check: 1: foo: not found', { kind: 'not-started', why: 'foo: not found' }],
    [127, 'ccc-check: line 1: foo: command not found\n', { kind: 'not-started', why: 'foo: command not found' }],
    [126, 'ccc-check: 1: ./x: Permission denied', { kind: 'not-started', why: './x: Permission denied' }],
    [2, 'ccc-check: 1: Syntax error: "fi" unexpected', { kind: 'not-started', why: 'Syntax error: "fi" unexpected' }],
    [
      2,
      "ccc-check: -c: line 1: unexpected EOF while looking for matching `'`\nccc-check: -c: line 2: syntax error",
      {
        kind: 'not-started',
        why: "-c: line 1: unexpected EOF while looking for matching `'`\n-c: line 2: syntax error",
      },
    ],
    // A script's own: it was started, and something is wrong with it.
    [127, 'ccc-check: 1: npm: not found', failed(127)],
    [127, '', failed(127)],
    [127, './test.sh: 3: foo: not found', failed(127)],
    [127, 'sh: 1: foo: not found', failed(127)],
    [127, '3 tests failed\nccc-check: 1: foo: not found', failed(127)],
    [127, 'ccc-check: 1: foo: not found\nccc-check: 1: bar: not found', failed(127)],
    [126, 'Permission denied', failed(126)],
    [2, 'ccc-check: 1: cannot open x: No such file', failed(2)],
    [2, 'a.c:1: syntax error', failed(2)],
    [1, 'ccc-check: 1: foo: not found', failed(1)],
  ])('exit %d with %j', (exit, output, outcome) => {
    const line = { missing: /\.\/x/.exec(output)?.[0] ?? 'foo', isValid: () => false };
    expect(outcomeOfExit(exit, null, output, line)).toEqual(outcome);
  });

  it('a signal is a failure', () =>
    expect(outcomeOfExit(null, 'SIGSEGV', '', { missing: undefined, isValid: () => true })).toEqual({
      kind: 'failed',
      exit: null,
      signal: 'SIGSEGV',
    }));
});
