import { describe, expect, it } from 'vitest';
import { withoutNotices } from '../../../../src/hook/rules/pending-notice.ts';
import {
  decide,
  type Exemption,
  markApproved,
  markImpossible,
  type RuleInput,
  type Rules,
  recordObjection,
  type State,
  type StateStep,
  switchOff,
  switchOn,
} from '../../../../src/hook/rules/state.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const NOW = '2026-01-02T00:00:00.000Z';
const rules = (fields: Partial<Rules> = {}): Rules => ({ maxIterations: 3, enabledByDefault: false, ...fields });
const state = (fields: Partial<State> = {}): State => ({
  sessionId: 's',
  enabled: true,
  count: 0,
  createdAt: BEFORE,
  updatedAt: BEFORE,
  ...fields,
});
const event = (fields: Partial<RuleInput> = {}): RuleInput => ({
  sessionId: 's',
  event: 'Stop',
  tool: null,
  promptId: 'p1',
  exemption: undefined,
  canNotify: true,
  ...fields,
});
/** What would be on disk: keys set to undefined are not written. */
const written = (step: StateStep) => step.next && JSON.parse(JSON.stringify(step.next));

describe('whether supervision is on', () => {
  it.each<[why: string, current: State | undefined, byDefault: boolean, action: StateStep['action']]>([
    ['no state, no default', undefined, false, { kind: 'off', notify: false }],
    ['no state, on by default', undefined, true, { kind: 'judge', count: 1 }],
    ['the state says on', state(), false, { kind: 'judge', count: 1 }],
    ['the state says off', state({ enabled: false }), false, { kind: 'off', notify: false }],
    ['the state says off against the default', state({ enabled: false }), true, { kind: 'off', notify: false }],
  ])('%s', (_, current, enabledByDefault, action) => {
    expect(decide(current, event(), rules({ enabledByDefault }), NOW).action).toEqual(action);
  });

  it('off writes nothing', () => {
    expect(decide(undefined, event(), rules(), NOW)).not.toHaveProperty('next');
    expect(decide(state({ enabled: false, count: 2 }), event(), rules(), NOW)).not.toHaveProperty('next');
  });

  it('on by default begins a state of its own', () =>
    expect(written(decide(undefined, event({ sessionId: 'new' }), rules({ enabledByDefault: true }), NOW))).toEqual({
      sessionId: 'new',
      enabled: true,
      count: 1,
      round: { count: 1, at: NOW },
      createdAt: NOW,
      updatedAt: NOW,
    }));
});

describe('the count', () => {
  it.each([0, 1, 2])('%i rises by one', (count) => {
    const step = decide(state({ count }), event(), rules(), NOW);
    expect(step.action).toEqual({ kind: 'judge', count: count + 1 });
    const round = { count: count + 1, at: NOW };
    expect(written(step)).toEqual({ ...state({ count: count + 1, round }), updatedAt: NOW });
  });

  it('counts questions and stops alike', () =>
    expect(decide(state({ count: 1 }), event({ event: 'PreToolUse' }), rules(), NOW).action).toEqual({
      kind: 'judge',
      count: 2,
    }));

  it.each<[why: string, fields: Partial<State>, promptId: string | undefined, count: number]>([
    ['another prompt after an allowed stop', { settledPromptId: 'p0' }, 'p1', 1],
    ['any prompt after an allowed stop of an unnamed one', { settledPromptId: null }, 'p1', 1],
    ['another prompt alone (a background task woke the session)', {}, 'p1', 3],
    ['the same prompt after an allowed stop', { settledPromptId: 'p1' }, 'p1', 3],
    ['an unnamed prompt after an allowed stop', { settledPromptId: 'p0' }, undefined, 3],
  ])('%s', (_, fields, promptId, count) => {
    expect(decide(state({ count: 2, ...fields }), event({ promptId }), rules(), NOW).action).toEqual({
      kind: 'judge',
      count,
    });
  });

  it('a new task forgets how the old one ended', () => {
    const old = state({ count: 3, settledPromptId: 'p0', pauseNotified: true });
    const round = { count: 1, at: NOW };
    expect(written(decide(old, event(), rules(), NOW))).toEqual({ ...state({ count: 1, round }), updatedAt: NOW });
  });

  it('a task after an approved one is not started twice', () => {
    const first = decide(state({ count: 2, settledPromptId: 'p0' }), event({ promptId: 'p1' }), rules(), NOW);
    expect(decide(first.next, event({ promptId: 'p2' }), rules(), NOW).action).toEqual({ kind: 'judge', count: 2 });
  });
});

