import { describe, expect, it } from 'vitest';
import type { State } from '../../../../src/hook/rules/state.ts';
import { type JournalDecision, summarize } from '../../../../src/hook/rules/summary.ts';

const state = (more: Partial<State>): State => ({
  sessionId: 's',
  enabled: true,
  count: 3,
  createdAt: 't',
  updatedAt: 't',
  ...more,
});
const rules = { maxIterations: 5, enabledByDefault: false };
const decision = (more: Partial<JournalDecision>): JournalDecision => ({
  supervisor_id: 'a',
  verdict: 'allow',
  cause: 'review',
  feedback: 'f',
  time: 't',
  cost_usd: 0.5,
  ...more,
});

describe('mode', () => {
  it.each<[string, State | undefined, boolean, string]>([
    ['no state', undefined, false, 'off'],
    ['no state, on by default', undefined, true, 'on'],
    ['on', state({}), false, 'on'],
    ['turned off beats the default', state({ enabled: false }), true, 'off'],
    ['at the limit', state({ count: 5 }), false, 'paused'],
    ['allowed in the last round', state({ count: 5, settledPromptId: 'p' }), false, 'on'],
    ['allowed, without a prompt id', state({ count: 5, settledPromptId: null }), false, 'on'],
    ['off at the limit', state({ count: 5, enabled: false }), false, 'off'],
  ])('%s', (_, current, byDefault, mode) =>
    expect(summarize('a', current, { ...rules, enabledByDefault: byDefault }, []).mode).toBe(mode),
  );
});

it('only judgements of this id count', () => {
  const summary = summarize('a', state({}), rules, [
    decision({ verdict: 'block', feedback: 'first', time: '1' }),
    decision({ supervisor_id: 'b', cost_usd: 100 }),
    decision({ cause: 'deadline', verdict: 'failed', cost_usd: null, feedback: 'late', time: '2' }),
    decision({ cause: 'off', time: '3' }),
    decision({ cause: 'limit', time: '4' }),
    { supervisor_id: 'a', time: '5', by_hand: { verdict: 'allow' } },
  ]);
  expect(summary).toEqual({
    mode: 'on',
    count: 3,
    max: 5,
    openRound: null,
    last: { verdict: 'failed', outcome: 'failed', feedback: 'late', time: '2' },
    reviews: 2,
    decisions: 4,
    costUsd: 0.5,
    byHand: { verdict: 'allow', time: '5' },
    lastCause: 'limit',
    notices: [],
    overrules: [],
  });
});

it('reviews are decisions for which the reviewer was asked', () => {
  const check = { cost_usd: null, context: null };
  const { reviews, decisions, costUsd } = summarize('a', state({}), rules, [
    decision({ verdict: 'block', context: 'fork' }),
    decision({ verdict: 'block', cause: 'check', ...check }),
    // The same check failed again.
    decision({ cause: 'stall', ...check }),
    // A signal came while a check ran.
    decision({ verdict: 'failed', cause: 'interrupted', ...check }),
    decision({ cause: 'stall', context: 'fork' }),
    decision({ verdict: 'failed', cause: 'interrupted', context: 'fork', cost_usd: null }),
    decision({ verdict: 'failed', cause: 'client', ...check }),
  ]);
  expect({ reviews, decisions, costUsd }).toEqual({ reviews: 4, decisions: 7, costUsd: 1 });
});

describe('a limit', () => {
  const decision = (cause: string, verdict: 'allow' | 'block', cost_usd: number | null) => ({
    supervisor_id: 's',
    verdict,
    cause,
    feedback: cause,
    time: '1',
    cost_usd,
  });
  it.each([
    ['stall', 0.5, 2],
    ['budget', null, 1],
  ])('%s is not shown as an approval', (cause, cost, reviews) => {
    const rules = { maxIterations: 20, enabledByDefault: true };
    const journal = [decision('review', 'block', 0.25), decision(cause, 'allow', cost)];
    const summary = summarize('s', undefined, rules, journal);
    expect(summary.last).toEqual({ verdict: 'allow', outcome: cause, feedback: cause, time: '1' });
    expect([summary.reviews, summary.costUsd]).toEqual([reviews, 0.25 + (cost ?? 0)]);
  });
});

it('what was not judged does not count as the last verdict, and a notice counts once', () => {
  const journal = [
    decision({ time: '2', cause: 'check', verdict: 'block', cost_usd: null, notices: ['a', 'b'] }),
    decision({ time: '3', cause: 'unchanged', cost_usd: null, notices: ['b'] }),
  ];
  const { last, lastCause, reviews, decisions, costUsd, notices } = summarize('a', state({}), rules, journal);
  expect({ verdict: last?.verdict, lastCause, reviews, decisions, costUsd, notices }).toEqual({
    verdict: 'block',
    lastCause: 'unchanged',
    reviews: 0,
    decisions: 2,
    costUsd: 0,
    notices: ['a', 'b'],
  });
});

describe('what the user has overruled', () => {
  const overrule = (of: string, verdict: 'allow' | 'block', why = 'it works') => ({
    supervisor_id: 'a',
    time: `${of}5`,
    overruled: { time: of, verdict, feedback: 'f' },
    why,
    by: '/overrule' as const,
  });
  const summary = (lines: Parameters<typeof summarize>[3]) => summarize('a', state({}), rules, lines);

  it('is neither a decision nor a review, and not shown as what it was', () => {
    const given = summary([decision({ time: '1' }), overrule('1', 'allow')]);
    expect(given).toMatchObject({ decisions: 1, reviews: 1, costUsd: 0.5, overrules: [{ why: 'it works' }] });
    expect(given.last).toEqual({ verdict: 'allow', outcome: 'overruled', feedback: 'it works', time: '1' });
  });

  it('without a reason what the reviewer said is shown', () =>
    expect(summary([decision({ time: '1', verdict: 'block' }), overrule('1', 'block', '')]).last).toEqual({
      verdict: 'block',
      outcome: 'overruled',
      feedback: 'f',
      time: '1',
    }));

  it('a stop that went through for it is not an approval, also if only that is seen', () => {
    const passed = decision({ time: '2', cause: 'overruled', feedback: 'it works', cost_usd: null });
    const given = summary([overrule('1', 'block'), passed]);
    expect(given).toMatchObject({ last: { outcome: 'overruled' }, lastCause: 'overruled', reviews: 0, decisions: 1 });
  });

  it('a later verdict stands, and another id’s does not count', () => {
    const later = [decision({ time: '1' }), decision({ time: '2' }), overrule('1', 'allow')];
    expect(summary(later).last?.outcome).toBe('allow');
    const other = { ...overrule('1', 'allow'), supervisor_id: 'b' };
    expect(summary([decision({ time: '1' }), other])).toMatchObject({ last: { outcome: 'allow' }, overrules: [] });
  });
});

it('a round is open until a decision of it is recorded', () => {
  const round = { count: 2, at: '2026-01-01T10:00:00.000Z', apiStatus: 529 };
  const openRound = (...lines: Partial<JournalDecision>[]) =>
    summarize('a', state({ round }), rules, lines.map(decision)).openRound;
  const before = { count: 2, time: '2026-01-01T09:00:00.000Z' };
  expect(openRound(before, { count: 1, time: '2026-01-01T10:00:05.000Z' })).toEqual(round);
  expect(openRound(before, { count: 2, time: '2026-01-01T10:00:05.000Z' })).toBeNull();
  expect(summarize('a', state({}), rules, []).openRound).toBeNull();
});
