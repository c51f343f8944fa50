import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/checks/check.ts';
import { parseConfig } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import type { Judgement, JudgementOutcome } from '../../../src/hook/judgement.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import { respondUnjudged } from '../../../src/hook/respond.ts';
import { respondJudged } from '../../../src/hook/respond-judged.ts';
import type { Action } from '../../../src/hook/rules/state.ts';
import { failed, type Verdict } from '../../../src/hook/rules/verdict.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { temporaryFolder } from '../folder.ts';
import { reviewOf } from './fake-judge.ts';

const STOP = { session_id: 's', hook_event_name: 'Stop', prompt_id: 'p1' };
const QUESTION = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion' };
const TASK = { session_id: 's', hook_event_name: 'TaskCompleted' };

interface Given {
  event?: object;
  supervisor?: object;
  language?: string;
  env?: Record<string, string>;
}

async function setUp(action: Action, { event = STOP, supervisor = {}, language = 'en', env: more = {} }: Given = {}) {
  const home = temporaryFolder();
  const env = readEnv({ HOME: home, CCC_LANG: language, ...more });
  const paths = pathsOf(env);
  const config = await parseConfig(JSON.stringify({ supervisor }));
  const context = { input: parseInput(JSON.stringify(event)), id: 'id-1', config, action, paths };
  const dependencies = {
    env,
    redact: redactor(['hunter2']),
    loadRedactionPatterns: async () => {},
    elapsedMs: () => 1234.4,
  };
  const entry = () => JSON.parse(readFileSync(paths.journal, 'utf8'));
  return { context, dependencies, entry, paths };
}

const check = (name: string, outcome: CheckResult['outcome']): CheckResult => ({
  name,
  run: name,
  outcome,
  output: 'out',
  ms: 12.4,
  reused: false,
});

async function judged(outcome: JudgementOutcome, more: Partial<Judgement> = {}, given: Given = {}) {
  const { context, dependencies, entry } = await setUp({ kind: 'judge', count: 2 }, given);
  const project = {
    folder: '/project',
    session: undefined,
    trust: { kind: 'nothing' as const },
    supervisor: context.config.supervisor,
  };
  const judgement = {
    outcome,
    project,
    checks: [],
    mayChangeLater: false,
    treeFingerprint: 't',
    changedDuringReview: [],
    evidence: undefined,
    ...more,
  };
  return { output: respondJudged(judgement, context, dependencies), entry: entry() };
}

const byReview = (verdict: Verdict, more = {}): JudgementOutcome => ({
  kind: 'review',
  review: reviewOf(verdict, more),
});
const ALLOW = byReview({ kind: 'allow', feedback: 'all there' });
const BLOCK = byReview({ kind: 'block', feedback: 'add tests' });
const FAILED = byReview(failed('api', '500 with key hunter2'), { costUsd: null });
const LATE = byReview(failed('deadline', 'no verdict within 590 s'));
const CHECK: JudgementOutcome = {
  kind: 'check',
  failed: check('tests', { kind: 'failed', exit: 1, signal: null }),
  feedback: 'tests failed',
};
const BUDGET: JudgementOutcome = {
  kind: 'limit',
  limit: { kind: 'budget', key: 'max_cost_usd', usd: 5 },
  review: undefined,
};
const CLAIMS: JudgementOutcome = {
  kind: 'claims',
  claims: [{ kind: 'test', quote: 'Tests pass with hunter2.', status: 'contradicted', run: null }],
  feedback: 'run it again',
};
const STALL: JudgementOutcome = {
  kind: 'limit',
  limit: { kind: 'stall', objection: 'add tests', times: 3 },
  review: reviewOf({ kind: 'block', feedback: 'add tests' }),
};