describe('the round limit', () => {
  it.each([3, 4, 100])('at %i of 3 supervision pauses and says so', (count) => {
    const step = decide(state({ count }), event(), rules(), NOW);
    expect(step.action).toEqual({ kind: 'paused', count, notify: true });
    expect(written(step)).toEqual({ ...state({ count, pauseNotified: true }), updatedAt: NOW });
  });

  it('it says so once', () => {
    const step = decide(state({ count: 3, pauseNotified: true }), event(), rules(), NOW);
    expect(step).toEqual({ action: { kind: 'paused', count: 3, notify: false } });
  });

  it('where nothing can be said, the notice is kept for later', () => {
    const step = decide(state({ count: 3 }), event({ canNotify: false }), rules(), NOW);
    expect(step).toEqual({ action: { kind: 'paused', count: 3, notify: false } });
  });

  it.each<[why: string, current: State, promptId: string]>([
    ['turned on again', switchOn(state({ count: 3, pauseNotified: true }), 's', NOW), 'p1'],
    ['a new task', state({ count: 3, pauseNotified: true, settledPromptId: 'p0' }), 'p1'],
  ])('%s: it goes on', (_, current, promptId) =>
    expect(decide(current, event({ promptId }), rules(), NOW).action).toEqual({ kind: 'judge', count: 1 }),
  );
});

describe('an exempt event', () => {
  it.each<Exemption>(['background', 'compaction'])('%s: no review, no count, nothing written', (exemption) => {
    expect(decide(state({ count: 1 }), event({ exemption }), rules(), NOW)).toEqual({
      action: { kind: 'exempt', why: exemption },
    });
  });

  it('supervision that is off is off all the same', () =>
    expect(decide(undefined, event({ exemption: 'background' }), rules(), NOW).action.kind).toBe('off'));

  it('beyond the round limit nothing is said about it', () =>
    expect(decide(state({ count: 3 }), event({ exemption: 'background' }), rules(), NOW).action.kind).toBe('exempt'));
});

describe('turning off', () => {
  it.each<[why: string, current: State | undefined, wasOn: boolean, offNoticePending: boolean | undefined]>([
    ['in a task', state({ count: 1 }), true, true],
    ['before the first event', undefined, true, true],
    ['after an allowed stop', state({ count: 1, settledPromptId: 'p1' }), true, true],
    ['when it was off already', state({ enabled: false }), false, undefined],
    ['when there was nothing to turn off', undefined, false, undefined],
    ['twice in a task', state({ enabled: false, offNoticePending: true }), false, true],
  ])('%s', (_, current, wasOn, offNoticePending) => {
    const next = switchOff(current, 's', wasOn, NOW);
    expect(next).toMatchObject({ sessionId: 's', enabled: false, updatedAt: NOW });
    expect(next.offNoticePending || undefined).toBe(offNoticePending);
  });

  it.each<[why: string, input: Partial<RuleInput>, notified: boolean]>([
    ['the next stop', {}, true],
    ['not another event', { event: 'PreToolUse' }, false],
    ['not a stop that can carry no line', { canNotify: false }, false],
  ])('%s notifies the user', (_, input, notified) => {
    const off = switchOff(state({ count: 1 }), 's', true, NOW);
    const step = decide(off, event(input), rules(), NOW);
    expect(step.action).toEqual({ kind: 'off', notify: notified });
    expect(written(step)).toEqual(
      notified ? { ...state({ enabled: false, count: 1, offAt: NOW }), updatedAt: NOW } : undefined,
    );
  });

  it('the user is notified once', () => {
    const notified = decide(switchOff(state(), 's', true, NOW), event(), rules(), NOW).next;
    expect(decide(notified, event(), rules(), NOW)).toEqual({ action: { kind: 'off', notify: false } });
  });
});

describe('turning on', () => {
  const objection = { text: 'add tests', treeFingerprint: 't', times: 2 };
  it.each<[why: string, current: State | undefined, createdAt: string, since: string | undefined]>([
    ['for the first time', undefined, NOW, NOW],
    ['after off, which the user was told', state({ enabled: false, count: 2, offAt: BEFORE }), BEFORE, undefined],
    ['after off, when it had been turned on by hand', state({ enabled: false, since: BEFORE }), BEFORE, BEFORE],
    ['for the first time, after an off that turned nothing off', switchOff(undefined, 's', false, BEFORE), BEFORE, NOW],
    ['after the round limit', state({ count: 3, pauseNotified: true }), BEFORE, undefined],
    ['after an allowed stop', state({ count: 2, settledPromptId: 'p1' }), BEFORE, undefined],
    ['once more, which is not another beginning', state({ since: BEFORE }), BEFORE, BEFORE],
    ['after an objection', state({ objection }), BEFORE, undefined],
  ])('%s starts anew', (_, current, createdAt, since) => {
    expect(written({ action: { kind: 'off', notify: false }, next: switchOn(current, 's', NOW) })).toEqual({
      ...state({ createdAt }),
      ...(since && { since }),
      updatedAt: NOW,
    });
  });

  it('off and on again is told at the next stop, and only then', () => {
    const off = switchOff(state({ count: 2 }), 's', true, BEFORE);
    const on = switchOn(off, 's', NOW);
    const notices = [{ kind: 'off-on', at: BEFORE, until: NOW }];
    expect(on).toMatchObject({ enabled: true, count: 0, pendingNotices: notices });
    expect(on.since).toBeUndefined();
    expect(decide(on, event({ event: 'PreToolUse' }), rules(), NOW)).not.toHaveProperty('notices');
    expect(decide(on, event({ canNotify: false }), rules(), NOW)).not.toHaveProperty('notices');
    // Kept in the state until the answer is known to be out.
    const step = decide(on, event(), rules(), NOW);
    expect(step).toMatchObject({ action: { kind: 'judge' }, notices, next: { pendingNotices: notices } });
    expect(withoutNotices(step.next as State, step.notices ?? [])?.pendingNotices).toBeUndefined();
    // Also where supervision is off again by then.
    expect(decide(switchOff(on, 's', true, NOW), event(), rules(), NOW)).toMatchObject({ notices });
  });

  it('a hundred times off and on are told a few times', () => {
    let current: State = state();
    for (let at = 0; at < 100; at++) current = switchOn(switchOff(current, 's', true, `off ${at}`), 's', `on ${at}`);
    expect(current.pendingNotices).toHaveLength(5);
    expect(current.pendingNotices?.[0]).toEqual({ kind: 'off-on', at: 'off 0', until: 'on 0' });
  });

  it('keeps whose session it was', () =>
    expect(switchOn(state({ sessionId: 'first' }), 'second', NOW).sessionId).toBe('first'));
});

