import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { applyVerdict } from '../../../src/hook/apply-verdict.ts';
import type { Judgement, JudgementOutcome } from '../../../src/hook/judgement.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import { recordOverrule, switchOn } from '../../../src/hook/rules/state.ts';
import { failed } from '../../../src/hook/rules/verdict.ts';
import { StateFiles } from '../../../src/hook/state-file.ts';
import { temporaryFolder } from '../folder.ts';
import { reviewOf } from './fake-judge.ts';

const ALLOW: JudgementOutcome = { kind: 'review', review: reviewOf({ kind: 'allow', feedback: 'fine' }) };
const BLOCK: JudgementOutcome = { kind: 'review', review: reviewOf({ kind: 'block', feedback: 'key hunter2 is in' }) };
const FAILED: JudgementOutcome = { kind: 'review', review: reviewOf(failed('api', '500')) };
const CHECK: JudgementOutcome = {
  kind: 'check',
  failed: {
    name: 'tests',
    run: 'x',
    outcome: { kind: 'failed', exit: 1, signal: null },
    output: '',
    ms: 1,
    reused: false,
  },
  feedback: 'tests failed',
};

const claims = (...kinds: ('test' | 'lint')[]): JudgementOutcome => ({
  kind: 'claims',
  claims: kinds.map((kind) => ({ kind, quote: `${kind} passes`, status: 'contradicted', run: null })),
  feedback: `quoted anew: ${Math.random()}`,
});

function setUp(stallAfter = 2) {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  const states = new StateFiles(paths, 'en');
  states.update('id', (current) => ({ next: switchOn(current, 's', '2026-01-01T00:00:00.000Z') }));
  const logged: string[] = [];
  const apply = (outcome: JudgementOutcome, treeFingerprint = 't', name = 'Stop', more: Partial<Judgement> = {}) => {
    const input = parseInput(JSON.stringify({ session_id: 's', hook_event_name: name, prompt_id: 'p1' }));
    const supervisor = { ...supervisorOf({}).supervisor, stallAfter };
    const project = { folder: '/', session: undefined, trust: { kind: 'nothing' as const }, supervisor };
    const judgement: Judgement = {
      outcome,
      project,
      checks: [],
      mayChangeLater: false,
      treeFingerprint,
      changedDuringReview: [],
      evidence: undefined,
      ...more,
    };
    const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');
    return applyVerdict(judgement, { states, id: 'id', input, redact, log: (text) => logged.push(text), pid: 7 })
      .outcome;
  };
  const state = () => JSON.parse(readFileSync(paths.state('id'), 'utf8'));
  return { paths, apply, state, logged, states };
}

it('an approval: the task is over, with the files as they are', () => {
  const { apply, state } = setUp();
  apply(BLOCK);
  expect(apply(ALLOW, 'tree-2')).toBe(ALLOW);
  expect(state()).toMatchObject({ settled_prompt_id: 'p1', approved: { tree: 'tree-2' } });
  expect(state()).not.toHaveProperty('objection');
});

it('an approval while files changed: they are part of the next task', () => {
  const { apply, state } = setUp();
  apply(ALLOW, 'tree-1');
  apply(ALLOW, 'tree-2', 'Stop', { changedDuringReview: ['a.txt'] });
  expect(state()).toMatchObject({ settled_prompt_id: 'p1', task: { tree: 'tree-1' } });
  expect(state()).not.toHaveProperty('approved');
});

it('a check that passed is vouched for only if nothing of the worker runs on', () => {
  const { apply, state } = setUp();
  const check = (outcome: 'passed' | 'failed') => ({
    ...{ check: outcome, fingerprint: 'f', tree: 't', at: 1, outcome },
  });
  const checks = [{ ran: check('passed') }, { ran: check('failed') }] as unknown as Judgement['checks'];
  apply(ALLOW, 't', 'Stop', { checks, mayChangeLater: true });
  expect(state().check_runs).toEqual([check('failed')]);
  apply(ALLOW, 't', 'Stop', { checks });
  expect(state().check_runs).toContainEqual(check('passed'));
});

it.each([
  ['a failed review', FAILED, 'Stop'],
  ['an allowed subagent', ALLOW, 'SubagentStop'],
  ['an objection to a teammate', BLOCK, 'TeammateIdle'],
])('%s changes nothing', (_, outcome, event) => {
  const { apply, state } = setUp();
  const before = state();
  expect(apply(outcome, 't', event)).toBe(outcome);
  expect(state()).toEqual(before);
});

