import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answeredAfter } from '../../../src/transcript/answered-after.ts';
import { temporaryFolder, write } from '../folder.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const answer = (second: number, more: object = {}, model = 'claude') => ({
  type: 'assistant',
  timestamp: at(second),
  message: { model, content: [] },
  ...more,
});

it.each<[what: string, entries: unknown[], expected: boolean]>([
  ['an answer after it', [answer(1), answer(3)], true],
  ['none after it', [answer(1), answer(2)], false],
  ['a prompt that was not answered', [answer(1), { type: 'user', timestamp: at(3) }], false],
  ['a subagent', [answer(3, { isSidechain: true })], false],
  ['what the client says itself', [answer(3, {}, '<synthetic>')], false],
  ['half a line', [answer(1), '{"type":"assistant","timestamp":"2026-01-01T00:00:03'], false],
  ['no entries', [], false],
])('%s', (_, entries, expected) => {
  const path = join(temporaryFolder(), 's.jsonl');
  write(path, entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n'));
  expect(answeredAfter(path, at(2))).toBe(expected);
});

it('a transcript that is not there says nothing', () => {
  expect(answeredAfter(join(temporaryFolder(), 'none.jsonl'), at(2))).toBeUndefined();
  expect(answeredAfter(temporaryFolder(), at(2))).toBeUndefined();
  expect(answeredAfter('/dev/null', at(2))).toBeUndefined();
});
