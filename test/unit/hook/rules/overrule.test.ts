import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Overrule, whyNotOverrulable } from '../../../../src/hook/rules/overrule.ts';
import {
  decide,
  endPass,
  markApproved,
  type RuleInput,
  recordObjection,
  recordOverrule,
  type State,
  switchOff,
  switchOn,
} from '../../../../src/hook/rules/state.ts';
import { type JournalDecision, type JournalOverrule, summarize } from '../../../../src/hook/rules/summary.ts';
import { bySize } from '../../../support/builds.ts';

const NOW = '2026-01-02T00:00:00.000Z';
const RULES = { maxIterations: 3, enabledByDefault: false };
const state = (fields: Partial<State> = {}): State => ({
  sessionId: 's',
  enabled: true,
  count: 1,
  createdAt: NOW,
  updatedAt: NOW,
  ...fields,
});
const stop = (fields: Partial<RuleInput> = {}): RuleInput => ({
  sessionId: 's',
  event: 'Stop',
  tool: null,
  promptId: 'p1',
  exemption: undefined,
  canNotify: true,
  ...fields,
});
const question = (fields: Partial<RuleInput> = {}) => stop({ event: 'PreToolUse', tool: 'AskUserQuestion', ...fields });
const overruleOf = (verdict: 'allow' | 'block', event = 'Stop', tool: string | null = null): Overrule => ({
  time: '12:05',
  verdict: { time: '12:03', verdict, event, tool },
  why: 'it works',
  by: '/overrule',
});
const overruled = (overrule: Overrule, before = state()) => recordOverrule(before, overrule, NOW) as State;
const next = (current: State, input: RuleInput) => decide(current, input, RULES, NOW);

describe('a stop that was sent back', () => {
  const before = overruled(overruleOf('block'), state({ count: 2, objection: objection('no tests') }));

  it('goes through once, without a round, and the user is told once', () => {
    const first = next(before, stop());
    expect(first.action).toEqual({ kind: 'overruled', overrule: expect.objectContaining(overruleOf('block')) });
    expect(first.overruled).toMatchObject(overruleOf('block'));
    expect(first.next).toMatchObject({ count: 2, settledPromptId: 'p1', objection: undefined });
    const second = next(first.next as State, stop());
    expect(second.action).toEqual({ kind: 'judge', count: 3 });
    expect(second.overruled).toBeUndefined();
  });

  it('at the limit too, and the next prompt begins a task of its own', () => {
    const first = next({ ...before, count: 3 }, stop({ promptId: 'the overrule itself' }));
    expect(first.action.kind).toBe('overruled');
    expect(next(first.next as State, stop({ promptId: 'p2' })).action).toEqual({ kind: 'judge', count: 1 });
  });

  it('not while subagents run: that is no stop yet', () => {
    const step = next(before, stop({ exemption: 'background' }));
    expect(step.action.kind).toBe('exempt');
    expect(next(step.next ?? before, stop()).action.kind).toBe('overruled');
  });

  it('and nothing else does', () => {
    expect(next(before, question()).action.kind).toBe('judge');
    expect(next(before, stop({ event: 'SubagentStop' })).action.kind).toBe('judge');
  });

  it('is not approved: neither now nor for skip_unchanged', () => {
    expect(next(before, stop()).next?.approved).toBeUndefined();
    const earlier = { treeFingerprint: 'tree', at: NOW };
    const step = next({ ...before, approved: earlier }, stop());
    expect(step.next?.approved).toBe(earlier);
  });
});

describe('what was allowed is for one event', () => {
  const pending = overruled(overruleOf('block'));
  const hasPass = (current: State | undefined) => current?.overrule?.passPending === true;

  it.each<[why: string, after: State | undefined]>([
    ['an approval that came meanwhile', markApproved(pending, 'p1', 'tree', NOW)],
    ['a stop that was let through for another reason', endPass(pending, NOW)],
    ['a stall', recordObjection({ ...pending, objection: objection('x', 1) }, objection('x'), 2, NOW).next],
    ['supervision turned on again', switchOn(pending, 's', NOW)],
  ])('%s ends it, and the user is told all the same', (_, after) => {
    expect(hasPass(pending)).toBe(true);
    expect(hasPass(after)).toBe(false);
    expect(after?.overrule?.noticePending).toBe(true);
  });

  it('an objection that came meanwhile does not', () =>
    expect(hasPass(recordObjection(pending, objection('y'), 3, NOW).next)).toBe(true));

  it('there is nothing to end where nothing is pending', () => expect(endPass(state(), NOW)).toBeUndefined());

  it('a question that may be asked again, until the next stop', () => {
    const asked = overruled(overruleOf('block', 'PreToolUse', 'AskUserQuestion'));
    const first = next(asked, question());
    expect(first.action.kind).toBe('overruled');
    // Told at the stop, too: the answer to a question may be shown nowhere.
    expect(first.overruled).toBeUndefined();
    expect(next(first.next as State, question()).action.kind).toBe('judge');
    const stopped = next(asked, stop());
    expect(stopped).toMatchObject({ action: { kind: 'judge' }, overruled: { why: 'it works' } });
    expect(next(stopped.next as State, question()).action.kind).toBe('judge');
  });
});

