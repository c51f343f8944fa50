import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { addToIndex, lastIndexed } from '../../../src/journal/part-index.ts';
import { fullParts, rotate } from '../../../src/journal/parts.ts';
import { temporaryFolder, write } from '../folder.ts';
import { line, mayHave, newJournal, writeParts } from './lines.ts';

const of = (...ids: string[]) => ids.map((id) => `${line(1, '', { session_id: id, supervisor_id: id })}\n`).join('');

function indexed(...parts: string[]) {
  const journal = writeParts(newJournal(), ...parts, '');
  const folder = journalPartsFolder(journal);
  addToIndex(folder, fullParts(journal));
  const found = (id: string) => parts.map((_, at) => at + 1).filter(mayHave(folder, id));
  return { folder, found, index: join(folder, 'index') };
}

it('names the parts that have an id, also one with dots', () => {
  const { found, folder } = indexed(of('a', 'b.7'), of('b'), of('b.7', 'a-_'));
  expect([found('a'), found('b.7'), found('b'), found('none')]).toEqual([[1], [1, 3], [2], []]);
  expect(mayHave(folder, 'none')(4)).toBe(true);
  // Never found by the pattern, so nothing can be said of it.
  expect(found('an id/of nobody')).toEqual([1, 2, 3]);
});

it('does not cover the newest part: a late line may still come', () => {
  const journal = writeParts(newJournal(), of('a'), of('b'), of('c'));
  rotate(journal, 1);
  const folder = journalPartsFolder(journal);
  expect([lastIndexed(folder), [1, 2, 3].filter(mayHave(folder, 'a'))]).toEqual([2, [1, 3]]);
});

it.each<[why: string, damage: (index: string) => void]>([
  ['missing', (index) => rmSync(index)],
  ['cut', (index) => truncateSync(index, readFileSync(index).length - 1)],
  ['empty', (index) => truncateSync(index, 0)],
  ['of another program', (index) => writeFileSync(index, `otherone${'x'.repeat(20)}`)],
])('%s: every part is read, and the next one makes it anew', (_, damage) => {
  const { found, folder, index } = indexed(of('a'), of('b'));
  expect(found('a')).toEqual([1]);
  damage(index);
  expect(found('a')).toEqual([1, 2]);
  addToIndex(folder, fullParts(join(folder, '..', 'reviews.jsonl')));
  expect(found('a')).toEqual([1]);
});

it('part by part or all at once, it is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.stringMatching(/^[a-c._-]{1,3}$/), { maxLength: 8 }), { maxLength: 6 }), (ids) => {
      const folder = temporaryFolderOnce();
      const parts = ids.map((own, at) => ({ path: write(join(folder, `p${at + 1}`), of(...own)), number: at + 1 }));
      const indexes = [true, false].map((oneByOne) => {
        rmSync(join(folder, 'index'), { force: true });
        for (const at of oneByOne ? parts.keys() : [parts.length]) addToIndex(folder, parts.slice(0, at + 1));
        for (const id of new Set(ids.flat()))
          expect(parts.map(({ number }) => number).filter(mayHave(folder, id))).toEqual(
            parts.filter((_, at) => ids[at]?.includes(id)).map(({ number }) => number),
          );
        return parts.length > 0 ? readFileSync(join(folder, 'index')) : undefined;
      });
      expect(indexes[0]).toEqual(indexes[1]);
    }),
    { numRuns: 60 },
  );
});

let once: string | undefined;
function temporaryFolderOnce(): string {
  once ??= temporaryFolder();
  return once;
}

it('finds an id where two pieces of a large part meet', () => {
  for (const before of [10, 60, 100, 150]) {
    const filler = `${line(1, 'x'.repeat(4 * 1024 * 1024 - line(1).length - before))}\n`;
    expect(indexed(filler + of('wanted')).found('wanted')).toEqual([1]);
  }
});
