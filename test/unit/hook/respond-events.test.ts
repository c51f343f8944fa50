import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import type { QuestionAnswer } from '../../../src/hook/answer-question.ts';
import type { JudgementOutcome } from '../../../src/hook/judgement.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import { respondUnjudged } from '../../../src/hook/respond.ts';
import { respondJudged } from '../../../src/hook/respond-judged.ts';
import type { Action } from '../../../src/hook/rules/state.ts';
import { failed, type Verdict } from '../../../src/hook/rules/verdict.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { temporaryFolder } from '../folder.ts';
import { reviewOf } from './fake-judge.ts';

const QUESTIONS = {
  questions: [{ question: 'Which DB?', options: [{ label: 'SQLite' }, { label: 'Postgres' }], multiSelect: false }],
};
const ASK = { hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input: QUESTIONS };
const PLAN = { hook_event_name: 'PreToolUse', tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan' } };
const STOP = { hook_event_name: 'Stop' };
const ALLOW: Verdict = { kind: 'allow', feedback: 'fine' };
const BLOCK: Verdict = { kind: 'block', feedback: 'go on' };
const ANSWERED: QuestionAnswer = {
  kind: 'answered',
  answers: [{ question: 'Which DB?', answer: 'SQLite', ground: 'README.md with hunter2' }],
};

interface Given {
  env?: Record<string, string>;
  supervisor?: object;
  language?: string;
  background?: boolean;
}

async function setUp(event: object, { env: more = {}, supervisor = {}, language = 'en', background }: Given) {
  const env = readEnv({ HOME: temporaryFolder(), CCC_LANG: language, ...more });
  const paths = pathsOf(env);
  const config = await parseConfig(JSON.stringify({ supervisor }));
  const kept: string[] = [];
  const input = parseInput(JSON.stringify({ session_id: 's', ...event }));
  const context = {
    ...{ input, id: 'id-1', config, paths },
    background: background ? { keepForUser: (line: string) => void kept.push(line) } : undefined,
  };
  const dependencies = {
    ...{ env, redact: redactor(['hunter2']), loadRedactionPatterns: async () => {}, elapsedMs: () => 1234 },
  };
  const entry = () => JSON.parse(readFileSync(paths.journal, 'utf8'));
  return { context, config, dependencies, entry, kept };
}

async function judged(event: object, verdict: Verdict, given: Given = {}, answer?: QuestionAnswer) {
  const { context, config, dependencies, entry, kept } = await setUp(event, given);
  const outcome: JudgementOutcome = { kind: 'review', review: reviewOf(verdict), answer };
  const output = respondJudged(
    {
      outcome,
      project: { folder: '/p', session: undefined, trust: { kind: 'nothing' }, supervisor: config.supervisor },
      ...{ checks: [], mayChangeLater: false, treeFingerprint: 't', changedDuringReview: [], evidence: undefined },
    },
    { ...context, action: { kind: 'judge', count: 1 } },
    dependencies,
  );
  return { output, entry: entry(), kept };
}

const stdoutOf = (output: object) => (output as { stdout: Record<string, unknown> }).stdout;

describe('a question that the reviewer answered', () => {
  it('goes on with the answer, and everybody is told whose it is', async () => {
    const { output, entry } = await judged(ASK, ALLOW, {}, ANSWERED);
    expect(stdoutOf(output)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'fine',
        updatedInput: {
          ...QUESTIONS,
          answers: { 'Which DB?': 'SQLite' },
          annotations: {
            'Which DB?': {
              notes: expect.stringMatching(
                /^answered by the reviewer .*not by the user; why: README\.md with \[redacted\] – fine – say/,
              ),
            },
          },
        },
      },
      systemMessage: expect.stringMatching(
        /^ccc: answered by the reviewer, not by you \(round 1 of 20, .+\): "Which DB\?" → "SQLite" \(README\.md/,
      ),
    });
    expect(entry).toMatchObject({
      verdict: 'allow',
      cause: 'answered',
      answers: [{ question: 'Which DB?', answer: 'SQLite', ground: 'README.md with [redacted]' }],
      tree: null,
    });
  });

  it('is the user’s where the answer is not given', async () => {
    const { output, entry } = await judged(ASK, ALLOW, {}, { kind: 'left', why: 'irreversible' });
    expect(stdoutOf(output).hookSpecificOutput).not.toHaveProperty('updatedInput');
    expect(entry).toMatchObject({ verdict: 'allow', cause: 'review' });
    expect(entry).not.toHaveProperty('answers');
  });
});

