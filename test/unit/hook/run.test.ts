import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supervisorMode } from '../../../src/commands/supervisor-mode.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { type HookDependencies, processDependencies } from '../../../src/hook/dependencies.ts';
import { InputError } from '../../../src/hook/protocol/input.ts';
import type { HookOutput } from '../../../src/hook/protocol/output.ts';
import { failed, type Verdict } from '../../../src/hook/rules/verdict.ts';
import { type HookMode, handleEvent } from '../../../src/hook/run.ts';
import { hookMessages } from '../../../src/i18n/hook.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import type { ReviewRequest } from '../../../src/review/review.ts';
import { temporaryFolder, write } from '../folder.ts';
import { ENTRY } from '../journal/lines.ts';
import { judgeWith, reviewOf } from './fake-judge.ts';

const ALLOW: Verdict = { kind: 'allow', feedback: 'all there' };
const BLOCK: Verdict = { kind: 'block', feedback: 'add tests' };
const FAILED = failed('api', '500 with key=hunter2');
const LATE = failed('deadline', 'no verdict within 590 s');
const ON = { CCC_SUPERVISOR: '1' };

/** A hook in a real config dir. The reviewer is ours by interface; the real one is tested in test/scenario. */
function setUp(all: Record<string, string> = ON, verdict: Verdict = ALLOW) {
  const dir = temporaryFolder();
  const project = temporaryFolder();
  const requests: ReviewRequest[] = [];
  let counted: boolean | undefined;
  const hook = async (stdin: string | object | undefined, session?: string, mode?: HookMode): Promise<HookOutput> => {
    const env = readEnv({
      ...all,
      PROJECT_TOKEN: 'hunter2',
      CCC_CONFIG_DIR: dir,
      CLAUDE_CONFIG_DIR: join(dir, 'claude'),
    });
    // As in the real hook: what is written before the patterns are loaded is masked.
    const { redact, loadRedactionPatterns } = processDependencies(env);
    const needs: HookDependencies = {
      env,
      paths: () => pathsOf(env),
      redact,
      loadRedactionPatterns,
      elapsedMs: () => 1234,
      stdin: {
        isTerminal: async () => stdin === undefined,
        readAll: async () => (typeof stdin === 'string' ? stdin : JSON.stringify(stdin)),
      },
      handleSignals: () => {
        counted = existsSync(join(dir, 'ccc', 'supervisor-s.json'));
      },
      judge: judgeWith({
        env,
        cwd: project,
        elapsedMs: () => 1234,
        review: async (request) => {
          requests.push(request);
          return reviewOf(verdict);
        },
      }),
    };
    return handleEvent(session, needs, mode);
  };
  const state = (id = 's') => JSON.parse(readFileSync(join(dir, 'ccc', `supervisor-${id}.json`), 'utf8'));
  const journal = () =>
    readFileSync(join(dir, 'ccc', 'reviews.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { dir, project, hook, state, journal, requests, wasCountedBeforeSignals: () => counted };
}

const stop = (fields: object = {}) => ({ session_id: 's', hook_event_name: 'Stop', prompt_id: 'p1', ...fields });
const question = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion' };

describe('a session that is off', () => {
  it.each([
    ['the exact id', 'my_session.1', 'my_session.1'],
    ['no token in it', 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz012345', '[redacted]'],
    ['no known secret in it', 'hunter2', '[redacted]'],
  ])('has %s in the journal', async (_, session_id, expected) => {
    const { hook, journal } = setUp({});
    await hook({ ...stop(), session_id });
    expect(journal()).toMatchObject([{ session_id: expected, cause: 'off' }]);
  });
});

describe('inside a review everything is let through, in the form of its event', () => {
  const toolAllow = { hookSpecificOutput: expect.objectContaining({ permissionDecision: 'allow' }) };
  it.each<[why: string, stdin: string | object | undefined, stdout: object]>([
    ['a stop', stop(), { reason: expect.any(String) }],
    ['a question', question, toolAllow],
    ['another tool', { hook_event_name: 'PreToolUse', tool_name: 'Bash' }, {}],
    ['no session at all', { hook_event_name: 'Stop' }, { reason: expect.any(String) }],
    ['not JSON', 'nonsense', { reason: expect.any(String) }],
    ['null', 'null', { reason: expect.any(String) }],
    ['a terminal', undefined, { reason: expect.any(String) }],
  ])('%s', async (_, stdin, stdout) => {
    const { dir, hook, requests } = setUp({ ...ON, CCC_SUPERVISOR_HOOK: '1' });
    expect(await hook(stdin)).toEqual({ exit: 0, stdout });
    expect(requests).toEqual([]);
    expect(existsSync(join(dir, 'ccc'))).toBe(false);
  });
});

describe('verdicts', () => {
  it.each<[why: string, verdict: Verdict, input: object, answer: object]>([
    [
      'allow',
      ALLOW,
      stop(),
      {
        exit: 0,
        stdout: {
          reason: 'all there',
          systemMessage: 'ccc: reviewed and approved (round 1 of 20, 1.2 s, $0.020): all there',
        },
      },
    ],
    [
      'block',
      BLOCK,
      stop(),
      {
        exit: 0,
        stdout: {
          decision: 'block',
          reason: 'add tests',
          systemMessage: expect.stringMatching(/^ccc: sent back .*round 1 of 20.*supervisor-mode off$/),
        },
      },
    ],
    ['allow in the old form', ALLOW, { session_id: 's' }, { exit: 0, stdout: { reason: 'all there' } }],
    [
      'block in the old form',
      BLOCK,
      { session_id: 's' },
      { exit: 0, stdout: { decision: 'block', reason: 'add tests' } },
    ],
    [
      'failed',
      FAILED,
      stop(),
      {
        exit: 1,
        stderr: expect.stringMatching(
          /^supervisor SDK failed: 500 with key=\[redacted\]\nNOT reviewed: the agent has stopped\.\nDetails: .*supervisor-s\.log$/,
        ),
      },
    ],
    ['too late', LATE, stop(), { exit: 124, stderr: 'hook execution timeout' }],
    ['too late for a question', LATE, question, { exit: 124, stderr: 'hook execution timeout' }],
    [
      'a task sent back',
      BLOCK,
      { session_id: 's', hook_event_name: 'TaskCompleted' },
      { exit: 2, stderr: 'add tests' },
    ],
  ])('%s', async (_, verdict, input, answer) => {
    const { hook, journal, state } = setUp(ON, verdict);
    expect(await hook(input)).toEqual(answer);
    expect(state().count).toBe(1);
    expect(journal()).toEqual([
      expect.objectContaining({
        session_id: 's',
        supervisor_id: 's',
        verdict: verdict.kind,
        cause: verdict.kind === 'failed' ? verdict.cause : 'review',
        count: 1,
        max: 20,
        cost_usd: 0.02,
        duration_ms: 1234,
      }),
    ]);
    expect(JSON.stringify(journal())).not.toContain('hunter2');
  });

  it.each([
    ['auto', 'deny'],
    ['deny', 'deny'],
    ['ask', undefined],
  ])('a question nobody could judge, on_failure %s', async (on_failure, decision) => {
    const { dir, hook } = setUp(ON, FAILED);
    write(join(dir, 'ccc.json'), JSON.stringify({ supervisor: { on_failure } }));
    const answer = await hook(question);
    if (decision === undefined) expect(answer.exit).toBe(1);
    else expect(answer).toMatchObject({ exit: 0, stdout: { hookSpecificOutput: { permissionDecision: decision } } });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});

describe('the count over several events', () => {
  it('one each; a new task after an allowed stop', async () => {
    const { hook, state, requests } = setUp(ON, ALLOW);
    await hook(question);
    await hook(stop());
    expect(state()).toMatchObject({ count: 2, settled_prompt_id: 'p1' });
    await hook(stop({ prompt_id: 'p2' }));
    expect(requests.map(({ count }) => count)).toEqual([1, 2, 1]);
  });

  it.each<[why: string, verdict: Verdict, input: object]>([
    ['a block', BLOCK, stop()],
    ['a failure', FAILED, stop()],
    ['an allowed question', ALLOW, { ...question, prompt_id: 'p1' }],
    ['an allowed subagent', ALLOW, stop({ hook_event_name: 'SubagentStop', agent_type: 'Explore' })],
  ])('%s settles nothing', async (_, verdict, input) => {
    const { hook, state } = setUp(ON, verdict);
    await hook(input);
    expect(state()).not.toHaveProperty('settled_prompt_id');
  });

  it('the user is told what they can type: the slash command where there is one', async () => {
    const { dir, hook } = setUp(ON, BLOCK);
    write(join(dir, 'ccc.json'), '{"supervisor": {"stall_after": 0}}');
    expect(JSON.stringify(await hook(stop()))).toContain('!ccc supervisor-mode off');
    write(join(dir, 'claude', 'commands', 'supervisoroff.md'), 'mine');
    expect(JSON.stringify(await hook(stop()))).toContain('!ccc supervisor-mode off');
    write(join(dir, 'claude', 'commands', 'supervisoroff.md'), '!`ccc supervisor-mode off`');
    expect(JSON.stringify(await hook(stop()))).toContain('Esc, then /supervisoroff');
  });

  it('beyond the round limit: let through, notified once, no review', async () => {
    const { dir, hook, journal, requests } = setUp(ON, BLOCK);
    write(join(dir, 'ccc.json'), '{"supervisor": {"max_iterations": 2}}');
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await hook(stop()));
    const reason = 'iteration limit reached (2); supervision paused';
    expect(answers.slice(2)).toEqual([
      { exit: 0, stdout: { reason, systemMessage: hookMessages.en.paused(2, '!ccc supervisor-mode on') } },
      { exit: 0, stdout: { reason } },
    ]);
    expect(requests).toHaveLength(2);
    expect(journal().map(({ cause }) => cause)).toEqual(['review', 'review', 'limit', 'limit']);
  });
});

describe('what is not reviewed', () => {
  it.each<[why: string, all: Record<string, string>, input: object, stdout: object, cause: string]>([
    ['off', {}, stop(), { reason: 'supervisor mode disabled' }, 'off'],
    [
      'off, a question',
      {},
      question,
      { hookSpecificOutput: expect.objectContaining({ permissionDecision: 'allow' }) },
      'off',
    ],
    [
      'a subagent still runs',
      ON,
      stop({ background_tasks: [{ type: 'subagent', status: 'running' }] }),
      {
        reason: 'subagents are still running in the background',
        systemMessage: expect.stringMatching(/^ccc: not reviewed yet: subagents are still running/),
      },
      'background',
    ],
    [
      'a compaction',
      ON,
      stop({ hook_event_name: 'SubagentStop', agent_type: '' }),
      { reason: 'a compaction is not judged' },
      'compaction',
    ],
  ])('%s', async (_, all, input, stdout, cause) => {
    const { dir, hook, journal, requests } = setUp(all);
    expect(await hook(input)).toEqual({ exit: 0, stdout });
    expect(requests).toEqual([]);
    expect(existsSync(join(dir, 'ccc', 'supervisor-s.json'))).toBe(false);
    expect(journal()).toEqual([expect.objectContaining({ verdict: 'allow', cause, count: null, cost_usd: null })]);
  });

  it('an event that nothing can block leaves no trace', async () => {
    const { dir, hook } = setUp(ON);
    expect(await hook({ session_id: 's', hook_event_name: 'Notification' })).toEqual({
      exit: 0,
      stdout: { reason: 'Notification is not judged' },
    });
    expect(existsSync(join(dir, 'ccc'))).toBe(false);
  });

  it('a client that waits for the user after a failed review tells of it, and leaves no trace', async () => {
    const { dir, hook, journal } = setUp({ ...ON, CLAUDE_CODE_SESSION_ATTENDED: '1', TERM: 'xterm' });
    const waiting = {
      session_id: 's',
      hook_event_name: 'Notification',
      prompt_id: 'p',
      notification_type: 'idle_prompt',
    };
    const answer = { reason: 'Notification is not judged' };
    expect(await hook(waiting)).toEqual({ exit: 0, stdout: answer });
    expect(existsSync(join(dir, 'ccc'))).toBe(false);
    const failed = { ...ENTRY, session_id: 's', supervisor_id: 's', prompt_id: 'p', verdict: 'failed' as const };
    appendJournal(join(dir, 'ccc', 'reviews.jsonl'), failed, (text) => text);
    const told = {
      exit: 0,
      stdout: { ...answer, terminalSequence: expect.stringContaining('review failed, NOT reviewed') },
    };
    expect(await hook(waiting)).toEqual(told);
    expect(await hook({ ...waiting, notification_type: 'permission_prompt' })).toEqual({ exit: 0, stdout: answer });
    expect(journal()).toHaveLength(1);
  });

  it('nor does it of a session that is off', async () => {
    const waiting = { session_id: 's', hook_event_name: 'Notification', notification_type: 'idle_prompt' };
    expect(await setUp({}).hook(waiting)).toEqual({ exit: 0, stdout: { reason: 'supervisor mode disabled' } });
  });

  it.each(['SessionStart', 'SessionEnd', 'StopFailure'])(
    '%s of a session that is off leaves no trace',
    async (name) => {
      const { dir, hook } = setUp({});
      expect(await hook({ session_id: 's', hook_event_name: name })).toEqual({
        exit: 0,
        stdout: { reason: 'supervisor mode disabled' },
      });
      expect(existsSync(join(dir, 'ccc'))).toBe(false);
    },
  );

  it.each<[name: string, fields: object, recorded: object]>([
    ['SessionStart', { source: 'resume' }, { session: 'started', why: 'resume' }],
    ['SessionEnd', { reason: 'logout' }, { session: 'ended', why: 'logout' }],
    ['SessionEnd', { reason: 7 }, { session: 'ended', why: '' }],
    [
      'StopFailure',
      { error: 'rate_limit', last_assistant_message: 'no more' },
      { api_error: 'rate_limit', message: 'no more', request: null },
    ],
    ['StopFailure', {}, { api_error: 'unknown', message: '' }],
  ])('%s %o is recorded, with no round and no state', async (name, fields, recorded) => {
    const { dir, hook, journal } = setUp(ON);
    const { exit } = await hook({ session_id: 's', hook_event_name: name, cwd: dir, ...fields });
    expect(exit).toBe(0);
    expect(existsSync(join(dir, 'ccc', 'supervisor-s.json'))).toBe(false);
    expect(journal()).toEqual([
      expect.objectContaining({ v: 2, session_id: 's', supervisor_id: 's', folder: dir, branch: null, ...recorded }),
    ]);
  });
});

describe('whose state it is', () => {
  it('the supervisor id, if there is one', async () => {
    const { hook, state, journal } = setUp({ ...ON, CCC_SUPERVISOR_ID: 'night-run' });
    await hook(stop());
    expect(state('night-run')).toMatchObject({ session_id: 's', count: 1 });
    expect(journal()[0]).toMatchObject({ session_id: 's', supervisor_id: 'night-run' });
  });

  it('--session-id means a stop of that session, and stdin is not read', async () => {
    const { hook, state } = setUp();
    expect(await hook(undefined, 'named')).toEqual({ exit: 0, stdout: { reason: 'all there' } });
    expect(state('named').count).toBe(1);
  });

  it('a bad supervisor id', async () => {
    const { hook } = setUp({ ...ON, CCC_SUPERVISOR_ID: '../up' });
    await expect(hook(stop())).rejects.toMatchObject({ name: 'UserError', exitCode: 1 });
  });
});

describe('what goes wrong', () => {
  it.each<[why: string, stdin: string | object | undefined]>([
    ['a terminal', undefined],
    ['not JSON', 'nonsense'],
    ['no session', { hook_event_name: 'Stop' }],
  ])('%s cannot be read', async (_, stdin) => {
    await expect(setUp().hook(stdin)).rejects.toBeInstanceOf(InputError);
  });

  it('without a count that can be written there is no review', async () => {
    const { dir, hook, requests } = setUp();
    mkdirSync(join(dir, 'ccc', 'supervisor-s.json'), { recursive: true });
    await expect(hook(stop())).rejects.toMatchObject({ name: 'UserError', exitCode: 1 });
    expect(requests).toEqual([]);
  });

  it('a journal that cannot be written is reported, and the verdict stands', async () => {
    const { dir, hook } = setUp(ON, BLOCK);
    mkdirSync(join(dir, 'ccc', 'reviews.jsonl'), { recursive: true });
    expect(await hook(stop())).toMatchObject({
      exit: 0,
      stdout: {
        decision: 'block',
        systemMessage: expect.stringContaining('The journal could not be written (EISDIR)'),
      },
    });
  });

  it.each<[why: string, all: Record<string, string>]>([
    ['off', {}],
    ['on', ON],
  ])('a broken ccc.json is reported, with supervision %s', async (_, all) => {
    const { dir, hook } = setUp(all);
    write(join(dir, 'ccc.json'), '{\n  "supervisor": \n}');
    expect(await hook(stop())).toMatchObject({
      stdout: { systemMessage: expect.stringContaining('ccc.json: 3:1, value expected; the default is used.') },
    });
  });

  it('a wrong value is logged, and the default used', async () => {
    const { dir, hook, requests } = setUp();
    write(join(dir, 'ccc.json'), '{"supervisor": {"max_iterations": 0}}');
    await hook(stop());
    expect(requests[0]?.max).toBe(20);
    expect(readFileSync(join(dir, 'ccc', 'supervisor-s.log'), 'utf8')).toContain('supervisor.max_iterations');
  });
});

it('the reviewer gets the deadlines of the event', async () => {
  const { dir, hook, requests } = setUp();
  write(join(dir, 'ccc.json'), '{"supervisor": {"timeout_seconds": 100, "question_timeout_seconds": 9}}');
  await hook(question);
  await hook(stop());
  expect(requests.map(({ deadlines }) => deadlines.endMs)).toEqual([9_000, 95_000]);
});

it('signals are handled before the round is counted, so that it gets its journal line', async () => {
  const { hook, wasCountedBeforeSignals } = setUp();
  await hook(stop());
  expect(wasCountedBeforeSignals()).toBe(false);
});

describe('/overrule in the transcript', () => {
  const SESSION = '6d6a9e3a-b908-4612-a7ea-41a01eced3c3';
  const typed = (args: string) => ({
    type: 'user',
    timestamp: new Date(Date.now() + 1000).toISOString(),
    origin: { kind: 'human' },
    message: {
      role: 'user',
      content: `<command-message>overrule</command-message>\n<command-name>/overrule</command-name>\n<command-args>${args}</command-args>`,
    },
  });
  const OURS = '!`ccc overrule --dry-run`';

  function overruling(verdict: Verdict, command: string | null = OURS, config = '{}') {
    const given = setUp(ON, verdict);
    write(join(given.dir, 'ccc.json'), config);
    if (command !== null) write(join(given.dir, 'claude', 'commands', 'overrule.md'), command);
    const transcript = write(join(given.dir, 't.jsonl'), '{"type":"user"}\n');
    const stopped = (fields: object = {}) =>
      given.hook(stop({ session_id: SESSION, transcript_path: transcript, ...fields }));
    const type = (args: string) => write(transcript, `${JSON.stringify(typed(args))}\n`);
    const causes = () =>
      given.journal().flatMap((line) => (line.mode ? [] : [line.overruled ? 'overrule' : line.cause]));
    return { ...given, stopped, type, causes };
  }

  it('what was sent back goes through once, told as overruled, and a secret in the reason is told nowhere', async () => {
    const { stopped, type, causes, journal, state, requests } = overruling(BLOCK);
    await stopped();
    type('it works,\nthe key is hunter2\u001b[31m');
    const through = await stopped();
    const systemMessage = expect.stringMatching(
      /^ccc: overruled by you, NOT approved by the reviewer: .+\(\/overrule, .+: it works, the key is \[redacted\]<U\+001B>/,
    );
    expect(through).toEqual({ exit: 0, stdout: { reason: expect.stringContaining('overruled'), systemMessage } });
    expect(requests).toHaveLength(1);
    expect(state(SESSION)).toMatchObject({ count: 1, settled_prompt_id: 'p1' });
    expect(state(SESSION)).not.toHaveProperty('approved');
    expect(JSON.stringify([journal(), state(SESSION)])).not.toContain('hunter2');
    expect(await stopped()).toMatchObject({ stdout: { decision: 'block' } });
    expect(causes()).toEqual(['review', 'overrule', 'overruled', 'review']);
  });

  it('an approval: reviewed again although nothing changed, and the reviewer is told', async () => {
    const { stopped, type, causes, requests } = overruling(ALLOW, OURS, '{"supervisor": {"skip_unchanged": true}}');
    await stopped();
    type('the README is missing');
    expect(await stopped({ prompt_id: 'p2' })).toMatchObject({
      stdout: { systemMessage: expect.stringContaining('Overruled by you: the approval of ') },
    });
    expect(causes()).toEqual(['review', 'overrule', 'review']);
    expect(requests.map(({ overruled }) => overruled?.why)).toEqual([undefined, 'the README is missing']);
  });

  it.each<[why: string, verdict: Verdict, command: string | null]>([
    ['a review that failed', FAILED, OURS],
    ['a command of that name that is the user’s own', BLOCK, 'mine'],
    ['no such command', BLOCK, null],
  ])('%s: judged as usual', async (_, verdict, command) => {
    const { stopped, type, causes } = overruling(verdict, command);
    await stopped();
    type('no');
    await stopped();
    expect(causes()).not.toContain('overrule');
    expect(causes()).toHaveLength(2);
  });

  it('a supervisor that gave up has let it stop already: judged as usual', async () => {
    const { stopped, type, causes } = overruling(BLOCK, OURS, '{"supervisor": {"stall_after": 2}}');
    await stopped();
    await stopped();
    type('no');
    await stopped();
    expect(causes()).toEqual(['review', 'stall', 'review']);
  });

  it('where supervision is off, nothing is looked for', async () => {
    const { dir, stopped, type, causes } = overruling(BLOCK);
    await stopped();
    type('no');
    const env = readEnv({ CCC_CONFIG_DIR: dir, CCC_SUPERVISOR_ID: SESSION });
    await supervisorMode('off', { env, paths: pathsOf(env) });
    await stopped();
    expect(causes()).toEqual(['review', 'off']);
  });
});

describe('a state that is not as it was left', () => {
  const told = (output: HookOutput) =>
    'stdout' in output ? String((output.stdout as { systemMessage?: string }).systemMessage) : '';
  /** Turned on by hand, and sent back once. */
  async function sentBackOnce() {
    const given = setUp({}, BLOCK);
    const path = join(given.dir, 'ccc', 'supervisor-s.json');
    const mode = (to: 'on' | 'off') => {
      const env = readEnv({ CCC_CONFIG_DIR: given.dir, CCC_SUPERVISOR_ID: 's' });
      return supervisorMode(to, { env, paths: pathsOf(env) });
    };
    await mode('on');
    await given.hook(stop());
    const edit = (fields: object) => write(path, JSON.stringify({ ...given.state(), ...fields }, null, 2));
    return { ...given, path, mode, edit };
  }

  it('removed: supervision goes on with its count, and the user is told once', async () => {
    const { hook, path, state, requests } = await sentBackOnce();
    rmSync(path);
    expect(told(await hook(stop()))).toContain('its file was removed');
    expect(state()).toMatchObject({ enabled: true, count: 2 });
    expect(state()).not.toHaveProperty('since');
    expect(told(await hook(stop()))).not.toContain('removed');
    expect(requests).toHaveLength(3);
  });

  it('removed before the first event, after it was turned on by hand', async () => {
    const { dir, hook, requests } = setUp({}, BLOCK);
    const env = readEnv({ CCC_CONFIG_DIR: dir, CCC_SUPERVISOR_ID: 's' });
    await supervisorMode('on', { env, paths: pathsOf(env) });
    rmSync(join(dir, 'ccc', 'supervisor-s.json'));
    expect(told(await hook(stop()))).toContain('its file was removed');
    expect(requests).toHaveLength(1);
  });

  it('removed before the session is resumed in another launch, or not yet of it after /clear: it stays supervised', async () => {
    const launch: Record<string, string> = { CCC_SUPERVISOR_ID: 'first' };
    const given = setUp(launch, BLOCK);
    const on = async (session: string) => {
      const env = readEnv({ CCC_CONFIG_DIR: given.dir, CLAUDE_CODE_SESSION_ID: session, ...launch });
      await supervisorMode('on', { env, paths: pathsOf(env) });
    };
    const resume = (session: string, id: string) => {
      launch.CCC_SUPERVISOR_ID = id;
      return given.hook(stop({ session_id: session }));
    };
    await on('one');
    await given.hook(stop({ session_id: 'one' }));
    // After `/clear` the state still names the session before it.
    await on('two');
    expect(await resume('two', 'second')).toMatchObject({ stdout: { decision: 'block' } });
    rmSync(join(given.dir, 'ccc', 'supervisor-first.json'));
    rmSync(join(given.dir, 'ccc', 'supervisor-second.json'));
    const output = await resume('one', 'third');
    expect(output).toMatchObject({ stdout: { decision: 'block' } });
    expect(told(output)).toContain('its file was removed');
    // What was turned off stays off.
    const env = readEnv({ CCC_CONFIG_DIR: given.dir, CCC_SUPERVISOR_ID: 'third', CLAUDE_CODE_SESSION_ID: 'one' });
    await supervisorMode('off', { env, paths: pathsOf(env) });
    expect(await resume('one', 'fourth')).toMatchObject({ stdout: { reason: 'supervisor mode disabled' } });
  });

  it('removed, and turned on again by hand: the same', async () => {
    const { hook, path, mode, state } = await sentBackOnce();
    rmSync(path);
    await mode('on');
    expect(state()).not.toHaveProperty('since');
    expect(told(await hook(stop()))).toContain('its file was removed');
  });

  it.each<[why: string, fields: object]>([
    ['off', { enabled: false }],
    ['off, without a seal', { enabled: false, seal: undefined }],
    ['a round given back', { count: 0 }],
    ['settled', { settled_prompt_id: 'p0' }],
    [
      'overruled',
      {
        overrule: {
          time: '2026-01-01T00:00:00.000Z',
          verdict: { time: '2026-01-01T00:00:00.000Z', verdict: 'block', event: 'Stop', tool: null },
          why: '',
          by: '/overrule',
          pass_pending: true,
        },
      },
    ],
    ['approved', { approved: { tree: 'any', at: '2030-01-01T00:00:00.000Z' } }],
  ])('edited, %s: it is reviewed, counted, and told', async (_, fields) => {
    const { hook, edit, state, requests } = await sentBackOnce();
    edit(fields);
    expect(told(await hook(stop()))).toContain('changed by something other than ccc');
    expect(requests).toHaveLength(2);
    expect(state()).toMatchObject({ enabled: true, count: 2 });
    expect(state().approved).toBeUndefined();
    expect(told(await hook(stop()))).not.toContain('changed by something');
  });

  it.each([
    ['', {}],
    [', with a seal', { seal: 'f00d' }],
  ])(
    'written before the first stop to say that it is off%s: nothing is reviewed, and that is told once',
    async (_, more) => {
      const { dir, hook, requests } = setUp(ON, BLOCK);
      const at = '2026-01-01T00:00:00.000Z';
      const off = { session_id: 's', enabled: false, count: 0, created_at: at, updated_at: at, ...more };
      write(join(dir, 'ccc', 'supervisor-s.json'), JSON.stringify(off));
      const output = await hook(stop());
      expect(output).toMatchObject({ exit: 0, stdout: { reason: 'supervisor mode disabled' } });
      expect(told(output)).toContain('no command of ccc wrote that');
      expect(told(await hook(stop()))).not.toContain('no command of ccc');
      expect(requests).toEqual([]);
    },
  );

  it('that cannot be used: the failure is recorded, for a run that nobody watches', async () => {
    const { dir, hook, requests } = setUp(ON, BLOCK);
    write(join(dir, 'ccc', 'supervisor-s.json'), 'garbage');
    await expect(hook(stop())).rejects.toThrow('is damaged and was moved');
    const journal = readFileSync(join(dir, 'ccc', 'reviews.jsonl'), 'utf8');
    expect(JSON.parse(journal)).toMatchObject({ verdict: 'failed', cause: 'internal', count: null });
    expect(journal).toContain('is damaged and was moved');
    expect(requests).toEqual([]);
  });

  it('turned off by the command: off, and that alone is told', async () => {
    const { hook, mode, requests } = await sentBackOnce();
    await mode('off');
    const output = await hook(stop());
    expect(told(output)).toContain('supervision was turned off');
    expect(told(output)).not.toContain('other than ccc');
    expect(told(await hook(stop()))).not.toContain('off');
    expect(requests).toHaveLength(1);
  });

  it('off and on again before the next stop: told with both times, reviewed, from the same beginning', async () => {
    const { hook, mode, state, requests } = await sentBackOnce();
    const { since } = state();
    await mode('off');
    await mode('on');
    expect(state().since).toBe(since);
    expect(told(await hook(stop()))).toMatch(/turned off at [\d: -]+ and on again at/);
    expect(requests).toHaveLength(2);
    expect(told(await hook(stop()))).not.toContain('turned off');
  });

  it('what a failed review could not tell is told at the next stop', async () => {
    const given = setUp({}, FAILED);
    const env = readEnv({ CCC_CONFIG_DIR: given.dir, CCC_SUPERVISOR_ID: 's' });
    for (const to of ['on', 'off', 'on'] as const) await supervisorMode(to, { env, paths: pathsOf(env) });
    expect((await given.hook(stop())).exit).toBe(1);
    expect(given.state().untold).toHaveLength(1);
  });

  it('a session that was never supervised stays so', async () => {
    const { dir, hook, requests } = setUp({});
    await hook(stop());
    await hook(stop());
    expect(requests).toEqual([]);
    expect(existsSync(join(dir, 'ccc', 'supervisor-s.json'))).toBe(false);
  });
});

describe('in the background', () => {
  const ATTENDED = { ...ON, CLAUDE_CODE_SESSION_ATTENDED: '1' };
  const PROMPT = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'thanks' };
  const said = (output: HookOutput) => (output as { stdout: { systemMessage?: string } }).stdout.systemMessage;

  it('what came of it is told with the next prompt, once', async () => {
    const { hook, journal } = setUp(ATTENDED);
    await hook(stop(), undefined, 'background');
    expect(said(await hook(PROMPT, undefined, 'tell'))).toMatch(
      /^ccc: the stop before \d\d:\d\d: reviewed and approved/,
    );
    expect(await hook(PROMPT, undefined, 'tell')).toEqual({ exit: 0, stdout: {} });
    expect(journal()).toHaveLength(1);
  });

  it('--tell tells nothing at another event, and forgets nothing', async () => {
    const { hook, state } = setUp(ATTENDED);
    await hook(stop(), undefined, 'background');
    expect(said(await hook({ ...PROMPT, hook_event_name: 'PostToolUse' }, undefined, 'tell'))).toBeUndefined();
    expect(state().untold).toHaveLength(1);
  });

  it('nothing is kept where nobody is there', async () => {
    const { hook } = setUp({ ...ON, CLAUDE_CODE_SESSION_ATTENDED: '0' });
    await hook(stop(), undefined, 'background');
    expect(await hook(PROMPT, undefined, 'tell')).toEqual({ exit: 0, stdout: {} });
  });

  it('what has to be told and recorded at a stop waits for one that is shown', async () => {
    const { dir, hook, state, journal } = setUp(ATTENDED, BLOCK);
    await hook(stop(), undefined, 'background');
    writeFileSync(join(dir, 'ccc', 'supervisor-s.json'), JSON.stringify({ ...state(), count: 0 }));
    expect(await hook(stop({ prompt_id: 'p2' }), undefined, 'background')).toMatchObject({ exit: 2 });
    const told = said(await hook(PROMPT, undefined, 'tell'));
    expect(told?.match(/the stop before \d\d:\d\d: sent back/g)).toHaveLength(2);
    expect(told).not.toContain('was changed by something other than ccc');
    expect(said(await hook(stop({ prompt_id: 'p3' })))).toContain('was changed by something other than ccc');
    expect(journal().at(-1).notices.join()).toContain('was changed by something other than ccc');
  });
});