describe('an approval that was wrong', () => {
  const before = overruled(overruleOf('allow'), markApproved(state(), 'p1', 'tree', NOW));

  it('is none for skip_unchanged, and lets nothing through', () => {
    expect(before.approved).toBeUndefined();
    const step = next(before, stop({ promptId: 'p2' }));
    expect(step.action).toEqual({ kind: 'judge', count: 1 });
    expect(step.overruled).toMatchObject({ verdict: { verdict: 'allow' } });
  });
});

describe('it is told at the next stop', () => {
  const before = overruled(overruleOf('allow'));
  it.each<[why: string, current: State, input: RuleInput, told: boolean]>([
    ['at the limit', { ...before, count: 3 }, stop(), true],
    ['with supervision off', switchOff(before, 's', true, NOW), stop(), true],
    ['while subagents run', before, stop({ exemption: 'background' }), true],
    ['not with another event', before, question(), false],
    ['not where there is no line for the user', before, stop({ canNotify: false }), false],
  ])('%s', (_, current, input, told) => {
    const step = next(current, input);
    expect(step.overruled !== undefined).toBe(told);
    expect((step.next ?? current).overrule?.noticePending).toBe(told ? undefined : true);
  });
});

it('a verdict is overruled once', () => {
  expect(recordOverrule(overruled(overruleOf('block')), overruleOf('block'), NOW)).toBeUndefined();
  const another = { ...overruleOf('block'), verdict: { ...overruleOf('block').verdict, time: '12:08' } };
  expect(recordOverrule(overruled(overruleOf('block')), another, NOW)?.overrule).toMatchObject({ passPending: true });
});

it.each([
  ['block', 'review', undefined],
  ['block', 'check', undefined],
  ['block', 'claims', undefined],
  ['allow', 'review', undefined],
  ['failed', 'api', 'failed'],
  ['failed', 'interrupted', 'failed'],
  ['allow', 'stall', 'gave-up'],
] as const)('%s by %s: %s', (verdict, cause, why) => expect(whyNotOverrulable({ verdict, cause })).toBe(why));

/** One stop, or the user's answer to the last verdict. */
type Move = { do: 'stop'; outcome: 'allow' | 'block' | 'failed'; promptId: string } | { do: 'overrule' };

const moves = fc.array(
  fc.oneof<fc.Arbitrary<Move>[]>(
    fc.record({
      do: fc.constant('stop' as const),
      outcome: fc.constantFrom('allow', 'block', 'failed'),
      promptId: fc.constantFrom('p1', 'p2', 'p3'),
    }),
    fc.constant({ do: 'overrule' as const }),
  ),
  { maxLength: 40 },
);

it('whatever is allowed, sent back, failed and overruled: a stop counts as approved only if a reviewer approved it, and every overrule of an objection lets one stop through', () => {
  fc.assert(
    fc.property(moves, (history) => {
      const rules = { maxIterations: 100, enabledByDefault: true };
      const journal: (JournalDecision | JournalOverrule)[] = [];
      let current: State | undefined;
      let time = 0;
      /** The last verdict, and whether it was overruled; what the reviewer really said, kept apart from the state. */
      let last: { time: string; outcome: 'allow' | 'block' | 'failed'; overruled: boolean } | undefined;
      let mayPass = false;
      let approvedAt: string | undefined;
      for (const move of history) {
        const now = String(++time).padStart(5, '0');
        if (move.do === 'overrule') {
          const isOverrulable =
            last && !last.overruled && !whyNotOverrulable({ verdict: last.outcome, cause: 'review' });
          if (!last || !isOverrulable || last.outcome === 'failed' || !current) continue;
          const verdict = { time: last.time, verdict: last.outcome, event: 'Stop', tool: null };
          const overrule: Overrule = { time: now, verdict, why: '', by: 'ccc overrule' };
          current = recordOverrule(current, overrule, now);
          expect(current).toBeDefined();
          journal.push({ ...overrule, supervisor_id: 's', overruled: { ...verdict, feedback: 'f' } });
          mayPass = last.outcome === 'block';
          if (last.outcome === 'allow') approvedAt = undefined;
          last.overruled = true;
        } else {
          const step = decide(current, stop({ promptId: move.promptId }), rules, now);
          current = step.next ?? current;
          expect(step.action.kind).toBe(mayPass ? 'overruled' : 'judge');
          const line = { supervisor_id: 's', feedback: 'f', time: now, cost_usd: null };
          if (step.action.kind === 'overruled') journal.push({ ...line, verdict: 'allow', cause: 'overruled' });
          else {
            const { outcome } = move;
            journal.push({ ...line, verdict: outcome, cause: outcome === 'failed' ? 'api' : 'review' });
            last = { time: now, outcome, overruled: false };
            if (outcome === 'allow') {
              current = markApproved(current as State, move.promptId, 'tree', now);
              approvedAt = now;
            }
          }
          mayPass = false;
        }
        expect(current?.approved?.at).toBe(approvedAt);
        const summary = summarize('s', current, rules, journal);
        expect(summary.last?.outcome === 'allow').toBe(last?.outcome === 'allow' && !last.overruled);
      }
    }),
    { numRuns: bySize(200, 1000) },
  );
});

function objection(text: string, times?: number) {
  return { text, treeFingerprint: 'tree', times: times ?? 1 };
}
