import { appendFileSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { appendJournal } from '../../../src/journal/write.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { modeOf, temporaryFolder } from '../folder.ts';
import { ENTRY, newJournal } from './lines.ts';

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n');

describe('the journal', () => {
  it('holds every entry as it was, one to a line', () => {
    const path = newJournal();
    const second = { ...ENTRY, feedback: 'one\ntwo\r\n"three"\u2028 你好', count: 2 };
    appendJournal(path, ENTRY, redactor([]));
    appendJournal(path, second, redactor([]));
    const [first, next, end, ...more] = linesOf(path);
    expect(JSON.parse(first as string)).toEqual(ENTRY);
    expect(JSON.parse(next as string)).toEqual(second);
    expect([end, more]).toEqual(['', []]);
  });

  it('is private', () => {
    const path = newJournal();
    appendJournal(path, ENTRY, redactor([]));
    expect(modeOf(path)).toBe(0o600);
  });

  it('holds no secret', () => {
    const path = newJournal();
    appendJournal(path, { ...ENTRY, feedback: 'the key hunter2 and api_key=other' }, redactor(['hunter2']));
    expect(JSON.parse(linesOf(path)[0] as string).feedback).toBe('the key [redacted] and api_key=[redacted]');
  });

  it('says why it could not be written', () =>
    expect(() => appendJournal(temporaryFolder(), ENTRY, redactor([]))).toThrow('EISDIR'));
});

it('a line that somebody left cut is ended first', () => {
  const path = newJournal();
  appendJournal(path, ENTRY, redactor([]));
  appendFileSync(path, '{"cut');
  appendJournal(path, ENTRY, redactor([]));
  expect(linesOf(path).map((text) => text.slice(0, 5))).toEqual(['{"v":', '{"cut', '{"v":', '']);
});
