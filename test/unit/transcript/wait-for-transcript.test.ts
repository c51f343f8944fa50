import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { LastStep } from '../../../src/transcript/session-info.ts';
import { waitForTranscript } from '../../../src/transcript/wait-for-transcript.ts';
import { temporaryFolder, write } from '../folder.ts';

const opens = vi.hoisted((): string[] => {
  // Another test file may have loaded the modules with the real file system.
  vi.resetModules();
  return [];
});
afterAll(() => vi.resetModules());
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      opens.push(String(args[0]));
      return fs.openSync(...args);
    },
  };
});

const ID = '6d6a9e3a-b908-4612-a7ea-41a01eced3c3';
const ANY: LastStep = { message: undefined, toolUseId: undefined };
const IMPATIENT_MS = 60;
const lines = (...entries: unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const said = (text: string, type = 'assistant') => ({ type, message: { content: [{ type: 'text', text }] } });
const transcript = (text: string) => write(join(temporaryFolder(), `${ID}.jsonl`), text);
const wait = async (...args: Parameters<typeof waitForTranscript>) => (await waitForTranscript(...args))?.transcript;

describe('finding a transcript', () => {
  it('the one that is named', async () => {
    const path = transcript('x');
    expect(await wait(ID, path, '/none', ANY)).toBe(path);
  });

  it.each<[why: string, make: (path: string) => void]>([
    ['not there', (path) => rmSync(path, { force: true })],
    ['empty', (path) => write(path, '')],
    ['a folder', (path) => mkdirSync(path)],
  ])('the one that is named is %s', async (_, make) => {
    const path = join(temporaryFolder(), `${ID}.jsonl`);
    make(path);
    expect(await wait(ID, path, '/none', ANY, IMPATIENT_MS)).toBeUndefined();
  });

  it.each(['test-001', '', `${ID}0`, `x${ID}`, ID.replaceAll('-', '')])(
    '%j is not a session id of the client',
    async (id) => expect(await wait(id, transcript('x'), '/none', ANY)).toBeUndefined(),
  );

  it('none is named: it is looked for among the projects', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'projects', '-a'), { recursive: true });
    const path = write(join(dir, 'projects', '-b', `${ID}.jsonl`), 'x');
    expect(await wait(ID, undefined, dir, ANY)).toBe(path);
    expect(await wait(ID.replace('6', '7'), undefined, dir, ANY)).toBeUndefined();
    expect(await wait(ID, undefined, join(dir, 'nowhere'), ANY)).toBeUndefined();
  });
});

describe('the last step may come late', () => {
  it.each<[why: string, text: string, last: Partial<LastStep>]>([
    ['the message', lines(said('All done.')), { message: 'All done.' }],
    ['a message with quotes and lines', lines(said('Say "hi"\nnow')), { message: 'Say "hi"\nnow' }],
    ['a long message', lines(said(`${'x'.repeat(5000)}`)), { message: 'x'.repeat(5000) }],
    ['Chinese', lines(said('全部完成。')), { message: '全部完成。' }],
    ['an emoji where the beginning ends', lines(said(`${'x'.repeat(39)}🎉🎉`)), { message: `${'x'.repeat(39)}🎉🎉` }],
    [
      'other entries behind it',
      lines(said('All done.'), { type: 'cost-state', totalCostUSD: 1 }),
      { message: 'All done.' },
    ],
    [
      'a tool call',
      lines({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 'toolu_1' }] } }),
      { toolUseId: 'toolu_1' },
    ],
    ['no message at all', lines(said('All done.')), { message: '' }],
  ])('%s is there: no wait', async (_, text, last) => {
    const path = transcript(text);
    const start = performance.now();
    expect(await wait(ID, path, '/none', { ...ANY, ...last }, 20_000)).toBe(path);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it.each<[why: string, text: string, last: Partial<LastStep>]>([
    ['an older message', lines(said('Still at it.')), { message: 'All done.' }],
    ['the same message, a prompt ago', lines(said('All done.'), said('again', 'user')), { message: 'All done.' }],
    ['another tool call', lines({ type: 'assistant', id: 'toolu_0' }), { toolUseId: 'toolu_1' }],
  ])('%s: what there is has to do, after a moment', async (_, text, last) => {
    const path = transcript(text);
    const start = performance.now();
    expect(await wait(ID, path, '/none', { ...ANY, ...last }, IMPATIENT_MS)).toBe(path);
    expect(performance.now() - start).toBeGreaterThanOrEqual(IMPATIENT_MS - 1);
  });

  it('it is waited for', async () => {
    const path = transcript(lines(said('go on', 'user')));
    setTimeout(() => appendFileSync(path, lines(said('All done.'))), 50);
    const start = performance.now();
    expect(await wait(ID, path, '/none', { ...ANY, message: 'All done.' }, 20_000)).toBe(path);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('so is the file itself', async () => {
    const path = join(temporaryFolder(), `${ID}.jsonl`);
    setTimeout(() => write(path, lines(said('All done.'))), 50);
    expect(await wait(ID, path, '/none', { ...ANY, message: 'All done.' }, 20_000)).toBe(path);
  });

  it('while nothing is written, the file is not opened again', async () => {
    const path = transcript(lines(said('Still at it.')));
    opens.length = 0;
    await wait(ID, path, '/none', { ...ANY, message: 'All done.' }, IMPATIENT_MS);
    expect(opens).toEqual([path]);
  });
});

it('both ends of it are read with one open', async () => {
  const path = transcript(
    lines(
      { cwd: '/a', timestamp: '2026-01-01T00:00:00Z' },
      { type: 'user', text: 'x'.repeat(3_000_000) },
      { type: 'cost-state', totalCostUSD: 2 },
      said('All done.'),
    ),
  );
  opens.length = 0;
  const session = await waitForTranscript(ID, path, '/none', { ...ANY, message: 'All done.' }, 20_000);
  expect(session).toMatchObject({ projectFolder: '/a', startedAt: '2026-01-01T00:00:00Z', costUsd: 2 });
  expect(opens).toEqual([path]);
});
