import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entriesFor, type Wanted } from '../../../src/commands/log-entries.ts';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { addToIndex } from '../../../src/journal/part-index.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import { readsBelow } from '../file-reads.ts';
import { line, newJournal, writeParts } from '../journal/lines.ts';

/** Some 900 bytes each. */
const lines = (id: string, count: number) =>
  `${line(1, 'x'.repeat(500), { session_id: id, supervisor_id: id })}\n`.repeat(count);

/** How many entries there are, and what was read of the journal's folder for them. */
async function entriesOf(journal: string, wanted: Wanted = {}) {
  let count = 0;
  const reads = await readsBelow(dirname(journal), () => {
    count = [...entriesFor(wanted, journal, 'en')].length;
  });
  return { count, ...reads };
}

describe('ccc log of a journal in many parts', () => {
  it('reads no more than the end of it for the last fifty', async () => {
    const journal = writeParts(newJournal(), ...Array(8).fill(lines('a', 200)), lines('a', 2_000));
    const { count, opened, listed, bytes } = await entriesOf(journal);
    expect([count, opened, listed]).toEqual([50, ['reviews.jsonl'], []]);
    // Of two megabytes.
    expect(bytes).toBeLessThan(100_000);
  });

  it('goes back only as many parts as it needs', async () => {
    const journal = writeParts(newJournal(), ...Array(8).fill(lines('a', 40)), lines('a', 20));
    const { count, opened } = await entriesOf(journal);
    expect([count, opened]).toEqual([50, ['reviews.jsonl', 'reviews/000008.jsonl']]);
  });

  it('reads for one session the parts that the index names for it, and those after them', async () => {
    const [own, others] = [lines('a', 3), lines('b', 3)];
    const journal = writeParts(newJournal(), own, others, own, ...Array(6).fill(others));
    addToIndex(journalPartsFolder(journal), fullParts(journal).slice(0, -1));
    const { count, opened, listed } = await entriesOf(journal, { session: 'a' });
    const parts = opened.filter((name) => name !== 'reviews/index');
    const expected = ['reviews.jsonl', ...[1, 3, 8].map((number) => `reviews/00000${number}.jsonl`)];
    expect([count, parts, listed]).toEqual([6, expected, []]);
  });
});
