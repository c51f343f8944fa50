import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  costSoFar,
  projectFolderOf,
  readSessionEnd,
  readSessionInfo,
  type SessionInfo,
} from '../../../src/transcript/session-info.ts';
import { cpuMs } from '../cpu-time.ts';
import { temporaryFolder, write } from '../folder.ts';

const ID = '6d6a9e3a-b908-4612-a7ea-41a01eced3c3';
const lines = (...entries: unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const said = (text: string, type = 'assistant') => ({ type, message: { content: [{ type: 'text', text }] } });
const cost = (totalCostUSD: unknown) => ({ type: 'cost-state', totalCostUSD });
const filler = (bytes: number) => lines({ type: 'user', text: 'x'.repeat(bytes) });
const transcript = (text: string) => write(join(temporaryFolder(), `${ID}.jsonl`), text);
const infoOf = (path: string) => readSessionInfo(path) as SessionInfo;
const spentIn = (path: string) => costSoFar(infoOf(path));

describe('what the session had cost', () => {
  it.each<[why: string, text: string, usd: number]>([
    ['nothing written', '', 0],
    ['never', lines(said('a')), 0],
    ['once', lines(said('a'), cost(0.5)), 0.5],
    ['several times: the last', lines(cost(0.5), said('a'), cost(0.75), said('b')), 0.75],
    ['nothing yet', lines(cost(0)), 0],
    ['no number: the one before', lines(cost(0.5), cost('0.75'), cost(null)), 0.5],
    ['only mentioned', lines(said('"cost-state" {"totalCostUSD": 9}')), 0],
    ['cut off in the middle of it', `${lines(cost(0.5))}{"type":"cost-state","totalCostUSD":0.`, 0.5],
    ['no newline at the end', lines(cost(0.5)).trimEnd(), 0.5],
    ['far from the end', lines(cost(0.5)) + filler(3_000_000), 0.5],
    ['beyond one very long line', lines(cost(0.5)) + filler(20_000_000), 0.5],
    ['on the seam of two parts', `${filler(1000)}${lines(cost(0.5))}${filler(256 * 1024 - 60)}`, 0.5],
    ['amid other bytes', `\0\0\n{"broken\n${lines(cost(0.5))}\xff\n`, 0.5],
  ])('%s', (_, text, usd) => expect(spentIn(transcript(text))).toBe(usd));

  it('big files are read from their end', async () => {
    const path = transcript(filler(30_000_000) + lines(cost(1.25)));
    const whole = await cpuMs(() => readFileSync(path, 'utf8'));
    const fromEnd = await cpuMs(() => expect(spentIn(path)).toBe(1.25));
    expect(fromEnd).toBeLessThan(whole);
  });

  it('a transcript that is gone since', () => {
    const path = transcript(filler(1_000_000));
    const info = infoOf(path);
    rmSync(path);
    expect(costSoFar(info)).toBe(0);
  });
});

describe('the project of a session', () => {
  it.each<[why: string, text: string, dir: string | undefined]>([
    ['the first entry that has one', lines({ type: 'summary' }, { cwd: '/a' }, { cwd: '/b' }), '/a'],
    ['not one of another type', lines({ cwd: 7 }, { cwd: null }, { cwd: '/a' }), '/a'],
    ['not one in a text', lines(said('"cwd":"/wrong"'), { cwd: '/a' }), '/a'],
    ['behind a broken line', `{"cwd":"/br\n${lines({ cwd: '/a' })}`, '/a'],
    ['in a very long first line', lines({ prompt: 'x'.repeat(500_000), cwd: '/a' }), '/a'],
    ['in Chinese', lines({ cwd: '/家/项目' }), '/家/项目'],
    ['none', lines(said('a')), undefined],
    ['empty', '', undefined],
  ])('%s', (_, text, dir) => expect(projectFolderOf(transcript(text))).toBe(dir));

  it('a transcript that is gone', () => expect(projectFolderOf(join(temporaryFolder(), 'gone'))).toBeUndefined());
});

describe('what the end of a transcript tells', () => {
  const answer = (fields: object) =>
    JSON.stringify({ type: 'assistant', timestamp: '2026-01-01T00:00:05Z', ...fields });
  const file = (...lines: string[]) => write(join(temporaryFolder(), 't.jsonl'), `${lines.join('\n')}\n`);
  const usage = { input_tokens: 10, cache_read_input_tokens: 200, cache_creation_input_tokens: 3000 };

  it.each<[why: string, message: object, tokens: number, model: string | undefined]>([
    ['all of it', { model: 'claude-x', usage }, 3210, 'claude-x'],
    ['a service that counts nothing', { model: 'vendor/model:1', usage: {} }, 0, 'vendor/model:1'],
    ['words of the client itself', { model: '<synthetic>', usage }, 3210, undefined],
    ['numbers that are none', { usage: { input_tokens: 'many' } }, 0, undefined],
  ])('%s', (_, message, tokens, model) =>
    expect(infoOf(file('{"half', answer({ message }), '{"type":"user"}')).lastAnswer).toEqual({ tokens, model }),
  );

  it('nothing', () => expect(readSessionInfo('/nonexistent')).toBeUndefined());

  it('no answer', () => expect(infoOf(file('{"type":"user"}')).lastAnswer).toEqual({ tokens: 0, model: undefined }));

  it('an answer that is being written: the one before it', () =>
    expect(
      infoOf(file(answer({ message: { model: 'claude-x', usage } }), answer({ message: { usage } }).slice(0, -9)))
        .lastAnswer,
    ).toEqual({ tokens: 3210, model: 'claude-x' }));
});

describe('how a session ended', () => {
  const at = (minute: number) => ({ timestamp: `2026-11-12T10:0${minute}:00.000Z` });
  const time = (minute: number) => Date.parse(at(minute).timestamp);
  it.each<[why: string, text: string, end: object | undefined]>([
    ['nothing written', '', undefined],
    ['only asked', lines(said('a', 'user')), undefined],
    ['the last answer', lines(said('a'), { ...said('b'), ...at(1) }), { answer: 'b', at: time(1) }],
    [
      'more behind it',
      lines({ ...said('a'), ...at(1) }, { ...said('b', 'user'), ...at(2) }),
      { answer: 'a', at: time(2) },
    ],
    [
      'a tool call behind it',
      lines(said('a'), { type: 'assistant', message: { content: [{ type: 'tool_use' }] } }),
      { answer: 'a', at: undefined },
    ],
    ['blank text behind it', lines(said('a'), said(' ')), { answer: 'a', at: undefined }],
    ['a subagent behind it', lines(said('a'), { ...said('b'), isSidechain: true }), { answer: 'a', at: undefined }],
    [
      'an error of the client behind it',
      lines(said('a'), { ...said('b'), isApiErrorMessage: true }),
      { answer: 'a', at: undefined },
    ],
    [
      'cut off in the middle of the next',
      `${lines(said('a'))}{"type":"assistant","mess`,
      { answer: 'a', at: undefined },
    ],
    ['further up', lines(said('a')) + filler(100_000), { answer: 'a', at: undefined }],
    ['too far up', lines(said('a')) + filler(300_000), undefined],
    ['a long one', lines(said('a'.repeat(50_000))), { answer: 'a'.repeat(50_000), at: undefined }],
  ])('%s', (_, text, end) => expect(readSessionEnd(transcript(text))).toEqual(end));

  it('a file that is gone', () => expect(readSessionEnd('/nowhere/x.jsonl')).toBeUndefined());
});
