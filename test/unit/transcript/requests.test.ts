import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRequests } from '../../../src/transcript/requests.ts';
import { temporaryFolder, write } from '../folder.ts';

const prompt = (content: string) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
const texts = (path: string, last: number, maxBytes?: number) =>
  readRequests(path, last, maxBytes).map(({ text }) => text);

it('are the first and the last ones, also of a transcript of which only both ends are read', () => {
  const all = Array.from({ length: 50 }, (_, n) => `request ${n}`);
  const path = write(join(temporaryFolder(), 's.jsonl'), all.map(prompt).join(''));
  expect(texts(path, 2)).toEqual(['request 0', 'request 48', 'request 49']);
  expect(texts(path, 2, 500)).toEqual(['request 0', 'request 48', 'request 49']);
  expect(readRequests(path, 100, 500).length).toBeLessThan(50);
});

it('are found beside a hole that is larger than any disk', () => {
  const path = write(join(temporaryFolder(), 's.jsonl'), prompt('Add a cart'));
  truncateSync(path, 4 * 1024 ** 4);
  expect(texts(path, 1, 100_000)).toEqual(['Add a cart']);
});
