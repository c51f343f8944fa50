import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendJournal, type JournalEntry, journalEntries } from '../../../src/hook/journal.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const ENTRY: JournalEntry = {
  time: '2026-01-01T00:00:00.000Z',
  session_id: '6d6a9e3a-b908-4612-a7ea-41a01eced3c3',
  supervisor_id: 'night-run',
  prompt_id: null,
  event: 'Stop',
  tool: null,
  verdict: 'block',
  cause: 'review',
  feedback: 'add tests',
  count: 1,
  max: 20,
  duration_ms: 1234,
  cost_usd: 0.012,
  tokens: { input: 1, output: 2, cache_read: 3, cache_write: 4 },
  model: 'model-x',
  provider: 'anthropic',
  context: 'fork',
  turns: 2,
  checks: [{ name: 'test', outcome: 'passed', reused: false, ms: 12 }],
  touched: [],
  notices: [],
};

const newJournal = () => join(temporaryFolder(), 'ccc', 'reviews.jsonl');
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n');

describe('the journal', () => {
  it('holds every entry as it was, one to a line', () => {
    const path = newJournal();
    const second = { ...ENTRY, feedback: 'one\ntwo\r\n"three"\u2028 你好', count: 2 };
    appendJournal(path, ENTRY, redactor([]));
    appendJournal(path, second, redactor([]));
    const [first, next, end, ...more] = linesOf(path);
    expect(JSON.parse(first as string)).toEqual(ENTRY);
    expect(JSON.parse(next as string)).toEqual(second);
    expect([end, more]).toEqual(['', []]);
  });

  it('is private', () => {
    const path = newJournal();
    appendJournal(path, ENTRY, redactor([]));
    expect(modeOf(path)).toBe(0o600);
  });

  it('holds no secret', () => {
    const path = newJournal();
    appendJournal(path, { ...ENTRY, feedback: 'the key hunter2 and api_key=other' }, redactor(['hunter2']));
    expect(JSON.parse(linesOf(path)[0] as string).feedback).toBe('the key [redacted] and api_key=[redacted]');
  });

  it('says why it could not be written', () =>
    expect(() => appendJournal(temporaryFolder(), ENTRY, redactor([]))).toThrow('EISDIR'));
});

const line = (n: number, feedback = '') => JSON.stringify({ supervisor_id: `s${n}`, verdict: 'allow', feedback });
const ids = (path: string, lastBytes?: number) =>
  [...journalEntries(path, lastBytes)].map((entry) => entry.supervisor_id);

it('no journal, no entries', () => expect(ids('/no/such/journal')).toEqual([]));

it('what cannot be read is passed over, a line being written too', () => {
  const path = write(join(temporaryFolder(), 'j'), `${line(1)}\n{"cut\n[]\nnull\n7\n\n${line(2)}\n${line(3)}`);
  expect(ids(path)).toEqual(['s1', 's2']);
});

it('from the end: whole lines only', () => {
  const path = write(join(temporaryFolder(), 'j'), [1, 2, 3].map((n) => `${line(n)}\n`).join(''));
  expect(ids(path, line(3).length + 1)).toEqual([]);
  expect(ids(path, line(3).length + 2)).toEqual(['s3']);
  expect(ids(path, 1e6)).toEqual(['s1', 's2', 's3']);
});

it('lines of any length and script, across the pieces it is read in', () => {
  const dir = temporaryFolder();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 400_000 }), fc.constantFrom('x', '审', '😀')), { maxLength: 4 }),
      (lengths) => {
        const path = write(
          join(dir, 'j'),
          lengths.map(([length, char], n) => `${line(n, char.repeat(length / 3))}\n`).join(''),
        );
        expect(ids(path)).toEqual(lengths.map((_, n) => `s${n}`));
      },
    ),
    { numRuns: 25 },
  );
});