describe('nobody there', () => {
  const AWAY = { env: { CLAUDE_CODE_SESSION_ATTENDED: '0' } };
  const decision = (output: object) => (stdoutOf(output).hookSpecificOutput ?? {}) as Record<string, unknown>;

  it.each<[why: string, verdict: Verdict, supervisor: object]>([
    ['allowed', ALLOW, {}],
    ['failed', failed('api', '500'), { on_failure: 'ask' }],
    ['late', failed('deadline', 'too late'), {}],
  ])('a question that was %s is denied with what to do', async (_, verdict, supervisor) => {
    const { output } = await judged(ASK, verdict, { ...AWAY, supervisor });
    expect(decision(output)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(/say (?:in your final message )?what you assumed/),
    });
  });

  it('is recorded as that', async () => {
    expect((await judged(ASK, ALLOW, AWAY)).entry).toMatchObject({ verdict: 'block', cause: 'unattended' });
  });

  it('an answer is given all the same', async () => {
    expect(decision((await judged(ASK, ALLOW, AWAY, ANSWERED)).output)).toHaveProperty('updatedInput');
  });

  it('a question is denied also when the rounds are used up, but not when supervision is off', async () => {
    const { context, dependencies, entry } = await setUp(ASK, AWAY);
    const respond = (action: Exclude<Action, { kind: 'judge' }>) =>
      respondUnjudged(action, { ...context, action }, dependencies);
    expect(decision(await respond({ kind: 'paused', count: 20, notify: true }))).toMatchObject({
      permissionDecision: 'deny',
    });
    expect(entry()).toMatchObject({ verdict: 'block', cause: 'unattended' });
    expect(decision(await respond({ kind: 'off', notify: false }))).toMatchObject({ permissionDecision: 'allow' });
  });

  it('other calls are left to the permission rules', async () => {
    expect(stdoutOf((await judged(PLAN, ALLOW, AWAY)).output)).not.toHaveProperty('hookSpecificOutput');
  });

  it.each([{}, { CLAUDE_CODE_SESSION_ATTENDED: '1' }])('not with %j', async (env) => {
    const { output } = await judged(ASK, ALLOW, { env: env as Record<string, string> });
    expect(decision(output)).toMatchObject({ permissionDecision: 'allow' });
  });
});

describe('a plan', () => {
  it('is begun with approve_plans, and the user is told who approved it', async () => {
    const { output, entry } = await judged(PLAN, ALLOW, { supervisor: { approve_plans: true } });
    expect(stdoutOf(output)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { plan: '# Plan' } },
      systemMessage: expect.stringContaining('the plan was approved by the reviewer, not by you'),
    });
    expect(entry).toMatchObject({ verdict: 'allow', cause: 'review', plan_approved: true });
  });

  it('is the user’s if the reviewer was shown only a part of it', async () => {
    const long = { ...PLAN, tool_input: { plan: 'x'.repeat(4_000) } };
    const { output } = await judged(long, ALLOW, { supervisor: { approve_plans: true } });
    expect(stdoutOf(output)).not.toHaveProperty('hookSpecificOutput');
  });

  it('is the user’s without it', async () => {
    const { output, entry } = await judged(PLAN, ALLOW);
    expect(stdoutOf(output)).not.toHaveProperty('hookSpecificOutput');
    expect(entry).not.toHaveProperty('plan_approved');
  });

  it('is refused with the feedback in both cases', async () => {
    for (const approve_plans of [true, false])
      expect(stdoutOf((await judged(PLAN, BLOCK, { supervisor: { approve_plans } })).output)).toMatchObject({
        hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'go on' },
      });
  });

  it.each(['Bash', 'Edit'])('no other call is ever permitted: %s', async (tool_name) => {
    const call = { hook_event_name: 'PreToolUse', tool_name, tool_input: { command: 'x' } };
    expect(stdoutOf((await judged(call, ALLOW, { supervisor: { approve_plans: true } })).output)).not.toHaveProperty(
      'hookSpecificOutput',
    );
    const asked = { ...call, hook_event_name: 'PermissionRequest', tool_name: 'ExitPlanMode' };
    expect(stdoutOf((await judged(asked, ALLOW, { supervisor: { approve_plans: true } })).output)).not.toHaveProperty(
      'hookSpecificOutput',
    );
  });
});

