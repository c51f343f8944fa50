import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CachedResult, fileCache, noCache } from '../../../src/checks/result-cache.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { modeOf, temporaryFolder } from '../folder.ts';

const check = { name: 'tests', run: 'npm test' };
const passed = (fingerprint: string, output = ''): CachedResult => ({
  fingerprint,
  at: 5,
  outcome: { kind: 'passed' },
  output,
  ms: 1,
});

function place() {
  const dir = join(temporaryFolder(), 'ccc');
  const paths = { checkResults: (key: string) => join(dir, `checks-${key}.json`) };
  const file = () => join(dir, readdirSync(dir)[0] as string);
  return { dir, file, results: (folder = '/project') => fileCache(paths, folder, redactor([])) };
}

it('what was remembered is there for the next process, in private', () => {
  const { dir, file, results } = place();
  expect(results().of(check)).toEqual([]);
  const failed: CachedResult = {
    ...passed('f', '中文'),
    outcome: { kind: 'failed', exit: null, signal: 'SIGABRT' },
    leftOut: 7,
  };
  results().remember(check, failed);
  expect(results().of(check)).toEqual([failed]);
  expect([modeOf(file()), modeOf(dir), readdirSync(dir).length]).toEqual([0o600, 0o700, 1]);
});

it('it is of this name, this command and this folder', () => {
  const { results } = place();
  results().remember(check, passed('f'));
  expect(results().of({ ...check, name: 'other' })).toEqual([]);
  expect(results().of({ ...check, run: 'other' })).toEqual([]);
  expect(results('/elsewhere').of(check)).toEqual([]);
  expect(results().of({ ...check, timeout_seconds: 5 })).toHaveLength(1);
});

it('the last five of a check are kept, one for the same content', () => {
  const { results } = place();
  for (const fingerprint of ['a', 'b', 'c', 'd', 'e', 'f', 'd']) results().remember(check, passed(fingerprint));
  expect(
    results()
      .of(check)
      .map(({ fingerprint }) => fingerprint),
  ).toEqual(['b', 'c', 'e', 'f', 'd']);
});

it('a file that something else has written into is reported once, and nothing of it is used', () => {
  const { dir, file } = place();
  const paths = { checkResults: (key: string) => join(dir, `checks-${key}.json`) };
  const edited: string[] = [];
  const open = () => fileCache(paths, '/project', redactor([]), (path) => edited.push(path));
  open().remember(check, { ...passed('f'), outcome: { kind: 'failed', exit: 1, signal: null } });
  expect(open().of(check)).toHaveLength(1);
  expect(edited).toEqual([]);
  const path = file();
  const forged = { kind: 'passed' };
  const content = JSON.parse(readFileSync(path, 'utf8'));
  content.checks[0].results[0].outcome = forged;
  writeFileSync(path, JSON.stringify(content));
  expect(open().of(check)).toEqual([]);
  expect(edited).toEqual([path]);
  expect(open().of(check)).toEqual([]);
  expect(edited).toHaveLength(1);
  // An earlier version wrote no seal: that is no edit, and is not used either.
  writeFileSync(path, JSON.stringify({ version: 1, checks: content.checks }));
  expect(open().of(check)).toEqual([]);
  expect(edited).toHaveLength(1);
});

it('the file does not grow with checks that are gone', () => {
  const { file, results } = place();
  for (let n = 0; n < 60; n++) results().remember({ name: `${n}`, run: 'x' }, passed('f'));
  expect(JSON.parse(readFileSync(file(), 'utf8')).checks).toHaveLength(50);
  expect(results().of({ name: '59', run: 'x' })).toHaveLength(1);
});

it.each(['', '{', '[]', 'null', '{"version":2,"checks":[]}', '{"version":1,"checks":[{"check":1}]}', '\u0000'])(
  'a file with %j in it: nothing is remembered, and it is written anew',
  (text) => {
    const { file, results } = place();
    results().remember(check, passed('f'));
    writeFileSync(file(), text);
    expect(results().of(check)).toEqual([]);
    results().remember(check, passed('g'));
    expect(results().of(check)).toEqual([passed('g')]);
  },
);

it('what cannot be written is not remembered, and that is all', () => {
  const { dir, results } = place();
  mkdirSync(join(dir, '..'), { recursive: true });
  writeFileSync(dir, 'a file in the place of the folder');
  chmodSync(dir, 0o600);
  results().remember(check, passed('f'));
  expect(results().of(check)).toEqual([]);
});

it('nothing remembered is nothing remembered', () => {
  noCache.remember(check, passed('f'));
  expect(noCache.of(check)).toEqual([]);
});
