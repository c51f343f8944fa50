import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JournalData } from '../../../src/dashboard/journal-data.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { temporaryFolder } from '../folder.ts';
import { decision } from '../history/lines.ts';

const asIs = (text: string) => text;

it('counts each line once that is written while it reads: to the last full part, before and after the next one is', async () => {
  const journal = join(temporaryFolder(), 'ccc', 'reviews.jsonl');
  const append = (partBytes = 100_000) => appendJournal(journal, decision(), asIs, partBytes);
  // So many that it gives others a turn before it has come to the last full part.
  for (let n = 0; n < 5_000; n++) append();
  append(Number.POSITIVE_INFINITY);
  const abort = new AbortController().signal;
  const data = new JournalData(journal, () => false);
  const loaded = data.load(abort);
  const lastPart = fullParts(journal).at(-1)?.path ?? '';
  appendFileSync(lastPart, `${JSON.stringify(decision())}\n`);
  append(1);
  append(1);
  append(Number.POSITIVE_INFINITY);
  await loaded;
  expect(data.sessions.all()[0]?.rounds).toBe(5_001);
  expect([await data.update(abort), data.sessions.all()[0]?.rounds]).toEqual([true, 5_005]);
  append();
  expect([await data.update(abort), data.sessions.all()[0]?.rounds]).toEqual([true, 5_006]);
  expect([await data.update(abort), data.sessions.all()[0]?.rounds]).toEqual([false, 5_006]);
  data.close();
});

it('leaves a line that is being written to the follower, which has it once it is whole', async () => {
  const journal = join(temporaryFolder(), 'ccc', 'reviews.jsonl');
  appendJournal(journal, decision(), asIs);
  const [begin, end] = [JSON.stringify(decision()).slice(0, 50), `${JSON.stringify(decision()).slice(50)}\n`];
  appendFileSync(journal, begin);
  const abort = new AbortController().signal;
  const data = new JournalData(journal, () => false);
  await data.load(abort);
  appendFileSync(journal, end);
  expect([await data.update(abort), data.sessions.all()[0]?.rounds]).toEqual([true, 2]);
  data.close();
});
