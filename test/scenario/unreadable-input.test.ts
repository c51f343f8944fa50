import { spawn as spawnOnTerminal } from '@lydell/node-pty';
import { describe, expect, it } from 'vitest';
import { block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, throughShell } from '../support/builds.ts';
import { type Finished, outcome } from '../support/processes.ts';
import { decisionOf, Sandbox } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';

const MIB = 1024 * 1024;
const BAD_ID = 'session_id may only have letters, digits, ".", "_" and "-", at most 128, and must not start with a dot';
const NO_OBJECT = 'expected a JSON object with a session_id';
const EMPTY = 'stdin is empty; Claude Code sends one JSON object';
const TOO_DEEP = 'nested more than 1000 levels deep';

/** What is on stdin → what is said about it after the fixed words. */
const UNREADABLE: [what: string, stdin: string | Buffer, message: string | RegExp][] = [
  ['nothing', '', EMPTY],
  ['white space', ' \n\t ', EMPTY],
  ['a word', 'hello', 'not JSON'],
  ['half an object', '{"session_id": "a', 'not JSON'],
  ['two objects', '{"session_id":"a"}{"session_id":"b"}', 'not JSON'],
  ['an array', '[{"session_id":"a"}]', NO_OBJECT],
  ['a string', '"session_id"', NO_OBJECT],
  ['a number', '42', NO_OBJECT],
  ['null', 'null', NO_OBJECT],
  ['no session_id', '{"hook_event_name":"Stop"}', 'session_id is missing'],
  ['session_id null', '{"session_id":null}', 'session_id is not a string'],
  ['session_id a number', '{"session_id":7}', 'session_id is not a string'],
  ['session_id an object', '{"session_id":{"id":"a"}}', 'session_id is not a string'],
  ['session_id empty', '{"session_id":""}', 'session_id is empty'],
  ['an id with /', '{"session_id":"a/b"}', BAD_ID],
  ['an id that climbs', '{"session_id":"../../outside"}', BAD_ID],
  ['the id ..', '{"session_id":".."}', BAD_ID],
  ['an id with a dot first', '{"session_id":".hidden"}', BAD_ID],
  ['an id with NUL', '{"session_id":"a\\u0000b"}', BAD_ID],
  ['an id with a newline', '{"session_id":"a\\nb"}', BAD_ID],
  ['an id that ends in a newline', '{"session_id":"a\\n"}', BAD_ID],
  ['an id with a space', '{"session_id":"a b"}', BAD_ID],
  ['an id with a backslash', '{"session_id":"a\\\\b"}', BAD_ID],
  ['an id with a letter beyond ASCII', '{"session_id":"é"}', BAD_ID],
  ['an id of 129 characters', JSON.stringify({ session_id: 'x'.repeat(129) }), BAD_ID],
  ['an id of 10,000 characters', JSON.stringify({ session_id: 'x'.repeat(10_000) }), BAD_ID],
  ['invalid UTF-8', Buffer.from('{"session_id":"\xff"}', 'latin1'), 'stdin is not valid UTF-8'],
  ['UTF-8 cut in the middle', Buffer.from('{"session_id":"\xe5\xb7"}', 'latin1'), 'stdin is not valid UTF-8'],
  ['70 MB', JSON.stringify({ session_id: 'a', last_assistant_message: 'x'.repeat(70 * MIB) }), 'larger than 64 MiB'],
  ['1,001 levels', `{"session_id":"a","x":${'['.repeat(1000)}${']'.repeat(1000)}}`, TOO_DEEP],
  ['5,000,000 levels', `{"session_id":"a","x":${'['.repeat(5_000_000)}`, TOO_DEEP],
];

const BAD_IDS_AS_ARGUMENT: [what: string, args: string[], message: string][] = [
  ['no id', ['--session-id'], '--session-id needs an id'],
  ['an empty id', ['--session-id', ''], '--session-id needs an id'],
  ['an empty id after =', ['--session-id='], '--session-id needs an id'],
  ['an id with /', ['--session-id', 'a/b'], BAD_ID],
  ['an id that climbs', ['--session-id=../a'], BAD_ID],
  ['the id ..', ['--session-id', '..'], BAD_ID],
  ['an id with a newline', ['--session-id', 'a\nb'], BAD_ID],
  ['an id of 10,000 characters', ['--session-id', 'x'.repeat(10_000)], BAD_ID],
];

const UNKNOWN_ARGUMENTS = [
  ['--bogus', ['--bogus']],
  ['bogus', ['bogus']],
  ['one too many', ['--session-id', 'a', 'b']],
  ['one too many after =', ['--session-id=a', 'b']],
  ['an empty one', ['']],
  ['beside a request for help', ['--bogus', '--help']],
] as const;

