import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type LastStep,
  lastAnswerIn,
  lastToolUseIn,
  projectFolderOf,
  spentIn,
  waitForTranscript,
} from '../../../src/transcript/session-file.ts';
import { cpuMs } from '../cpu-time.ts';
import { temporaryFolder, write } from '../folder.ts';

const ID = '6d6a9e3a-b908-4612-a7ea-41a01eced3c3';
const ANY: LastStep = { message: undefined, toolUseId: undefined };
const IMPATIENT_MS = 60;
const lines = (...entries: unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const said = (text: string, type = 'assistant') => ({ type, message: { content: [{ type: 'text', text }] } });
const cost = (totalCostUSD: unknown) => ({ type: 'cost-state', totalCostUSD });
const filler = (bytes: number) => lines({ type: 'user', text: 'x'.repeat(bytes) });
const transcript = (text: string) => write(join(temporaryFolder(), `${ID}.jsonl`), text);

describe('what the worker had spent', () => {
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
    const spent = await cpuMs(() => expect(spentIn(path)).toBe(1.25));
    expect(spent).toBeLessThan(100);
  });

  it('a transcript that is gone', () => expect(spentIn(join(temporaryFolder(), 'gone'))).toBe(0));
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

describe('finding a transcript', () => {
  it('the one that is named', async () => {
    const path = transcript('x');
    expect(await waitForTranscript(ID, path, '/none', ANY)).toBe(path);
  });

  it.each<[why: string, make: (path: string) => void]>([
    ['not there', (path) => rmSync(path, { force: true })],
    ['empty', (path) => write(path, '')],
    ['a folder', (path) => mkdirSync(path)],
  ])('the one that is named is %s', async (_, make) => {
    const path = join(temporaryFolder(), `${ID}.jsonl`);
    make(path);
    expect(await waitForTranscript(ID, path, '/none', ANY, IMPATIENT_MS)).toBeUndefined();
  });

  it.each(['test-001', '', `${ID}0`, `x${ID}`, ID.replaceAll('-', '')])(
    '%j is no session of the client’s',
    async (id) => expect(await waitForTranscript(id, transcript('x'), '/none', ANY)).toBeUndefined(),
  );

  it('none is named: it is looked for among the projects', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'projects', '-a'), { recursive: true });
    const path = write(join(dir, 'projects', '-b', `${ID}.jsonl`), 'x');
    expect(await waitForTranscript(ID, undefined, dir, ANY)).toBe(path);
    expect(await waitForTranscript(ID.replace('6', '7'), undefined, dir, ANY)).toBeUndefined();
    expect(await waitForTranscript(ID, undefined, join(dir, 'nowhere'), ANY)).toBeUndefined();
  });
});

describe('the last step may come late', () => {
  it.each<[why: string, text: string, last: Partial<LastStep>]>([
    ['the message', lines(said('All done.')), { message: 'All done.' }],
    ['a message with quotes and lines', lines(said('Say "hi"\nnow')), { message: 'Say "hi"\nnow' }],
    ['a long message', lines(said(`${'x'.repeat(5000)}`)), { message: 'x'.repeat(5000) }],
    ['Chinese', lines(said('全部完成。')), { message: '全部完成。' }],
    ['an emoji where the beginning ends', lines(said(`${'x'.repeat(39)}🎉🎉`)), { message: `${'x'.repeat(39)}🎉🎉` }],
    ['other entries behind it', lines(said('All done.'), cost(1)), { message: 'All done.' }],
    [
      'a tool call',
      lines({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 'toolu_1' }] } }),
      { toolUseId: 'toolu_1' },
    ],
    ['no message at all', lines(said('All done.')), { message: '' }],
  ])('%s is there: no wait', async (_, text, last) => {
    const path = transcript(text);
    const start = performance.now();
    expect(await waitForTranscript(ID, path, '/none', { ...ANY, ...last }, 20_000)).toBe(path);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it.each<[why: string, text: string, last: Partial<LastStep>]>([
    ['an older message', lines(said('Still at it.')), { message: 'All done.' }],
    ['the same message, a prompt ago', lines(said('All done.'), said('again', 'user')), { message: 'All done.' }],
    ['another tool call', lines({ type: 'assistant', id: 'toolu_0' }), { toolUseId: 'toolu_1' }],
  ])('%s: what there is has to do, after a moment', async (_, text, last) => {
    const path = transcript(text);
    const start = performance.now();
    expect(await waitForTranscript(ID, path, '/none', { ...ANY, ...last }, IMPATIENT_MS)).toBe(path);
    expect(performance.now() - start).toBeGreaterThanOrEqual(IMPATIENT_MS - 1);
  });

  it('it is waited for', async () => {
    const path = transcript(lines(said('go on', 'user')));
    setTimeout(() => appendFileSync(path, lines(said('All done.'))), 50);
    const start = performance.now();
    expect(await waitForTranscript(ID, path, '/none', { ...ANY, message: 'All done.' }, 20_000)).toBe(path);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('so is the file itself', async () => {
    const path = join(temporaryFolder(), `${ID}.jsonl`);
    setTimeout(() => write(path, lines(said('All done.'))), 50);
    expect(await waitForTranscript(ID, path, '/none', { ...ANY, message: 'All done.' }, 20_000)).toBe(path);
  });
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
    expect(lastAnswerIn(file('{"half', answer({ message }), '{"type":"user"}'))).toEqual({ tokens, model }),
  );

  it('nothing', () => expect(lastAnswerIn('/nonexistent')).toEqual({ tokens: 0, model: undefined }));

  it('when a tool was last used', () => {
    const use = answer({ message: { content: [{ type: 'tool_use', name: 'Bash' }] } });
    expect(lastToolUseIn(file(use, answer({ message: { content: [] }, timestamp: '2026-01-01T00:01:00Z' })))).toBe(
      Date.parse('2026-01-01T00:00:05Z'),
    );
    expect(lastToolUseIn(file(answer({ message: {} })))).toBeUndefined();
  });
});