describe('a judgement: what Claude Code gets, and what the journal holds', () => {
  const REVIEW_COST = { cost_usd: 0.02, model: 'model-x', context: 'fork', turns: 1 };
  const NO_REVIEW = { cost_usd: null, model: null, context: null, turns: null };

  it.each<[why: string, outcome: JudgementOutcome, event: object, output: object, entry: object]>([
    [
      'allowed',
      ALLOW,
      STOP,
      {
        exit: 0,
        stdout: {
          reason: 'all there',
          systemMessage: 'ccc: reviewed and approved (round 2 of 20, 1.2 s, $0.020): all there',
        },
      },
      { verdict: 'allow', cause: 'review', feedback: 'all there', ...REVIEW_COST },
    ],
    [
      'sent back',
      BLOCK,
      STOP,
      {
        exit: 0,
        stdout: {
          decision: 'block',
          reason: 'add tests',
          systemMessage:
            'ccc: sent back with feedback (round 2 of 20, 1.2 s, $0.020). If this is wrong: ccc overrule in another terminal. To turn supervision off: Esc, then !ccc supervisor-mode off',
        },
      },
      { verdict: 'block', cause: 'review', feedback: 'add tests', ...REVIEW_COST },
    ],
    [
      'a task sent back',
      BLOCK,
      TASK,
      { exit: 2, stderr: 'add tests' },
      { verdict: 'block', cause: 'review', event: 'TaskCompleted' },
    ],
    [
      'a failing check',
      CHECK,
      STOP,
      {
        exit: 0,
        stdout: {
          decision: 'block',
          reason: 'tests failed',
          systemMessage: expect.stringContaining('ccc: sent back, check "tests" failed (round 2 of 20, 1.2 s)'),
        },
      },
      { verdict: 'block', cause: 'check', feedback: 'tests failed', ...NO_REVIEW },
    ],
    [
      'a false claim',
      CLAIMS,
      STOP,
      {
        exit: 0,
        stdout: {
          decision: 'block',
          reason: 'run it again',
          systemMessage: expect.stringContaining(
            'ccc: sent back, the session shows that this is not so: "Tests pass with [redacted]." (round 2 of 20, 1.2 s). If',
          ),
        },
      },
      { verdict: 'block', cause: 'claims', feedback: 'run it again', ...NO_REVIEW },
    ],
    [
      'what was spent cannot be counted',
      { kind: 'limit', limit: { kind: 'budget', key: 'max_cost_usd', usd: 5, uncounted: true }, review: undefined },
      STOP,
      {
        exit: 0,
        stdout: {
          reason: 'cost limit reached',
          systemMessage:
            'ccc: not reviewed: the journal (reviews.jsonl) is too large to count what reviews have cost, so the review budget of $5 counts as used up (supervisor.max_cost_usd in ccc.json).',
        },
      },
      { verdict: 'allow', cause: 'budget', feedback: 'cost limit reached', ...NO_REVIEW },
    ],
    [
      'the budget is used up',
      BUDGET,
      STOP,
      {
        exit: 0,
        stdout: {
          reason: 'cost limit reached',
          systemMessage: 'ccc: not reviewed: review budget of $5 used up (supervisor.max_cost_usd in ccc.json).',
        },
      },
      { verdict: 'allow', cause: 'budget', feedback: 'cost limit reached', ...NO_REVIEW },
    ],
    [
      'a stall',
      STALL,
      STOP,
      {
        exit: 0,
        stdout: {
          reason: 'the same objection again and nothing changed',
          systemMessage:
            'ccc: gave up: same objection 3 times, no file changed. NOT approved (round 2 of 20, 1.2 s, $0.020; supervisor.stall_after in ccc.json). The objection: add tests',
        },
      },
      { verdict: 'allow', cause: 'stall', feedback: 'add tests', ...REVIEW_COST },
    ],
    [
      'failed',
      FAILED,
      STOP,
      {
        exit: 1,
        stderr: expect.stringMatching(
          /^supervisor SDK failed: 500 with key \[redacted\]\nNOT reviewed: the agent has stopped\.\nDetails: .*id-1/,
        ),
      },
      { verdict: 'failed', cause: 'api', feedback: '500 with key [redacted]', cost_usd: null },
    ],
    [
      'failed, a question: denied',
      FAILED,
      QUESTION,
      {
        exit: 0,
        stdout: {
          hookSpecificOutput: expect.objectContaining({
            permissionDecision: 'deny',
            permissionDecisionReason: expect.stringMatching(/^This call could not be reviewed .*\[redacted\]/),
          }),
          systemMessage:
            'ccc: the review failed, so this was denied (round 2 of 20, 1.2 s; supervisor.on_failure in ccc.json): 500 with key [redacted]',
        },
      },
      { verdict: 'failed', cause: 'api', event: 'PreToolUse', tool: 'AskUserQuestion' },
    ],
    [
      'too late',
      LATE,
      STOP,
      { exit: 124, stderr: 'hook execution timeout' },
      { verdict: 'failed', cause: 'deadline', feedback: 'no verdict within 590 s' },
    ],
    [
      'in the old form: no line for the user',
      ALLOW,
      { session_id: 's' },
      { exit: 0, stdout: { reason: 'all there' } },
      {},
    ],
  ])('%s', async (_, outcome, event, output, entry) => {
    const response = await judged(outcome, {}, { event });
    expect(response.output).toEqual(output);
    expect(response.entry).toMatchObject({
      session_id: 's',
      supervisor_id: 'id-1',
      count: 2,
      max: 20,
      duration_ms: 1234,
      provider: 'anthropic',
      ...entry,
    });
  });

  it('checks and files that changed, within bounds', async () => {
    const checks = [
      check('tests', { kind: 'passed' }),
      check('slow', { kind: 'timed-out', seconds: 9 }),
      check('odd', { kind: 'not-started', why: 'ENOENT' }),
      check('last', { kind: 'not-run', why: 'no-time' }),
    ];
    const changedDuringReview = Array.from({ length: 30 }, (_, n) => `f${n}`);
    const { output, entry } = await judged(ALLOW, { checks, changedDuringReview });
    expect(entry.checks).toEqual([
      { name: 'tests', outcome: 'passed', reused: false, ms: 12, at: null },
      { name: 'slow', outcome: 'timed-out', reused: false, ms: 12, at: null },
      { name: 'odd', outcome: 'not-started', reused: false, ms: 12, at: null },
      { name: 'last', outcome: 'not-run', reused: false, ms: 12, at: null, why: 'no-time' },
    ]);
    expect(entry.touched).toHaveLength(20);
    expect(entry.notices).toHaveLength(4);
    const { systemMessage } = (output as { stdout: { systemMessage: string } }).stdout;
    expect(systemMessage).toMatch(
      /^ccc: 1 check passed, .*Check "slow" timed out after 9 s\..*Check "odd" could not be started.*Check "last" was skipped.*Files changed during the review: "f0", "f1", "f2", "f3", "f4", …\.$/,
    );
  });

  it('what is of an earlier stop, what had failed before the task, and what was not run, is told as that', async () => {
    const at = new Date(2026, 0, 1, 14, 2).getTime();
    const ran = { check: 'c', fingerprint: 'f', tree: 't', at, outcome: 'passed' as const };
    const checks = [
      { ...check('lint', { kind: 'passed' }), ran: { ...ran, at: at + 60_000 } },
      { ...check('tests', { kind: 'passed' }), reused: true, ran },
      { ...check('old', { kind: 'failed', exit: 1, signal: null }), ran, failedBefore: true },
      check('idle', { kind: 'skipped', why: 'nothing-written' }),
      check('plan', { kind: 'skipped', why: 'plan-mode' }),
    ];
    const { output, entry } = await judged(ALLOW, { checks });
    const time = (ms: number) => new Date(ms).toISOString();
    expect(entry.checks).toMatchObject([
      { name: 'lint', reused: false, at: time(at + 60_000) },
      { name: 'tests', reused: true, at: time(at) },
      { name: 'old', outcome: 'failed', failed_before: true },
      { name: 'idle', outcome: 'skipped', why: 'nothing-written', at: null },
      { name: 'plan', outcome: 'skipped', why: 'plan-mode' },
    ]);
    const { systemMessage } = (output as { stdout: { systemMessage: string } }).stdout;
    expect(systemMessage).toContain(
      '2 checks passed (1 not run again: same result as at 14:02), reviewed and approved',
    );
    expect(systemMessage).toContain('Check "old" fails, as it did on the files that this task began with');
    expect(systemMessage).toContain(
      'Checks not run: no file of the project changed, and the agent ran nothing but tests, checks and commands that only read. Checks not run: plan mode.',
    );

    const failed = { ...check('tests', { kind: 'failed', exit: 1, signal: null }), reused: true, ran };
    const blocked = await judged({ kind: 'check', failed, feedback: 'x' }, { checks: [failed] });
    expect(JSON.stringify(blocked.output)).toContain('failed, same result as at 14:02, not run again (round');
  });

  it('the reviewer used up its tool rounds: the user is notified, except for a question, which has a limit of its own', async () => {
    const outcome = byReview({ kind: 'allow', feedback: 'x' }, { outOfToolRounds: true });
    const notices = async (given: Given) => (await judged(outcome, {}, given)).entry.notices;
    expect(await notices({})).toEqual([expect.stringContaining('limit of 60 tool rounds')]);
    expect(await notices({ event: QUESTION })).toEqual([]);
  });

  it('a provider of the reviewer’s own is the one in the journal', async () => {
    expect((await judged(ALLOW, {}, { supervisor: { provider: 'glm' } })).entry.provider).toBe('glm');
  });

  it('in Chinese', async () => {
    const { output } = await judged(BUDGET, {}, { language: 'zh' });
    expect(output).toMatchObject({ stdout: { systemMessage: expect.stringContaining('审查预算 $5 已用完') } });
  });
});

