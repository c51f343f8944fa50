import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { addToIndex } from '../../../src/journal/part-index.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import {
  allLinesOfId,
  allLinesOfSessions,
  journalEntries,
  journalLines,
  journalSince,
  linesOfId,
  linesSince,
  linesWith,
  newestFirst,
  type RawLine,
  rawLines,
} from '../../../src/journal/read.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { temporaryFolder, write } from '../folder.ts';
import { ENTRY, line, newJournal, partPath, writeParts } from './lines.ts';

const ids = (path: string, lastBytes?: number) =>
  [...journalEntries(path, lastBytes)].map((entry) => entry.supervisor_id);

it('no journal, no entries', () => expect(ids('/no/such/journal')).toEqual([]));

it('what cannot be read is passed over, a line being written too', () => {
  const path = write(join(temporaryFolder(), 'j'), `${line(1)}\n{"cut\n[]\nnull\n7\n\n${line(2)}\n${line(3)}`);
  expect(ids(path)).toEqual(['s1', 's2']);
});

it('a gap without line ends, as a damaged disk leaves it, costs no more than its length', () => {
  const seconds = (megabytes: number) => {
    const path = write(join(temporaryFolder(), 'j'), `${line(1)}\n`);
    truncateSync(path, megabytes * 1024 * 1024);
    appendFileSync(path, `\n${line(2)}\n`);
    const before = process.cpuUsage();
    expect(ids(path)).toEqual(['s1', 's2']);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const best = (megabytes: number) => Math.min(seconds(megabytes), seconds(megabytes), seconds(megabytes));
  seconds(1);
  // Four times as much took sixteen times as long.
  expect(best(256)).toBeLessThan(10 * best(64));
});

it('from the end: whole lines only', () => {
  const path = write(join(temporaryFolder(), 'j'), [1, 2, 3].map((n) => `${line(n)}\n`).join(''));
  expect(ids(path, line(3).length + 1)).toEqual([]);
  expect(ids(path, line(3).length + 2)).toEqual(['s3']);
  expect(ids(path, 1e6)).toEqual(['s1', 's2', 's3']);
});

it('lines with a text, from the end: whole lines only', () => {
  const path = write(join(temporaryFolder(), 'j'), [1, 2, 1].map((n) => `${line(n)}\n`).join(''));
  const count = (lastBytes?: number) => [...linesWith(path, '"s1"', lastBytes)].length;
  expect([count(), count(1e6), count(line(1).length * 2 + 4), count(line(1).length + 2), count(9)]).toEqual([
    2, 2, 1, 1, 0,
  ]);
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

describe('the lines since a time', () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;

  it('are read from the end, however long the journal is, and a line that is torn is left out', () => {
    const path = newJournal();
    const lines = Array.from({ length: 2000 }, (_, i) => ({
      ...ENTRY,
      time: i < 500 ? at(1) : at(2),
      count: i,
      feedback: 'x'.repeat(1000),
    }));
    write(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"supervisor_id":"night-run","verd`);
    const found = journalSince(path, at(2)) as JournalEntry[];
    expect(found.map(({ count }) => count)).toEqual(lines.slice(500).map(({ count }) => count));
    expect(journalSince(path, at(3))).toEqual([]);
  });

  const HOUR_MS = 3_600_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const of = (time: string, count: number) => `${JSON.stringify({ ...ENTRY, time, count })}\n`;
  const counts = (lines: Iterable<object>) => [...lines].map((line) => 'count' in line && line.count);
  /** As the hook, the end of a run and a command read them. */
  const READERS: [string, (journal: string, since: string) => unknown[]][] = [
    ['the newest first', (journal, since) => counts(newestFirst(journal, undefined, since)).reverse()],
    ['all at once', (journal, since) => counts(journalSince(journal, since))],
    ['the oldest first', (journal, since) => counts(linesSince(journal, since))],
  ];

  it.each(READERS)('%s: are not hidden by lines with an early time, in any part', (_, read) => {
    const early = of('2001-01-01T00:00:00.000Z', 0).repeat(300);
    const now = inHours(0);
    const journal = writeParts(newJournal(), of(now, 1) + early, early, of(now, 2) + early, early);
    expect(read(journal, inHours(-1))).toEqual([1, 2]);
  });

  it.each(READERS)('%s: are not looked for in parts that were finished more than an hour before', (_, read) => {
    const journal = writeParts(newJournal(), of(inHours(9), 1), of(inHours(9), 2), of(inHours(9), 3));
    expect(read(journal, inHours(0.5))).toEqual([1, 2, 3]);
    expect(read(journal, inHours(2))).toEqual([3]);
  });

  it.each(READERS)('%s: are not hidden by a link to a file that is older', (_, read) => {
    const journal = writeParts(newJournal(), of(inHours(0), 1), of(inHours(0), 2));
    symlinkSync('/proc/self/exe', partPath(journal, 2));
    symlinkSync(process.execPath, partPath(journal, 3));
    expect(read(journal, inHours(-1))).toEqual([1, 2]);
  });

  it.each(READERS)('%s: only they are parsed, of a part as large as the journal of an older version', (_, read) => {
    const old = of('2020-01-01T00:00:00.000Z', 0);
    const journal = writeParts(newJournal(), old.repeat(5_000), old.repeat(20) + of(inHours(0), 1));
    const parse = vi.spyOn(JSON, 'parse');
    const found = read(journal, inHours(-1));
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    expect([found, parsed]).toEqual([[1], 1]);
  });

  it('are an error if they do not fit in memory', () => {
    const journal = writeParts(newJournal(), of(inHours(0), 1), of(inHours(0), 2));
    const [first, second] = [of(inHours(0), 1), of(inHours(0), 2)].map((text) => text.length - 1) as [number, number];
    expect(journalSince(journal, inHours(-1), first + second)).toHaveLength(2);
    expect(() => journalSince(journal, inHours(-1), first + second - 1)).toThrow('EFBIG');
  });

  it('none are there without a journal; one that cannot be read is an error', () => {
    expect(journalSince(newJournal(), at(1))).toEqual([]);
    expect(() => journalSince(temporaryFolder(), at(1))).toThrow('EISDIR');
  });

  it.skipIf(process.getuid?.() === 0)('a part that cannot be read does not count as empty', () => {
    const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n`);
    chmodSync(partPath(journal, 1), 0);
    expect(() => journalSince(journal, at(1))).toThrow('EACCES');
    chmodSync(partPath(journal, 1), 0o600);
    expect(journalSince(journal, at(1))).toHaveLength(2);
  });
});

/** Whole, torn, empty and foreign lines; lengths around the chunks that are read (64 and 256 kB) and the longest line (2 MB). */
const LENGTHS = [0, 1, 700, 65_400, 65_536, 262_000, 262_144, 330_000, 2_097_000, 2_097_152, 2_200_000, 2_500_000];
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('x', '审', '😀', '"', '\n'), fc.integer({ min: 0, max: 900 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('x', '审', '😀', ' '), fc.constantFrom(...LENGTHS)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{"cut',
      'null',
      '\0\0\0',
      '{"supervisor_id":"s1","verdict":"allow","event":"Stop"} {',
    ),
  },
);
const content = fc.tuple(fc.array(piece, { maxLength: 12 }), fc.boolean()).map(([pieces, endsWhole]) => {
  const lines = pieces.map((one, n) =>
    typeof one === 'string'
      ? one
      : line(n, one[0] === ' ' ? '' : one[0].repeat(one[1] / one[0].length)) +
        (one[0] === ' ' ? ' '.repeat(one[1]) : ''),
  );
  return lines.join('\n') + (endsWhole && lines.length > 0 ? '\n' : '');
});
const MAX_LINE_BYTES = 2 * 1024 * 1024;

function expected(texts: string[]): string[] {
  return texts.flatMap((text) =>
    text
      .split('\n')
      .slice(0, -1)
      .filter((one) => {
        try {
          return Buffer.byteLength(one) <= MAX_LINE_BYTES && JSON.parse(one).event === 'Stop';
        } catch {
          return false;
        }
      }),
  );
}

it('any content in any number of parts: the same from both ends, with a text, and as it was written', () => {
  const journal = newJournal();
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 3 }), (texts) => {
      for (const { path } of fullParts(journal)) truncateSync(path, 0);
      writeParts(journal, ...texts);
      // With empty parts of an earlier run after them the order stays the same.
      const wanted = expected(texts).map((text) => JSON.parse(text));
      expect([...journalLines(journal)]).toEqual(wanted);
      expect([...newestFirst(journal)].reverse()).toEqual(wanted);
      for (const text of ['"s1"', 'x', '审', ''])
        expect([...linesWith(journal, text)]).toEqual(
          expected(texts)
            .filter((one) => one.includes(text))
            .map((one) => JSON.parse(one)),
        );
    }),
    { numRuns: 60 },
  );
});

it('the last bytes, across parts', () => {
  const texts = [1, 2, 3].map((n) => `${line(2 * n - 1)}\n${line(2 * n)}\n`);
  const journal = writeParts(newJournal(), ...texts);
  const bytes = texts.join('').length / 6;
  expect(ids(journal, 2 * bytes)).toEqual(['s5', 's6']);
  expect(ids(journal, 3 * bytes + 1)).toEqual(['s4', 's5', 's6']);
  expect(ids(journal, 1e6)).toEqual(['s1', 's2', 's3', 's4', 's5', 's6']);
  const steps = [...rawLines(journal)].map(({ read, total }) => [read, total]);
  expect(steps.at(-1)).toEqual([6 * bytes, 6 * bytes]);
});

it('whoever reads the lines gets a turn where none ends for long', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`);
  truncateSync(journal, 4 * 1024 ** 4);
  const lines = rawLines(journal);
  const first = [lines.next(), lines.next(), lines.next()].map(({ value }) => value as RawLine);
  expect(first.map(({ text }) => text)).toEqual([line(1), '', '']);
  expect(first[2]?.read).toBeGreaterThan(first[1]?.read ?? 0);
});

it('since a time, across parts; a line that came late does not end it', () => {
  const at = (n: number) => JSON.parse(line(n)).time;
  const journal = writeParts(
    newJournal(),
    `${line(1)}\n${line(5)}\n${line(3)}\n`,
    `${line(6)}\n${line(2)}\n${line(7)}\n`,
  );
  expect(journalSince(journal, at(5)).map(({ supervisor_id }) => supervisor_id)).toEqual(['s5', 's6', 's7']);
});

it('the lines of an id: those that name it, however many parts the index covers and if one is gone', () => {
  const [one, all, upTo5] = [fc.constantFrom('a', 'b', 'a.1', 'c'), fc.constantFrom('a', 'b', 'a.1'), fc.nat(5)];
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(one, all), { maxLength: 3 }), { maxLength: 6 }),
      upTo5,
      upTo5,
      (parts, covered, removed) => {
        const texts = parts.map((own) =>
          own.map(([session_id, supervisor_id], n) => `${line(n, '"a"', { session_id, supervisor_id })}\n`).join(''),
        );
        const journal = writeParts(join(temporaryFolderFor(), `j${Math.random()}`, 'reviews.jsonl'), ...texts);
        addToIndex(journalPartsFolder(journal), fullParts(journal).slice(0, covered));
        // As the user may remove it: one that is in the index, or the next, which mostly is the newest.
        rmSync(partPath(journal, Math.min(removed, covered + 1)), { force: true });
        for (const id of ['a', 'b', 'a.1'])
          for (const found of [linesOfId(journal, id), [...allLinesOfId(journal, id)]])
            expect(found).toEqual(
              [...journalLines(journal)].filter(({ session_id, supervisor_id }) =>
                [session_id, supervisor_id].includes(id),
              ),
            );
        for (const ids of [[], ['a'], ['a', 'c', 'none']])
          expect([...allLinesOfSessions(journal, new Set(ids))]).toEqual(
            [...journalLines(journal)].filter(({ session_id }) => ids.includes(session_id)),
          );
      },
    ),
    { numRuns: 300 },
  );
});

