import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/checks/check.ts';
import { parseConfig } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import type { Judgement, JudgementOutcome } from '../../../src/hook/judgement.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import { respondJudged, respondUnjudged } from '../../../src/hook/respond.ts';
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
}

async function setUp(action: Action, { event = STOP, supervisor = {}, language = 'en' }: Given = {}) {
  const home = temporaryFolder();
  const env = readEnv({ HOME: home, CCC_LANG: language });
  const paths = pathsOf(env);
  const config = await parseConfig(JSON.stringify({ supervisor }));
  const context = { input: parseInput(JSON.stringify(event)), id: 'id-1', config, action, paths };
  const dependencies = { env, redact: redactor(['hunter2']), elapsedMs: () => 1234.4 };
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
        stdout: { reason: 'all there', systemMessage: 'ccc: reviewed and approved (round 2 of 20, 1.2 s, $0.020).' },
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
      { exit: 1, stderr: expect.stringMatching(/^supervisor SDK failed: 500 with key \[redacted\]\nDetails: .*id-1/) },
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
          systemMessage: expect.stringMatching(/^ccc: the review failed \(round 2 of 20, 1\.2 s\): 500/),
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
      { name: 'tests', outcome: 'passed', reused: false, ms: 12 },
      { name: 'slow', outcome: 'timed-out', reused: false, ms: 12 },
      { name: 'odd', outcome: 'not-started', reused: false, ms: 12 },
      { name: 'last', outcome: 'not-run', reused: false, ms: 12 },
    ]);
    expect(entry.touched).toHaveLength(20);
    expect(entry.notices).toHaveLength(4);
    const { systemMessage } = (output as { stdout: { systemMessage: string } }).stdout;
    expect(systemMessage).toMatch(
      /^ccc: 1 check passed, .*Check "slow" timed out after 9 s\..*Check "odd" could not be started.*Check "last" was skipped.*Files changed during the review: "f0", "f1", "f2", "f3", "f4", …\.$/,
    );
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
      { reason: 'subagents are still running in the background' },
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
    expect(respondUnjudged(action, context, dependencies)).toEqual({ exit: 0, stdout });
    expect(entry()).toMatchObject({ verdict: 'allow', cause, count, cost_usd: null, checks: [], notices: [] });
  });

  it('off, and a mistake in ccc.json that may be why', async () => {
    const { context, dependencies, paths } = await setUp(
      { kind: 'off', notify: false },
      { supervisor: { enabled: 7 } },
    );
    expect(respondUnjudged({ kind: 'off', notify: false }, context, dependencies)).toMatchObject({
      stdout: { systemMessage: expect.stringMatching(/^ccc: supervision is off\. .*ccc\.json.*supervisor\.enabled/) },
    });
    expect(existsSync(join(paths.dir, 'reviews.jsonl'))).toBe(true);
  });
});
