import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { journalEntries } from '../../../src/hook/journal-reader.ts';
import { temporaryFolder, write } from '../folder.ts';

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
