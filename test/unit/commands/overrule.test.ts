import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sessionId } from '../../../src/commands/overrule.ts';
import { readEnv } from '../../../src/config/env.ts';
import { journalPartsFolder, pathsOf } from '../../../src/config/paths.ts';
import { addToIndex } from '../../../src/journal/part-index.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import { temporaryFolder } from '../folder.ts';
import { line, partPath, writeParts } from '../journal/lines.ts';

const idOf = (given: string, ...parts: string[]) => {
  const env = readEnv({ HOME: temporaryFolder() });
  const paths = pathsOf(env);
  writeParts(paths.journal, ...parts);
  addToIndex(journalPartsFolder(paths.journal), fullParts(paths.journal));
  // What the index does not name is not read.
  if (parts.length > 2) writeFileSync(partPath(paths.journal, 2), `${judged('unread-1')}${judged('unread-2')}`);
  return sessionId(given, paths, env);
};
const judged = (id: string, feedback = '') => `${line(1, feedback, { session_id: id, supervisor_id: 'x' })}\n`;
const LATE = 8 * 1024 * 1024;

it('a whole id is found wherever it is in the journal, and before ids that begin with it', () => {
  const late = judged('other', 'x'.repeat(LATE));
  expect(idOf('early', judged('early'), judged('other'), late)).toBe('early');
  expect(idOf('early', judged('early'), judged('early-2') + judged('early-3'))).toBe('early');
});

it('the start of an id is found in the end of the journal, if one session alone has it', () => {
  expect(idOf('ab', judged('other'), judged('abc') + judged('abc'))).toBe('abc');
  expect(() => idOf('ab', judged('abc') + judged('abd'))).toThrow('no session "ab"');
});

it('reads no part without the id, and for the start of one no more than the end', () => {
  const late = judged('other', 'x'.repeat(LATE));
  expect(() => idOf('unread-1', judged('early'), judged('other'), late)).toThrow('no session "unread-1"');
  expect(() => idOf('ear', judged('early'), judged('other'), late)).toThrow('no session "ear"');
});