describe('a stop whose review failed, with on_stop_failure "block"', () => {
  const supervisor = { on_stop_failure: 'block' };
  const sentBack = async (outcome: JudgementOutcome, event: object, given: Given = {}) => {
    const { output, entry } = await judged(outcome, {}, { event, supervisor, ...given });
    if (output.exit !== 0) throw new Error(`exit ${output.exit}`);
    return { stdout: output.stdout as { decision?: string; reason: string; systemMessage?: string }, entry };
  };

  it.each([
    ['Stop', STOP],
    ['SubagentStop', { ...STOP, hook_event_name: 'SubagentStop' }],
  ])('%s is sent back, told to agent and user, and recorded as failed', async (_, event) => {
    const { stdout, entry } = await sentBack(FAILED, event);
    expect(stdout.decision).toBe('block');
    expect(stdout.reason).toMatch(/^Your work could not be reviewed, .*\(500 with key \[redacted\]\).*no objection/);
    expect(stdout.reason).not.toMatch(/supervisor|ccc/);
    expect(stdout.systemMessage).toBe(
      'ccc: the review failed, so the agent was sent back (round 2 of 20, 1.2 s; supervisor.on_stop_failure in ccc.json): 500 with key [redacted] · To turn supervision off: Esc, then !ccc supervisor-mode off',
    );
    expect(entry).toMatchObject({ verdict: 'failed', cause: 'api' });
  });

  it('also past its deadline', async () => {
    const { stdout, entry } = await sentBack(LATE, STOP);
    expect(stdout).toMatchObject({ decision: 'block', reason: expect.stringContaining('no verdict within 590 s') });
    expect(entry).toMatchObject({ verdict: 'failed', cause: 'deadline' });
  });

  it('in the old form: no line for the user', async () => {
    const { stdout } = await sentBack(FAILED, { session_id: 's' });
    expect(stdout).toEqual({ decision: 'block', reason: expect.any(String) });
  });

  it('in Chinese', async () => {
    const { stdout } = await sentBack(FAILED, STOP, { language: 'zh' });
    expect(stdout.systemMessage).toMatch(/^ccc：审查失败，已退回代理（.*on_stop_failure.*关闭监督/);
  });

  it.each([
    ['a question', QUESTION],
    ['a task', TASK],
  ])('%s past its deadline is not a stop: exit 124', async (_, event) =>
    expect((await judged(LATE, {}, { event, supervisor })).output.exit).toBe(124),
  );
});