describe('the same objection again, with the same files', () => {
  it('to a subagent: a stall of its own', () => {
    const { apply } = setUp();
    expect(apply(BLOCK, 't', 'SubagentStop')).toBe(BLOCK);
    expect(apply(BLOCK)).toBe(BLOCK);
    expect(apply(BLOCK, 't', 'SubagentStop')).toBe(BLOCK);
    expect(apply(BLOCK, 't', 'SubagentStop')).toMatchObject({ kind: 'limit', limit: { kind: 'stall', times: 2 } });
  });

  it('a review: the outcome is a stall, and holds no key', () => {
    const { apply, state } = setUp();
    expect(apply(BLOCK)).toBe(BLOCK);
    expect(state().objection).toEqual({ about: 'key [redacted] is in', tree: 't', times: 1 });
    expect(apply(BLOCK)).toEqual({
      kind: 'limit',
      limit: { kind: 'stall', objection: 'key [redacted] is in', times: 2 },
      review: BLOCK.review,
    });
  });

  it('a check: the same whatever it prints', () => {
    const { apply } = setUp();
    apply(CHECK);
    expect(apply({ ...CHECK, feedback: 'other output' })).toEqual({
      kind: 'limit',
      limit: { kind: 'stall', objection: 'check "tests" failed', times: 2 },
      review: undefined,
    });
  });

  it('other files: no stall', () => {
    const { apply } = setUp();
    apply(BLOCK, 'one');
    expect(apply(BLOCK, 'two')).toBe(BLOCK);
  });

  it('without stall_after nothing is recorded', () => {
    const { apply, state } = setUp(0);
    for (let i = 0; i < 3; i++) expect(apply(BLOCK)).toBe(BLOCK);
    expect(state()).not.toHaveProperty('objection');
  });
});

it('a state that cannot be written: the verdict stands, and it is logged', () => {
  const { paths, apply, logged } = setUp();
  rmSync(paths.state('id'));
  mkdirSync(paths.state('id'));
  expect(apply(BLOCK)).toBe(BLOCK);
  expect(logged).toHaveLength(1);
});

describe('false claims', () => {
  it('about the same again, with no file changed, are a stall', () => {
    const { apply } = setUp();
    expect(apply(claims('test')).kind).toBe('claims');
    expect(apply(claims('test'))).toMatchObject({
      kind: 'limit',
      limit: { kind: 'stall', objection: 'false claims about test', times: 2 },
      review: undefined,
    });
  });

  it('after a change are a new objection', () => {
    const { apply } = setUp();
    expect([apply(claims('test')), apply(claims('test'), 'tree-2')].map(({ kind }) => kind)).toEqual([
      'claims',
      'claims',
    ]);
  });

  it('are no approval', () => {
    const { apply, state } = setUp();
    apply(claims('test', 'lint'));
    expect(state()).not.toHaveProperty('approved');
    expect(state().objection).toMatchObject({ about: 'false claims about lint, test', times: 1 });
  });
});

describe('what the user has allowed by overruling the verdict before', () => {
  const pending = (setup: ReturnType<typeof setUp>) => {
    const verdict = { time: 't', verdict: 'block', event: 'Stop', tool: null } as const;
    new StateFiles(setup.paths, 'en').update('id', (current) => {
      const next = current && recordOverrule(current, { time: 't', verdict, why: '', by: 'ccc overrule' }, 't');
      return next ? { next } : {};
    });
    return () => setup.state().overrule.pass_pending === true;
  };

  it.each<[what: string, outcome: JudgementOutcome, isLeft: boolean]>([
    ['an approval', ALLOW, false],
    ['a review that failed: the stop went through', FAILED, false],
    [
      'a budget: the stop went through',
      { kind: 'limit', limit: { kind: 'budget', key: 'max_cost_usd', usd: 1 }, review: undefined },
      false,
    ],
    ['an objection', BLOCK, true],
    ['a failing check', CHECK, true],
  ])('while this stop was judged: %s', (_, outcome, isLeft) => {
    const setup = setUp();
    const isPending = pending(setup);
    setup.apply(outcome);
    expect(isPending()).toBe(isLeft);
  });
});

describe('a stop that a later one has overtaken', () => {
  const IMPOSSIBLE: JudgementOutcome = { kind: 'review', review: reviewOf({ kind: 'impossible', feedback: 'no key' }) };
  it.each<[string, JudgementOutcome]>([
    ['approved', ALLOW],
    ['impossible', IMPOSSIBLE],
  ])('%s: the task is not over', (_, outcome) => {
    const { apply, state, states } = setUp();
    const begun = (pid: number) =>
      states.change('id', (current) => ({ ...current, round: { count: 1, at: 'x', stopPid: pid } }));
    begun(8);
    apply(outcome);
    expect(state()).not.toHaveProperty('settled_prompt_id');
    begun(7);
    apply(outcome);
    expect(state().settled_prompt_id).toBe('p1');
  });
});