it('the lines of an id behind a hole of any length: whoever waits for them gets them', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`);
  truncateSync(journal, 600 * 1024 * 1024);
  appendFileSync(journal, '\n');
  for (const found of [linesOfId(journal, 's1'), [...allLinesOfId(journal, 's1')]]) expect(found).toHaveLength(1);
  expect([...allLinesOfSessions(journal, new Set(['s1']))]).toHaveLength(1);
});

it('the lines of an id, if they do not fit in memory: the newest', () => {
  const journal = writeParts(newJournal(), ...[1, 2, 3].map((n) => `${line(1, String(n))}\n`));
  const feedback = (maxText?: number) =>
    linesOfId(journal, 's1', maxText === undefined ? {} : { maxText }).map(
      (found) => 'feedback' in found && found.feedback,
    );
  expect(feedback()).toEqual(['1', '2', '3']);
  expect(feedback(2 * line(1, '1').length)).toEqual(['2', '3']);
});

it('an index that names thousands of parts for an id costs no more than those that are there', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(1)}\n`, `${line(2)}\n`);
  const folder = journalPartsFolder(journal);
  addToIndex(folder, fullParts(journal).slice(0, 1));
  const index = readFileSync(join(folder, 'index'));
  const [header, record] = [index.subarray(0, 16), index.subarray(16, 28)];
  const made = Array.from({ length: 5_000_000 }, (_, n) => n + 1);
  const records = Buffer.alloc(made.length * record.length, record);
  for (const n of made) records.writeUInt32BE(n, (n - 1) * record.length + 8);
  writeFileSync(join(folder, 'index'), Buffer.concat([header, records]));
  const before = process.cpuUsage();
  expect(linesOfId(journal, 's1')).toHaveLength(2);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
});

let shared: string | undefined;
function temporaryFolderFor(): string {
  shared ??= temporaryFolder();
  return shared;
}
