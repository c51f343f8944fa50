import { describe, expect, it } from 'vitest';
import type { Line } from '../../../../src/dashboard/page/model.ts';
import { type Tone, toneOf, toneOfOutcome, toneOfSession } from '../../../../src/dashboard/page/tone.ts';
import { SessionList } from '../../../../src/history/sessions.ts';
import { madeUpDecision } from '../../../support/made-up-journal.ts';

const stop = (fields: object) => madeUpDecision('a', '2026-11-17T09:00:00.000Z', fields);

describe('a line has the tone', () => {
  it.each<[fields: object, tone: Tone]>([
    [{}, 'good'],
    [{ touched: ['a.ts'] }, 'broken'],
    [{ changed_settings: ['ccc.json'] }, 'broken'],
    [{ verdict: 'block' }, 'bad'],
    [{ verdict: 'failed', cause: 'budget' }, 'broken'],
    [{ cause: 'limit' }, 'broken'],
    [{ cause: 'budget' }, 'broken'],
    [{ cause: 'stall' }, 'bad'],
    [{ cause: 'impossible' }, 'bad'],
    [{ cause: 'overruled' }, 'plain'],
  ])('of its session in the list: %o', (fields, tone) => {
    const sessions = new SessionList();
    sessions.add(stop(fields));
    expect(toneOf(stop(fields) as Line)).toBe(tone);
    expect(toneOfOutcome(sessions.get('a')?.outcome ?? '')).toBe(tone);
  });

  it.each<[line: Partial<Line>, tone: Tone]>([
    [{ api_error: 'overloaded' }, 'broken'],
    [{ session: 'started' }, 'plain'],
    [stop({ event: 'PreToolUse' }) as Line, 'plain'],
    [stop({ cause: 'constructor' }) as Line, 'plain'],
  ])('of what it says: %o', (line, tone) => expect(toneOf({ time: '', ...line })).toBe(tone));
});

const session = { outcome: 'approved', wentOn: false, needsUser: false } as const;

it.each<[fields: Partial<Parameters<typeof toneOfSession>[0]>, tone: Tone]>([
  [{}, 'good'],
  [{ wentOn: true }, 'plain'],
  [{ wentOn: true, needsUser: true }, 'broken'],
  [{ outcome: 'not-reviewed', wentOn: true, needsUser: true }, 'broken'],
  [{ outcome: 'not-reviewed' }, 'plain'],
  [{ outcome: 'sent-back', wentOn: true, needsUser: true }, 'bad'],
])('a session has the tone of what nobody has reviewed too: %o', (fields, tone) =>
  expect(toneOfSession({ ...session, ...fields })).toBe(tone),
);
