import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { indexedParts } from '../../../src/journal/part-index.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { temporaryFolder } from '../folder.ts';

export const ENTRY: JournalEntry = {
  v: 2,
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
  tree: null,
};

export const newJournal = () => join(temporaryFolder(), 'ccc', 'reviews.jsonl');

/** A line that the readers let through as it is. */
export const line = (n: number, feedback = '', more: object = {}) =>
  JSON.stringify({
    ...{ time: new Date(1_767_225_600_000 + n * 1000).toISOString(), session_id: `s${n}`, supervisor_id: `s${n}` },
    ...{ prompt_id: null, event: 'Stop', tool: null, verdict: 'allow', cause: 'review', feedback, count: 1, max: 20 },
    ...{ duration_ms: 1, cost_usd: null, tokens: null, model: null, provider: 'p', context: null, turns: null },
    ...{ checks: [], touched: [], notices: [], ...more },
  });

/** Writes the full parts, the oldest first, and the file that grows. */
export function writeParts(journal: string, ...texts: (string | Buffer)[]): string {
  const folder = journalPartsFolder(journal);
  mkdirSync(folder, { recursive: true });
  texts.slice(0, -1).forEach((text, at) => {
    writeFileSync(partPath(journal, at + 1), text);
  });
  mkdirSync(dirname(journal), { recursive: true });
  writeFileSync(journal, texts.at(-1) ?? '');
  return journal;
}

export const partPath = (journal: string, number: number) =>
  join(journalPartsFolder(journal), `${String(number).padStart(6, '0')}.jsonl`);

/** Whether a part may have lines of an id, by the index. */
export function mayHave(folder: string, id: string): (part: number) => boolean {
  const indexed = indexedParts(folder, id);
  return (part) => indexed === undefined || part > indexed.lastPart || indexed.numbers.includes(part);
}
