import { describe, expect, it } from 'vitest';
import {
  decide,
  type Exemption,
  markApproved,
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
  session_id: 's',
  enabled: true,
  count: 0,
  created_at: BEFORE,
  updated_at: BEFORE,
  ...fields,
});
const event = (fields: Partial<RuleInput> = {}): RuleInput => ({
  sessionId: 's',
  isStop: true,
  promptId: 'p1',
  exemption: undefined,
  canTell: true,
  ...fields,
});
/** What would be on disk: keys set to undefined are not written. */
const written = (step: StateStep) => step.next && JSON.parse(JSON.stringify(step.next));

describe('whether supervision is on', () => {
  it.each<[why: string, current: State | undefined, byDefault: boolean, ruling: StateStep['ruling']]>([
    ['no state, no default', undefined, false, { kind: 'off', tell: false }],
    ['no state, on by default', undefined, true, { kind: 'review', count: 1 }],
    ['the state says on', state(), false, { kind: 'review', count: 1 }],
    ['the state says off', state({ enabled: false }), false, { kind: 'off', tell: false }],
    ['the state says off against the default', state({ enabled: false }), true, { kind: 'off', tell: false }],
  ])('%s', (_, current, enabledByDefault, ruling) => {
    expect(decide(current, event(), rules({ enabledByDefault }), NOW).ruling).toEqual(ruling);
  });

  it('off writes nothing', () => {
    expect(decide(undefined, event(), rules(), NOW)).not.toHaveProperty('next');
    expect(decide(state({ enabled: false, count: 2 }), event(), rules(), NOW)).not.toHaveProperty('next');
  });

  it('on by default begins a state of its own', () =>
    expect(written(decide(undefined, event({ sessionId: 'new' }), rules({ enabledByDefault: true }), NOW))).toEqual({
      session_id: 'new',
      enabled: true,
      count: 1,
      created_at: NOW,
      updated_at: NOW,
    }));
});

describe('the count', () => {
  it.each([0, 1, 2])('%i rises by one', (count) => {
    const step = decide(state({ count }), event(), rules(), NOW);
    expect(step.ruling).toEqual({ kind: 'review', count: count + 1 });
    expect(written(step)).toEqual({ ...state({ count: count + 1 }), updated_at: NOW });
  });

  it('counts questions and stops alike', () =>
    expect(decide(state({ count: 1 }), event({ isStop: false }), rules(), NOW).ruling).toEqual({
      kind: 'review',
      count: 2,
    }));

  it.each<[why: string, fields: Partial<State>, promptId: string | undefined, count: number]>([
    ['another prompt after an allowed stop', { settled_prompt_id: 'p0' }, 'p1', 1],
    ['any prompt after an allowed stop of an unnamed one', { settled_prompt_id: null }, 'p1', 1],
    ['another prompt alone (a background task woke the session)', {}, 'p1', 3],
    ['the same prompt after an allowed stop', { settled_prompt_id: 'p1' }, 'p1', 3],
    ['an unnamed prompt after an allowed stop', { settled_prompt_id: 'p0' }, undefined, 3],
  ])('%s', (_, fields, promptId, count) => {
    expect(decide(state({ count: 2, ...fields }), event({ promptId }), rules(), NOW).ruling).toEqual({
      kind: 'review',
      count,
    });
  });

  it('a new task forgets how the old one ended', () => {
    const old = state({ count: 3, settled_prompt_id: 'p0', pause_told: true });
    expect(written(decide(old, event(), rules(), NOW))).toEqual({ ...state({ count: 1 }), updated_at: NOW });
  });

  it('a settled task is not begun twice', () => {
    const first = decide(state({ count: 2, settled_prompt_id: 'p0' }), event({ promptId: 'p1' }), rules(), NOW);
    expect(decide(first.next, event({ promptId: 'p2' }), rules(), NOW).ruling).toEqual({ kind: 'review', count: 2 });
  });
});

describe('the cap', () => {
  it.each([3, 4, 100])('at %i of 3 supervision pauses and says so', (count) => {
    const step = decide(state({ count }), event(), rules(), NOW);
    expect(step.ruling).toEqual({ kind: 'paused', count, tell: true });
    expect(written(step)).toEqual({ ...state({ count, pause_told: true }), updated_at: NOW });
  });

  it('it says so once', () => {
    const step = decide(state({ count: 3, pause_told: true }), event(), rules(), NOW);
    expect(step).toEqual({ ruling: { kind: 'paused', count: 3, tell: false } });
  });

  it('where nothing can be said, the telling is kept for later', () => {
    const step = decide(state({ count: 3 }), event({ canTell: false }), rules(), NOW);
    expect(step).toEqual({ ruling: { kind: 'paused', count: 3, tell: false } });
  });

  it.each<[why: string, current: State, promptId: string]>([
    ['switched on again', switchOn(state({ count: 3, pause_told: true }), 's', NOW), 'p1'],
    ['a new task', state({ count: 3, pause_told: true, settled_prompt_id: 'p0' }), 'p1'],
  ])('%s: it goes on', (_, current, promptId) =>
    expect(decide(current, event({ promptId }), rules(), NOW).ruling).toEqual({ kind: 'review', count: 1 }),
  );
});

