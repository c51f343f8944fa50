import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JournalData } from '../../../src/dashboard/journal-data.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { temporaryFolder } from '../folder.ts';
import { decision } from '../history/lines.ts';

it('keeps of lines of megabytes no more than it needs, and counts each once', async () => {
  const journal = join(temporaryFolder(), 'ccc', 'reviews.jsonl');
  const append = (feedback: string) => appendJournal(journal, decision({ feedback }), (text) => text);
  for (let n = 0; n < 30; n++) append('x'.repeat(1_900_000));
  const data = new JournalData(journal, () => false);
  const abort = new AbortController().signal;
  await data.load(abort);
  const { last } = data as unknown as { last: string[] };
  expect(last.join('').length).toBeLessThan(20_000_000);
  append('one more');
  expect([await data.update(abort), data.sessions.all()[0]?.rounds]).toEqual([true, 31]);
  data.close();
});