it('a task that cannot be done stops, is told plainly, and is neither approved nor failed', async () => {
  const { output, entry } = await judged(STOP, { kind: 'impossible', feedback: 'No access to the host.' });
  expect(output).toEqual({
    exit: 0,
    stdout: {
      reason: 'No access to the host.',
      systemMessage: expect.stringMatching(
        /^ccc: the reviewer says that this cannot be done as asked\. NOT approved \(.+\): No access/,
      ),
    },
  });
  expect(entry).toMatchObject({
    verdict: 'allow',
    cause: 'impossible',
    feedback: 'No access to the host.',
    tree: null,
  });
});

it('a subagent that is sent back is asked for its whole answer again; the journal has the feedback alone', async () => {
  const { output, entry } = await judged({ hook_event_name: 'SubagentStop', agent_type: 'x' }, BLOCK);
  expect(stdoutOf(output).reason).toMatch(/^go on\n\n.*give your whole final answer again/);
  expect(entry.feedback).toBe('go on');
});

describe('feedback as context', () => {
  const CONTEXT = { supervisor: { feedback: 'context' } };
  it('to a stop, beside the line for the user', async () => {
    expect(stdoutOf((await judged(STOP, BLOCK, CONTEXT)).output)).toEqual({
      hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'go on' },
      systemMessage: expect.stringContaining('sent back with feedback'),
    });
  });
  it('never in the original format, which names no event', async () => {
    expect(stdoutOf((await judged({}, BLOCK, CONTEXT)).output)).toEqual({ decision: 'block', reason: 'go on' });
  });
});

describe('a call that was refused', () => {
  const DENIED = { hook_event_name: 'PermissionDenied', tool_name: 'Bash', reason: 'x' };
  it('may be tried again, or not; the user is told', async () => {
    expect(stdoutOf((await judged(DENIED, ALLOW)).output)).toMatchObject({ hookSpecificOutput: { retry: true } });
    expect(stdoutOf((await judged(DENIED, BLOCK)).output)).toEqual({
      systemMessage: expect.stringContaining('the refused call is not to be tried again'),
    });
  });
  it.each<Exclude<Action, { kind: 'judge' }>>([
    { kind: 'off', notify: false },
    { kind: 'paused', count: 20, notify: false },
  ])('stays refused where nobody reviewed it: $kind', async (action) => {
    const { context, dependencies } = await setUp(DENIED, {});
    expect(stdoutOf(await respondUnjudged(action, { ...context, action }, dependencies))).toEqual({});
  });
});

describe('in the background', () => {
  it('what is pending is neither repeated nor forgotten there', async () => {
    const { context, config, dependencies, kept } = await setUp(STOP, { background: true });
    const told = [{ kind: 'by-hand' as const, at: '2026-01-01T00:00:00Z' }];
    const project = {
      folder: '/p',
      session: undefined,
      trust: { kind: 'nothing' as const },
      supervisor: config.supervisor,
    };
    const rest = {
      checks: [],
      mayChangeLater: false,
      treeFingerprint: 't',
      changedDuringReview: [],
      evidence: undefined,
    };
    respondJudged(
      { outcome: { kind: 'review', review: reviewOf(ALLOW) }, project, ...rest },
      { ...context, told, action: { kind: 'judge', count: 1 } },
      dependencies,
    );
    expect(kept).toEqual([expect.stringMatching(/^ccc: reviewed and approved \([^·]*\): fine$/)]);
  });

  const BACKGROUND = { background: true };
  it.each<[why: string, verdict: Verdict, output: object, line: RegExp]>([
    ['an objection', BLOCK, { exit: 2, stderr: 'go on' }, /^ccc: sent back with feedback.* The feedback: go on$/],
    ['an approval', ALLOW, { exit: 0 }, /^ccc: reviewed and approved/],
    [
      'a failure',
      failed('api', '500'),
      { exit: 1 },
      /^ccc: the review failed \(.*\): 500.* NOT reviewed: the agent has stopped/,
    ],
    ['a deadline', failed('deadline', 'late'), { exit: 124 }, /^ccc: the review failed .*NOT reviewed/],
  ])('%s is kept for the user', async (_, verdict, output, line) => {
    const found = await judged(STOP, verdict, BACKGROUND);
    expect(found.output).toMatchObject(output);
    expect(found.kept).toEqual([expect.stringMatching(line)]);
  });
});
