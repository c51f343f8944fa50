import { describe, expect, it } from 'vitest';
import {
  admit,
  type Exemption,
  type Occasion,
  type Rules,
  type State,
  type Step,
  settle,
  switchOff,
  switchOn,
} from '../../../src/supervisor/session.ts';

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
const event = (fields: Partial<Occasion> = {}): Occasion => ({
  sessionId: 's',
  isStop: true,
  promptId: 'p1',
  exemption: undefined,
  canTell: true,
  ...fields,
});
/** What would be on disk: keys set to undefined are not written. */
const written = (step: Step) => step.next && JSON.parse(JSON.stringify(step.next));

describe('whether supervision is on', () => {
  it.each<[why: string, current: State | undefined, byDefault: boolean, ruling: Step['ruling']]>([
    ['no state, no default', undefined, false, { kind: 'off', tell: false }],
    ['no state, on by default', undefined, true, { kind: 'review', count: 1 }],
    ['the state says on', state(), false, { kind: 'review', count: 1 }],
    ['the state says off', state({ enabled: false }), false, { kind: 'off', tell: false }],
    ['the state says off against the default', state({ enabled: false }), true, { kind: 'off', tell: false }],
  ])('%s', (_, current, enabledByDefault, ruling) => {
    expect(admit(current, event(), rules({ enabledByDefault }), NOW).ruling).toEqual(ruling);
  });

  it('off writes nothing', () => {
    expect(admit(undefined, event(), rules(), NOW)).not.toHaveProperty('next');
    expect(admit(state({ enabled: false, count: 2 }), event(), rules(), NOW)).not.toHaveProperty('next');
  });

  it('on by default begins a state of its own', () =>
    expect(written(admit(undefined, event({ sessionId: 'new' }), rules({ enabledByDefault: true }), NOW))).toEqual({
      session_id: 'new',
      enabled: true,
      count: 1,
      created_at: NOW,
      updated_at: NOW,
    }));
});

describe('the count', () => {
  it.each([0, 1, 2])('%i rises by one', (count) => {
    const step = admit(state({ count }), event(), rules(), NOW);
    expect(step.ruling).toEqual({ kind: 'review', count: count + 1 });
    expect(written(step)).toEqual({ ...state({ count: count + 1 }), updated_at: NOW });
  });

  it('counts questions and stops alike', () =>
    expect(admit(state({ count: 1 }), event({ isStop: false }), rules(), NOW).ruling).toEqual({
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
    expect(admit(state({ count: 2, ...fields }), event({ promptId }), rules(), NOW).ruling).toEqual({
      kind: 'review',
      count,
    });
  });

  it('a new task forgets how the old one ended', () => {
    const old = state({ count: 3, settled_prompt_id: 'p0', pause_told: true });
    expect(written(admit(old, event(), rules(), NOW))).toEqual({ ...state({ count: 1 }), updated_at: NOW });
  });

  it('a settled task is not begun twice', () => {
    const first = admit(state({ count: 2, settled_prompt_id: 'p0' }), event({ promptId: 'p1' }), rules(), NOW);
    expect(admit(first.next, event({ promptId: 'p2' }), rules(), NOW).ruling).toEqual({ kind: 'review', count: 2 });
  });
});

describe('the cap', () => {
  it.each([3, 4, 100])('at %i of 3 supervision pauses and says so', (count) => {
    const step = admit(state({ count }), event(), rules(), NOW);
    expect(step.ruling).toEqual({ kind: 'paused', count, tell: true });
    expect(written(step)).toEqual({ ...state({ count, pause_told: true }), updated_at: NOW });
  });

  it('it says so once', () => {
    const step = admit(state({ count: 3, pause_told: true }), event(), rules(), NOW);
    expect(step).toEqual({ ruling: { kind: 'paused', count: 3, tell: false } });
  });

  it('where nothing can be said, the telling is kept for later', () => {
    const step = admit(state({ count: 3 }), event({ canTell: false }), rules(), NOW);
    expect(step).toEqual({ ruling: { kind: 'paused', count: 3, tell: false } });
  });

  it.each<[why: string, current: State, promptId: string]>([
    ['switched on again', switchOn(state({ count: 3, pause_told: true }), 's', NOW), 'p1'],
    ['a new task', state({ count: 3, pause_told: true, settled_prompt_id: 'p0' }), 'p1'],
  ])('%s: it goes on', (_, current, promptId) =>
    expect(admit(current, event({ promptId }), rules(), NOW).ruling).toEqual({ kind: 'review', count: 1 }),
  );
});

describe('an exempt event', () => {
  it.each<Exemption>(['background', 'compaction'])('%s: no review, no count, nothing written', (exemption) => {
    expect(admit(state({ count: 1 }), event({ exemption }), rules(), NOW)).toEqual({
      ruling: { kind: 'exempt', why: exemption },
    });
  });

  it('supervision that is off is off all the same', () =>
    expect(admit(undefined, event({ exemption: 'background' }), rules(), NOW).ruling.kind).toBe('off'));

  it('beyond the cap nothing is said about it', () =>
    expect(admit(state({ count: 3 }), event({ exemption: 'background' }), rules(), NOW).ruling.kind).toBe('exempt'));
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

  it.each<[why: string, occasion: Partial<Occasion>, told: boolean]>([
    ['the next stop', {}, true],
    ['not another event', { isStop: false }, false],
    ['not a stop that can carry no line', { canTell: false }, false],
  ])('%s tells the user', (_, occasion, told) => {
    const off = switchOff(state({ count: 1 }), 's', true, NOW);
    const step = admit(off, event(occasion), rules(), NOW);
    expect(step.ruling).toEqual({ kind: 'off', tell: told });
    expect(written(step)).toEqual(told ? { ...state({ enabled: false, count: 1 }), updated_at: NOW } : undefined);
  });

  it('the user is told once', () => {
    const told = admit(switchOff(state(), 's', true, NOW), event(), rules(), NOW).next;
    expect(admit(told, event(), rules(), NOW)).toEqual({ ruling: { kind: 'off', tell: false } });
  });
});

describe('switching on', () => {
  it.each<[why: string, current: State | undefined, created_at: string]>([
    ['for the first time', undefined, NOW],
    ['after off', state({ enabled: false, count: 2, off_untold: true }), BEFORE],
    ['after the cap', state({ count: 3, pause_told: true }), BEFORE],
    ['after an allowed stop', state({ count: 2, settled_prompt_id: 'p1' }), BEFORE],
  ])('%s starts anew', (_, current, created_at) => {
    expect(written({ ruling: { kind: 'off', tell: false }, next: switchOn(current, 's', NOW) })).toEqual({
      ...state({ created_at }),
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
    expect(settle(state({ count: 2 }), promptId, NOW)).toEqual({
      ...state({ count: 2, settled_prompt_id }),
      updated_at: NOW,
    }),
  );
});
