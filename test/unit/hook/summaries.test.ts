import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { journalPartsFolder, pathsOf } from '../../../src/config/paths.ts';
import { readSummaries } from '../../../src/hook/summaries.ts';
import { addToIndex } from '../../../src/journal/part-index.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import { temporaryFolder } from '../folder.ts';
import { ENTRY, partPath, writeParts } from '../journal/lines.ts';

const judged = (id: string) => `${JSON.stringify({ ...ENTRY, session_id: id, supervisor_id: id, cost_usd: 1 })}\n`;

it('what an id has cost is read from the parts of the journal that have lines of it, and from no other', async () => {
  const env = readEnv({ HOME: temporaryFolder() });
  const paths = pathsOf(env);
  writeParts(paths.journal, judged('mine') + judged('other'), judged('other'), judged('mine'));
  addToIndex(journalPartsFolder(paths.journal), fullParts(paths.journal));
  // What the index does not name is not read.
  writeFileSync(partPath(paths.journal, 2), judged('mine'));
  expect((await readSummaries(paths, env))('mine')).toMatchObject({
    reviews: 2,
    costUsd: 2,
    last: { verdict: 'block' },
  });
  expect((await readSummaries(paths, env))('nobody')).toMatchObject({ reviews: 0, costUsd: 0, last: null });
});

it('for the status line only the end is read', async () => {
  const env = readEnv({ HOME: temporaryFolder() });
  const paths = pathsOf(env);
  writeParts(paths.journal, judged('mine'), judged('mine'));
  const lastBytes = judged('mine').length + 1;
  expect((await readSummaries(paths, env, { lastBytes }))('mine')).toMatchObject({ reviews: 1, costUsd: 1 });
});
