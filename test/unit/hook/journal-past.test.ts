import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { pastOf, sessionInJournal } from '../../../src/hook/journal-past.ts';
import { otherClientsId } from '../../../src/hook/rules/other-client.ts';
import { addToIndex } from '../../../src/journal/part-index.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import { newestFirst, newestOfId } from '../../../src/journal/read.ts';
import { ReadLimit } from '../../../src/journal/read-limit.ts';
import { temporaryFolder, write } from '../folder.ts';
import { newJournal, partPath, writeParts } from '../journal/lines.ts';

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

const text = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const others = (count: number) =>
  text(...Array.from({ length: count }, (_, i) => decision(2, { supervisor_id: `o${i}`, session_id: `o${i}` })));
function inParts(...parts: string[]): string {
  const path = writeParts(newJournal(), ...parts);
  addToIndex(journalPartsFolder(path), fullParts(path).slice(0, -1));
  return path;
}

it.each([true, false])('in any of several parts, with an index: %s', (hasIndex) => {
  for (const at of [0, 1, 2, 3]) {
    const own = text(decision(1, { session_id: 's.1' }));
    const path = inParts(...[0, 1, 2, 3].map((n) => (n === at ? own : '') + others(400)));
    if (!hasIndex) rmSync(join(journalPartsFolder(path), 'index'));
    expect([pastOf(path, 'a'), sessionInJournal(path, 's.1').supervisorId]).toEqual([ON, 'a']);
    expect([pastOf(path, 'nobody'), sessionInJournal(path, 'nobody').supervisorId]).toEqual([undefined, undefined]);
  }
});

it('is found by the index behind more parts than are read without one', () => {
  const path = inParts(text(decision(1)), ...Array.from({ length: 80 }, () => others(2)));
  expect([pastOf(path, 'a'), sessionInJournal(path, 's').supervisorId]).toEqual([ON, 'a']);
});

it('the newest part that has it counts', () => {
  const path = inParts(text(mode(1, 'on')), text(mode(2, 'off')), others(3), others(3));
  expect(pastOf(path, 'a')).toEqual({ ...SWITCHED, isOn: false });
});

it('a verdict that was under way when supervision was turned off, in the part before or far back', () => {
  const off = text(mode(20, 'off'));
  const late = text(decision(25, { duration_ms: 10_000 }));
  const later = text(decision(35, { duration_ms: 1 }));
  const filler = text(...Array.from({ length: 500 }, () => decision(21, { supervisor_id: 'o' })));
  expect(pastOf(inParts(off, late), 'a')).toEqual({ ...ON, isOn: false });
  expect(pastOf(inParts(off + filler, filler + late), 'a')).toEqual({ ...ON, isOn: false });
  expect(pastOf(inParts(others(1), off + filler + late), 'a')).toEqual({ ...ON, isOn: false });
  expect(pastOf(inParts(off + filler, filler + later), 'a')).toEqual(ON);
});

