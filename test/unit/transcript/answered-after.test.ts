import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answeredAfter, askedOrAnsweredAfter } from '../../../src/transcript/answered-after.ts';
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

const prompt = (second: number, content: unknown = 'Fix it', more: object = {}) => ({
  ...{ type: 'user', timestamp: at(second), message: { role: 'user', content } },
  ...more,
});

it.each<[what: string, entries: unknown[], expected: boolean]>([
  ['a prompt that was not answered', [answer(1), prompt(3)], true],
  ['one from before it', [prompt(1), answer(2)], false],
  ['an answer after it', [answer(3)], true],
  ['the result of a tool', [prompt(3, [{ type: 'tool_result', tool_use_id: 't', content: 'x' }])], false],
  ['feedback of a hook', [prompt(3, 'Stop hook feedback:\nRun the tests.', { isMeta: true })], false],
  ['a finished background task', [prompt(3, '<task-notification>done</task-notification>')], false],
  ['a command of the client', [prompt(3, '<command-name>/exit</command-name><command-args></command-args>')], false],
])('whether anything was asked or answered: %s', (_, entries, expected) => {
  const path = join(temporaryFolder(), 's.jsonl');
  write(path, entries.map((entry) => JSON.stringify(entry)).join('\n'));
  expect(askedOrAnsweredAfter(path, at(2))).toBe(expected);
});

it('a transcript that is not there says nothing', () => {
  expect(answeredAfter(join(temporaryFolder(), 'none.jsonl'), at(2))).toBeUndefined();
  expect(answeredAfter(temporaryFolder(), at(2))).toBeUndefined();
  expect(answeredAfter('/dev/null', at(2))).toBeUndefined();
});