describe('settling', () => {
  it.each([
    ['p1', 'p1'],
    [undefined, null],
  ])('the prompt %j is stored as %j', (promptId, settledPromptId) =>
    expect(markApproved(state({ count: 2 }), promptId, 'tree', NOW)).toEqual({
      ...state({ count: 2, settledPromptId, approved: { treeFingerprint: 'tree', at: NOW } }),
      taskBegan: { treeFingerprint: 'tree', at: NOW },
      updatedAt: NOW,
    }),
  );
});

describe('an objection', () => {
  const about = 'The tests were never run. Run npm test and show what it prints.';
  const again = 'You still have not run the tests: run npm test and show what it prints.';
  const other = 'README.md does not mention the new flag.';
  const step = (current: State, text: string, treeFingerprint: string, stallAfter = 3) =>
    recordObjection(current, { text, treeFingerprint }, stallAfter, NOW);

  it.each<[why: string, rounds: [text: string, treeFingerprint: string][], times: (number | 'stalled')[]]>([
    [
      'the same words',
      [
        [about, 't'],
        [about, 't'],
        [about, 't'],
      ],
      [1, 2, 'stalled'],
    ],
    [
      'nearly the same words',
      [
        [about, 't'],
        [again, 't'],
        [about, 't'],
      ],
      [1, 2, 'stalled'],
    ],
    [
      'something was done',
      [
        [about, 't'],
        [about, 'u'],
        [about, 'u'],
        [about, 'u'],
      ],
      [1, 1, 2, 'stalled'],
    ],
    [
      'another one in between',
      [
        [about, 't'],
        [other, 't'],
        [about, 't'],
        [about, 't'],
      ],
      [1, 1, 1, 2],
    ],
    [
      'after it was let through',
      [
        [about, 't'],
        [about, 't'],
        [about, 't'],
        [about, 't'],
      ],
      [1, 2, 'stalled', 1],
    ],
  ])('%s', (_, rounds, times) => {
    let current = state();
    const seen = rounds.map(([text, treeFingerprint]) => {
      const { next, stalled } = step(current, text, treeFingerprint);
      current = next;
      return stalled ? 'stalled' : next.objection?.times;
    });
    expect(seen).toEqual(times);
  });

  it('is forgotten with an allowed stop, and with a new task', () => {
    const { next } = step(state({ count: 1 }), about, 't');
    const approvedPrompt = markApproved(next, 'p1', 't', NOW);
    expect(approvedPrompt.objection).toBeUndefined();
    const stale = { ...approvedPrompt, objection: { text: about, treeFingerprint: 't', times: 2 } };
    expect(decide(stale, event({ promptId: 'p2' }), rules(), NOW).next?.objection).toBeUndefined();
  });
});

it('a round knows which process judges the last stop', () => {
  const first = decide(state(), event({ pid: 7 }), rules(), NOW).next;
  expect(first?.round).toEqual({ count: 1, at: NOW, stopPid: 7 });
  expect(decide(first, event({ pid: 8, event: 'PreToolUse' }), rules(), NOW).next?.round?.stopPid).toBe(7);
});

it('a task that cannot be done is over: the next prompt begins a new count, and nothing was approved', () => {
  const ended = markImpossible(
    state({ count: 3, objection: { text: 'x', treeFingerprint: 't', times: 1 } }),
    'p1',
    NOW,
  );
  expect(ended).toMatchObject({ count: 3, settledPromptId: 'p1', updatedAt: NOW });
  expect([ended.approved, ended.objection]).toEqual([undefined, undefined]);
  expect(decide(ended, event({ promptId: 'p1' }), rules(), NOW).action.kind).toBe('paused');
  expect(decide(ended, event({ promptId: 'p2' }), rules(), NOW).action).toEqual({ kind: 'judge', count: 1 });
});
