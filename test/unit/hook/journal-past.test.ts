import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pastOf } from '../../../src/hook/journal-past.ts';
import { temporaryFolder, write } from '../folder.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const decision = (seconds: number, fields: object = {}) => ({
  time: at(seconds),
  session_id: 's',
  supervisor_id: 'a',
  prompt_id: 'p1',
  event: 'Stop',
  verdict: 'block',
  cause: 'review',
  feedback: 'no',
  count: 3,
  duration_ms: 100,
  tree: null,
  ...fields,
});
const mode = (seconds: number, to: 'on' | 'off', id = 'a') => ({
  time: at(seconds),
  session_id: 's',
  supervisor_id: id,
  mode: to,
});
const journal = (...lines: (object | string)[]) =>
  write(
    join(temporaryFolder(), 'reviews.jsonl'),
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );

const ON = { isOn: true, count: 3, settled: false, promptId: 'p1', sealed: true };
const SWITCHED = { count: null, settled: false, promptId: null, sealed: true };

it.each<[why: string, lines: (object | string)[], past: object | undefined]>([
  ['nothing', [], undefined],
  ['only others', [decision(1, { supervisor_id: 'ab' }), mode(2, 'on', 'aa')], undefined],
  ['sent back', [decision(1)], ON],
  ['an older version', [decision(1, { tree: undefined })], { ...ON, sealed: false }],
  ['approved', [decision(1, { verdict: 'allow' })], { ...ON, settled: true }],
  ['a question that was approved', [decision(1, { verdict: 'allow', event: 'PreToolUse' })], ON],
  ['overruled', [decision(1, { verdict: 'allow', cause: 'overruled' })], { ...ON, settled: true }],
  ['off', [decision(1, { verdict: 'allow', cause: 'off', count: null })], { ...ON, isOn: false, count: null }],
  ['turned on', [mode(1, 'on')], { ...SWITCHED, isOn: true }],
  ['turned off after a verdict', [decision(1), mode(2, 'off')], { ...SWITCHED, isOn: false }],
  ['turned off and on', [decision(1), mode(2, 'off'), mode(3, 'on')], { ...SWITCHED, isOn: true }],
  ['a verdict after it was turned on', [mode(1, 'on'), decision(2)], ON],
  [
    'a verdict that was under way when it was turned off',
    [mode(1, 'on'), mode(20, 'off'), decision(25, { duration_ms: 10_000 })],
    { ...ON, isOn: false },
  ],
  [
    'others and broken lines after it',
    [decision(1), mode(2, 'off', 'b'), '{"supervisor_id":"a","verdict"', decision(3, { supervisor_id: 'c' })],
    ON,
  ],
  [
    'its name in a text',
    [decision(1), decision(2, { supervisor_id: 'b', feedback: '"supervisor_id":"a","mode":"off"' })],
    ON,
  ],
])('%s', (_, lines, past) => expect(pastOf(journal(...lines), 'a')).toEqual(past));

it('no journal', () => expect(pastOf(join(temporaryFolder(), 'none'), 'a')).toBeUndefined());

it('is found also behind the lines of hundreds of other events', () => {
  const others = Array.from({ length: 1000 }, (_, i) => decision(2, { supervisor_id: `other-${i}`, cause: 'off' }));
  expect(pastOf(journal(mode(1, 'on'), ...others), 'a')).toEqual({ ...SWITCHED, isOn: true });
});

it('is found behind any number of megabytes, also where two parts meet', () => {
  const filler = (bytes: number) => decision(2, { supervisor_id: 'other', feedback: 'x'.repeat(bytes) });
  const others = Array.from({ length: 100 }, () => filler(100_000));
  expect(pastOf(journal(mode(1, 'on'), ...others), 'a')).toEqual({ ...SWITCHED, isOn: true });
  for (const bytes of [0, 50, 100, 150, 200, 250])
    expect(pastOf(journal(mode(1, 'on'), ...others.slice(0, 41), filler(93_000 + bytes)), 'a')).toBeDefined();
});