describe('an exempt event', () => {
  it.each<Exemption>(['background', 'compaction'])('%s: no review, no count, nothing written', (exemption) => {
    expect(decide(state({ count: 1 }), event({ exemption }), rules(), NOW)).toEqual({
      ruling: { kind: 'exempt', why: exemption },
    });
  });

  it('supervision that is off is off all the same', () =>
    expect(decide(undefined, event({ exemption: 'background' }), rules(), NOW).ruling.kind).toBe('off'));

  it('beyond the cap nothing is said about it', () =>
    expect(decide(state({ count: 3 }), event({ exemption: 'background' }), rules(), NOW).ruling.kind).toBe('exempt'));
});

describe('switching off', () => {
  it.each<[why: string, current: State | undefined, wasOn: boolean, off_untold: boolean | undefined]>([
    ['in a task', state({ count: 1 }), true, true],
    ['before the first event', undefined, true, true],
    ['after an allowed stop', state({ count: 1, settled_prompt_id: 'p1' }), true, true],
    ['when it was off already', state({ enabled: false }), false, undefined],
    ['when there was nothing to switch off', undefined, false, undefined],
    ['twice in a task', state({ enabled: false, off_untold: true }), false, true],
  ])('%s', (_, current, wasOn, off_untold) => {
    const next = switchOff(current, 's', wasOn, NOW);
    expect(next).toMatchObject({ session_id: 's', enabled: false, updated_at: NOW });
    expect(next.off_untold || undefined).toBe(off_untold);
  });

  it.each<[why: string, input: Partial<RuleInput>, told: boolean]>([
    ['the next stop', {}, true],
    ['not another event', { isStop: false }, false],
    ['not a stop that can carry no line', { canTell: false }, false],
  ])('%s tells the user', (_, input, told) => {
    const off = switchOff(state({ count: 1 }), 's', true, NOW);
    const step = decide(off, event(input), rules(), NOW);
    expect(step.ruling).toEqual({ kind: 'off', tell: told });
    expect(written(step)).toEqual(told ? { ...state({ enabled: false, count: 1 }), updated_at: NOW } : undefined);
  });

  it('the user is told once', () => {
    const told = decide(switchOff(state(), 's', true, NOW), event(), rules(), NOW).next;
    expect(decide(told, event(), rules(), NOW)).toEqual({ ruling: { kind: 'off', tell: false } });
  });
});

describe('switching on', () => {
  const objection = { about: 'add tests', tree: 't', times: 2 };
  it.each<[why: string, current: State | undefined, created_at: string, since: string | undefined]>([
    ['for the first time', undefined, NOW, NOW],
    ['after off', state({ enabled: false, count: 2, off_untold: true }), BEFORE, NOW],
    ['after the cap', state({ count: 3, pause_told: true }), BEFORE, undefined],
    ['after an allowed stop', state({ count: 2, settled_prompt_id: 'p1' }), BEFORE, undefined],
    ['once more, which is no other beginning', state({ since: BEFORE }), BEFORE, BEFORE],
    ['after an objection', state({ objection }), BEFORE, undefined],
  ])('%s starts anew', (_, current, created_at, since) => {
    expect(written({ ruling: { kind: 'off', tell: false }, next: switchOn(current, 's', NOW) })).toEqual({
      ...state({ created_at }),
      ...(since && { since }),
      updated_at: NOW,
    });
  });

  it('keeps whose session it was', () =>
    expect(switchOn(state({ session_id: 'first' }), 'second', NOW).session_id).toBe('first'));
});

describe('settling', () => {
  it.each([
    ['p1', 'p1'],
    [undefined, null],
  ])('the prompt %j is remembered as %j', (promptId, settled_prompt_id) =>
    expect(markApproved(state({ count: 2 }), promptId, 'tree', NOW)).toEqual({
      ...state({ count: 2, settled_prompt_id, approved: { tree: 'tree', at: NOW } }),
      updated_at: NOW,
    }),
  );
});

describe('an objection', () => {
  const about = 'The tests were never run. Run npm test and show what it prints.';
  const again = 'You still have not run the tests: run npm test and show what it prints.';
  const other = 'README.md does not mention the new flag.';
  const step = (current: State, objection: string, tree: string, stallAfter = 3) =>
    recordObjection(current, { about: objection, tree }, stallAfter, NOW);

  it.each<[why: string, rounds: [objection: string, tree: string][], times: (number | 'stalled')[]]>([
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
    const seen = rounds.map(([objection, tree]) => {
      const { next, stalled } = step(current, objection, tree);
      current = next;
      return stalled ? 'stalled' : next.objection?.times;
    });
    expect(seen).toEqual(times);
  });

  it('is forgotten with an allowed stop, and with a new task', () => {
    const { next } = step(state({ count: 1 }), about, 't');
    const settled = markApproved(next, 'p1', 't', NOW);
    expect(settled.objection).toBeUndefined();
    const stale = { ...settled, objection: { about, tree: 't', times: 2 } };
    expect(decide(stale, event({ promptId: 'p2' }), rules(), NOW).next?.objection).toBeUndefined();
  });
});