describe('a journal that somebody has made to hold up the hook', () => {
  const MB = 1024 * 1024;
  const UNKNOWN = { ...SWITCHED, isOn: true };
  /** What one look reads at most, with the piece or the line at which it is over. */
  const MOST = 600 * MB;
  const looked = (look: (limit: ReadLimit) => unknown) => {
    const limit = new ReadLimit();
    const parse = vi.spyOn(JSON, 'parse');
    const found = look(limit);
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    return { found, taken: limit.taken, parsed };
  };

  it('one line in which the id stands thousands of times is looked at once', () => {
    const line = `{"x":[${'{"supervisor_id":"a","session_id":"s"},'.repeat(10_000)}0]}`;
    const path = journal(decision(1), line, line);
    for (const look of [
      (limit: ReadLimit) => pastOf(path, 'a', limit),
      (limit: ReadLimit) => sessionInJournal(path, 's', limit).supervisorId,
      (limit: ReadLimit) => [...newestOfId(path, 'a', limit)].length,
    ]) {
      const { found, parsed } = looked(look);
      expect([found, parsed]).toEqual([expect.anything(), 3]);
    }
  });

  it('a line that is longer than any of ours is not parsed', () => {
    const line = `{"x":"${'x'.repeat(2 * MB)}","y":{"supervisor_id":"a"}}`;
    const { found, parsed } = looked((limit) => pastOf(journal(decision(1), line), 'a', limit));
    expect([found, parsed]).toEqual([ON, 1]);
  });

  it('of many huge parts only so much is read, and supervision is not over', () => {
    const path = writeParts(newJournal(), ...Array.from({ length: 12 }, () => ''), others(1));
    for (let n = 1; n <= 12; n++) truncateSync(partPath(path, n), 256 * MB);
    for (const look of [
      (limit: ReadLimit) => pastOf(path, 'a', limit),
      (limit: ReadLimit) => sessionInJournal(path, 's', limit).supervisorId,
      (limit: ReadLimit) => [...newestOfId(path, 'a', limit)].length,
      (limit: ReadLimit) => [...newestFirst(path, limit, at(0))].length,
    ]) {
      const { found, taken } = looked(look);
      expect(taken).toBeLessThan(MOST);
      // The session's own id, of which it is then asked what is known.
      expect([UNKNOWN, 's', 0, 1]).toContainEqual(found);
    }
    expect([pastOf(path, 'a'), sessionInJournal(path, 's').supervisorId]).toEqual([UNKNOWN, 's']);
  });

  it('what is at the end of a huge part is found in its last pieces', () => {
    const path = writeParts(newJournal(), '', others(1));
    truncateSync(partPath(path, 1), 256 * MB);
    appendFileSync(partPath(path, 1), `\n${text(mode(0, 'on', 'o'), decision(1))}${others(3)}`);
    const { found, taken } = looked((limit) => pastOf(path, 'a', limit));
    expect(found).toEqual(ON);
    expect(taken).toBeLessThan(4 * MB);
  });

  it('thousands of empty parts, or of lines that only name the id', () => {
    const path = writeParts(newJournal(), ...Array.from({ length: 40 }, () => ''), others(1));
    const few = (limit = new ReadLimit(MB)) => [pastOf(path, 'a', limit), limit.taken];
    expect(few()).toEqual([UNKNOWN, MB]);
    const decoy = `${JSON.stringify({ time: at(1), session: 'started', supervisor_id: 'a', session_id: 's' })}\n`;
    const many = writeParts(newJournal(), decoy.repeat(10_000));
    const { found, parsed } = looked(() => pastOf(many, 'a', new ReadLimit(MB)));
    expect(found).toEqual(UNKNOWN);
    expect(parsed).toBeLessThan(2_000);
  });

  it('one that is as large as years of work is still searched to its beginning', () => {
    const path = writeParts(newJournal(), text(decision(1)), ...Array.from({ length: 250 }, () => ''), others(1));
    for (let n = 2; n <= 251; n++) truncateSync(partPath(path, n), MB);
    const { found, taken } = looked((limit) => pastOf(path, 'a', limit));
    expect(found).toEqual(ON);
    expect(taken).toBeGreaterThan(250 * MB);
  });
});

describe('what is known of a session', () => {
  const of = (fields: object) => ({ time: at(1), session_id: 's', supervisor_id: 'a', ...fields });
  const began = of({ session: 'started', why: 'startup' });
  const apiError = of({ api_error: 'server_error', message: 'down' });
  const byOther = { ...began, supervisor_id: otherClientsId('s', 7) };
  it.each<[what: string, lines: object[], known: object]>([
    ['nothing', [], { supervisorId: undefined, beganSupervised: false }],
    ['that it began', [began], { supervisorId: undefined, beganSupervised: true }],
    ['an API error', [apiError], { supervisorId: undefined, beganSupervised: true }],
    ['that another client began', [byOther], { supervisorId: undefined, beganSupervised: false }],
    ['that it was turned off since', [began, mode(2, 'off', 'b')], { supervisorId: 'b', beganSupervised: false }],
    ['a verdict before it began again', [decision(0), { ...began, supervisor_id: 'b' }], { supervisorId: 'a' }],
  ])('%s', (_, lines, known) => expect(sessionInJournal(journal(...lines), 's')).toMatchObject(known));
});