describe('a question whose review failed', () => {
  const OTHER_TOOL = { ...QUESTION, tool_name: 'Bash' };
  it.each([
    ['auto', { CLAUDE_CODE_SESSION_ATTENDED: '1' }, 1],
    ['auto', { CLAUDE_CODE_SESSION_ATTENDED: '0' }, 0],
    ['auto', {}, 0],
    [undefined, { CLAUDE_CODE_SESSION_ATTENDED: '1' }, 1],
    [undefined, {}, 0],
    ['deny', { CLAUDE_CODE_SESSION_ATTENDED: '1' }, 0],
    ['ask', {}, 1],
  ])('on_failure %j, %j: exit %i', async (on_failure, env, exit) => {
    for (const event of [QUESTION, OTHER_TOOL]) {
      const { output } = await judged(FAILED, {}, { event, supervisor: on_failure ? { on_failure } : {}, env });
      expect(output.exit).toBe(exit);
      if (output.exit === 0)
        expect(output.stdout).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      else
        expect(output.stderr.split('\n').slice(0, 2)).toEqual([
          'supervisor SDK failed: 500 with key [redacted]',
          'Not reviewed: the decision is yours (supervisor.on_failure in ccc.json).',
        ]);
    }
  });
});

it('a failed review says what became of the stop, and names a provider of the reviewer’s own', async () => {
  const lines = async (given: Given) => {
    const { output } = await judged(FAILED, {}, given);
    return output.exit === 0 ? [] : output.stderr.split('\n').slice(0, -1);
  };
  const [failed, stopped] = ['supervisor SDK failed: 500 with key [redacted]', 'NOT reviewed: the agent has stopped.'];
  expect(await lines({})).toEqual([failed, stopped]);
  expect(await lines({ event: { ...STOP, hook_event_name: 'SubagentStop' } })).toEqual([
    failed,
    'NOT reviewed: the subagent has stopped.',
  ]);
  const supervisor = { provider: 'glm' };
  expect(await lines({ supervisor })).toEqual([
    ...[failed, stopped],
    'The reviewer uses the provider glm (supervisor.provider in ccc.json).',
  ]);
  expect(await lines({ supervisor, env: { CCC_PROVIDER: 'glm' } })).toEqual([failed, stopped]);
});