describe.each(BUILDS)('input that cannot be read, $name', (build) => {
  // Supervision is on for every session: it is the input that ends the hook, not the switch.
  const { api, box } = useScenario(build, { supervised: true, script: () => block('go on') });

  /** Runs it and checks what holds for every refusal: nothing on stdout, nothing asked, not a byte changed anywhere. */
  async function refused(run: () => Promise<Finished>): Promise<Finished> {
    const before = box.contents();
    const finished = await run();
    expect(finished.stdout).toBe('');
    expect(api.requests).toHaveLength(0);
    expect(box.contents()).toEqual(before);
    return finished;
  }

  function expectUnreadable({ code, stderr }: Finished, message: string | RegExp) {
    const [, said] = /^failed to parse hook input: (.*)\n$/.exec(stderr) ?? [];
    expect([code, said]).toEqual([2, typeof message === 'string' ? message : expect.stringMatching(message)]);
  }

  it.each(UNREADABLE)('%s on stdin: exit 2', async (_, stdin, message) => {
    const run = await refused(() => {
      const child = box.start(['supervisor-hook']);
      const finished = outcome(child);
      child.stdin?.end(stdin);
      return finished;
    });
    expectUnreadable(run, message);
  });

  it.each(BAD_IDS_AS_ARGUMENT)('--session-id with %s: exit 2', async (_, args, message) => {
    const run = await refused(() => box.ccc(['supervisor-hook', ...args], { session_id: 'good' }));
    expectUnreadable(run, message);
  });

  it.each(UNKNOWN_ARGUMENTS)('unknown argument, %s: exit 1 with the usage, for 2 would block', async (_, args) => {
    const run = await refused(() => box.ccc(['supervisor-hook', ...args], { session_id: 'good' }));
    expect([run.code, run.stderr]).toEqual([
      1,
      expect.stringMatching(/^ccc: unknown argument .+\nUsage: ccc supervisor-hook /),
    ]);
  });

  it.each([
    ['closed', '<&-'],
    ['a folder', '< .'],
    ['/dev/null', '< /dev/null'],
    ['/dev/zero, which never ends', '< /dev/zero'],
  ])('stdin is %s: exit 2', async (_, redirection) => {
    const shell = new Sandbox(throughShell(build, `exec "$@" ${redirection}`), api.url);
    try {
      const before = shell.contents();
      const run = await shell.hook('', { CCC_SUPERVISOR: '1' });
      expect(run.stdout).toBe('');
      expectUnreadable(run, /./);
      expect(shell.contents()).toEqual(before);
    } finally {
      shell.dispose();
    }
  });

  it('stdin that never ends, silent or trickling: exit 2 after about 10 s', async () => {
    const before = box.contents();
    const silent = box.start(['supervisor-hook']);
    const trickling = box.start(['supervisor-hook']);
    const drip = setInterval(() => trickling.stdin?.write(' '), 100);
    const both = await Promise.all([outcome(silent), outcome(trickling)]);
    clearInterval(drip);
    for (const run of both) {
      expect(run.stdout).toBe('');
      expectUnreadable(run, 'stdin did not end within 10 s');
      expect(run.ms).toBeGreaterThan(9_900);
      expect(run.ms).toBeLessThan(60_000);
    }
    expect(box.contents()).toEqual(before);
  });

  it('input that comes in two parts, a second apart, is whole', async () => {
    const child = box.start(['supervisor-hook'], { CCC_SUPERVISOR: '' });
    const finished = outcome(child);
    child.stdin?.write('{"session_id":');
    setTimeout(() => child.stdin?.end('"slow"}'), 1000);
    expect(decisionOf(await finished)).toEqual({ reason: 'supervisor mode disabled' });
  });

  it('--session-id does not wait for stdin', async () => {
    const child = box.start(['supervisor-hook', '--session-id', 'argued'], { CCC_SUPERVISOR: '' });
    const run = await outcome(child);
    expect(decisionOf(run)).toEqual({ reason: 'supervisor mode disabled' });
    expect(run.ms).toBeLessThan(9_000);
  });

  it('50 MB of valid input are reviewed as usual', async () => {
    const run = await box.hook({ session_id: 'large', last_assistant_message: 'x'.repeat(50 * MIB) });
    expect(decisionOf(run)).toEqual({ decision: 'block', reason: 'go on' });
    expect(box.state('large').count).toBe(1);
    expect(api.requests[0]?.lastUserText).toContain(`[… ${50 * MIB - 4000} characters left out …]`);
    expect(box.journal()).toMatchObject([{ verdict: 'block', cause: 'review', count: 1 }]);
  });

  it('a terminal as stdin: exit 2 at once, and says what the command is for', async () => {
    const [command = '', ...first] = build.command;
    let shown = '';
    const terminal = spawnOnTerminal(command, [...first, 'supervisor-hook'], {
      cols: 200,
      cwd: box.project,
      env: box.environment,
    });
    terminal.onData((data) => {
      shown += data;
    });
    const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => terminal.onExit(resolve));
    expect([exitCode, shown]).toEqual([2, expect.stringMatching(/^failed to parse hook input: .*not from a terminal/)]);
  });
});