describe('the reason of an approval, on the screen', () => {
  const line = async (feedback: string, given: Given = {}) => {
    const { output } = await judged(byReview({ kind: 'allow', feedback }), {}, given);
    return (output as { stdout: { systemMessage?: string } }).stdout.systemMessage;
  };

  it('is one line, without secrets and with nothing hidden', async () => {
    expect(await line('All\n tests\tpass.\u001b[2J key hunter2\u202e')).toBe(
      'ccc: reviewed and approved (round 2 of 20, 1.2 s, $0.020): All tests pass.<U+001B>[2J key [redacted]<U+202E>',
    );
  });

  it('is short, and no letter is cut in two', async () => {
    const [, reason = ''] = (await line('𝒳'.repeat(500)))?.split('): ') ?? [];
    expect([...reason]).toHaveLength(160);
    expect(reason).toMatch(/^𝒳+…$/u);
  });

  it('a key at the cut is not shown in part', async () => {
    expect(await line(`${'x'.repeat(154)} hunter2 and more`)).not.toContain('hunt');
  });

  it('in Chinese', async () =>
    expect(await line('测试全部通过。', { language: 'zh' })).toBe(
      'ccc：审查通过（第 2/20 轮，1.2 秒，$0.020）：测试全部通过。',
    ));

  it('the wait for the API is told beside it, and kept in the journal', async () => {
    const wait = { ms: 14_200, failures: 3, status: 529 };
    const { output, entry } = await judged(byReview({ kind: 'allow', feedback: 'ok.' }, { wait }));
    const told = 'Waited for the API (14 s: 529, 3 times).';
    expect(output).toMatchObject({ stdout: { systemMessage: expect.stringMatching(/: ok\. Waited for the API/) } });
    expect(entry.notices).toEqual([told]);
  });
});

describe('an event that is not judged is allowed', () => {
  type Unjudged = Exclude<Action, { kind: 'judge' }>;

  it.each<[action: Unjudged, cause: string, stdout: object, count: number | null]>([
    [{ kind: 'off', notify: false }, 'off', { reason: 'supervisor mode disabled' }, null],
    [
      { kind: 'off', notify: true },
      'off',
      {
        reason: 'supervisor mode disabled',
        systemMessage: 'ccc: supervision was turned off; this stop was not reviewed.',
      },
      null,
    ],
    [
      { kind: 'paused', count: 20, notify: true },
      'limit',
      {
        reason: 'iteration limit reached (20); supervision paused',
        systemMessage:
          'ccc: supervision paused after 20 rounds; this stop was not reviewed. To continue with a new count: !ccc supervisor-mode on',
      },
      20,
    ],
    [
      { kind: 'paused', count: 20, notify: false },
      'limit',
      { reason: 'iteration limit reached (20); supervision paused' },
      20,
    ],
    [
      { kind: 'exempt', why: 'background' },
      'background',
      {
        reason: 'subagents are still running in the background',
        systemMessage: 'ccc: not reviewed yet: subagents are still running. The stop after them is reviewed.',
      },
      null,
    ],
    [{ kind: 'exempt', why: 'compaction' }, 'compaction', { reason: 'a compaction is not judged' }, null],
    [
      { kind: 'exempt', why: 'unchanged' },
      'unchanged',
      {
        reason: 'nothing has changed since the last approval',
        systemMessage: expect.stringMatching(/^ccc: not reviewed: no tool used and no file changed/),
      },
      null,
    ],
  ])('%j', async (action, cause, stdout, count) => {
    const { context, dependencies, entry } = await setUp(action);
    expect(await respondUnjudged(action, context, dependencies)).toEqual({ exit: 0, stdout });
    expect(entry()).toMatchObject({ verdict: 'allow', cause, count, cost_usd: null, checks: [], notices: [] });
  });

  it('off, and a mistake in ccc.json that may be why', async () => {
    const { context, dependencies, paths } = await setUp(
      { kind: 'off', notify: false },
      { supervisor: { enabled: 7 } },
    );
    expect(await respondUnjudged({ kind: 'off', notify: false }, context, dependencies)).toMatchObject({
      stdout: { systemMessage: expect.stringMatching(/^ccc: supervision is off\. .*ccc\.json.*supervisor\.enabled/) },
    });
    expect(existsSync(join(paths.dir, 'reviews.jsonl'))).toBe(true);
  });
});
