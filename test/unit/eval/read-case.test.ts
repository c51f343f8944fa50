import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CaseError } from '../../../src/eval/case-file.ts';
import { findCases, readCase } from '../../../src/eval/read-case.ts';
import { temporaryFolder, write } from '../folder.ts';
import { at, caseFile, writeCase } from './case.ts';

const read = (folder: string) => readCase({ name: 'it', folder });

/** What is wrong with a case, and in which file. */
function problemOf(folder: string) {
  try {
    read(folder);
  } catch (error) {
    const { file, problem } = error as CaseError;
    return [file.slice(folder.length + 1), problem];
  }
  throw new Error('nothing is wrong');
}

describe('finding cases', () => {
  it('in folders below, by their paths; not inside of a case, not behind a link, not in hidden folders', () => {
    const root = temporaryFolder();
    for (const name of ['stale/a', 'stale/b', 'c', '.git/d', 'node_modules/e']) writeCase(join(root, name));
    writeCase(join(root, 'c', 'repository', 'nested'));
    symlinkSync(join(root, 'c'), join(root, 'link'));
    write(join(root, 'README.md'), 'Cases.');
    expect(findCases(root).map(({ name }) => name)).toEqual(['c', 'stale/a', 'stale/b']);
  });

  it('one case by itself, by its name', () => {
    const folder = writeCase(join(temporaryFolder(), 'alone'));
    expect(findCases(folder)).toEqual([{ name: 'alone', folder }]);
  });

  it('none, or no folder', () => {
    expect(findCases(temporaryFolder())).toEqual([]);
    expect(() => findCases('/no/such/folder')).toThrow('ENOENT');
  });
});

it('reads everything', () => {
  const folder = writeCase(temporaryFolder(), {
    'case.json': caseFile({ times: { 'src/a.js': at(3) }, since: at(1) }),
    'base/src/a.js': 'old',
    'repository/src/a.js': 'new',
    'repository/run.sh': '#!/bin/sh',
    'subagents/agent-1.jsonl': '{}\n',
    'README.md': 'About this case.',
  });
  chmodSync(join(folder, 'repository/run.sh'), 0o755);
  const { file, base, repository, subagents, bundle } = read(folder);
  expect(file).toMatchObject({ label: 'block', times: { 'src/a.js': new Date(at(3)) }, since: new Date(at(1)) });
  expect([...repository].map(([path, { bytes, executable }]) => [path, String(bytes), executable])).toEqual([
    ['run.sh', '#!/bin/sh', true],
    ['src/a.js', 'new', false],
  ]);
  expect([...(base?.keys() ?? []), ...subagents.keys(), bundle]).toEqual(['src/a.js', 'agent-1.jsonl', undefined]);
});

describe('a case that cannot be used is told with the file and what is wrong', () => {
  it.each<[why: string, file: object | string, problem: object]>([
    ['no JSON', '{', { code: 'not-json' }],
    ['no object', '[]', { code: 'not-json' }],
    ['another version', caseFile({ version: 2 }), { code: 'key', key: 'version' }],
    ['no label', caseFile({ label: undefined }), { code: 'key', key: 'label' }],
    ['another label', caseFile({ label: 'maybe' }), { code: 'key', key: 'label' }],
    ['no reason', caseFile({ why: ' ' }), { code: 'key', key: 'why' }],
    ['a kind with a path', caseFile({ kind: '../x' }), { code: 'key', key: 'kind' }],
    ['no event', caseFile({ event: 'Stop' }), { code: 'key', key: 'event' }],
    ['a date that is none', caseFile({ since: 'yesterday' }), { code: 'key', key: 'since' }],
    ['a time that is none', caseFile({ times: { 'a.js': 7 } }), { code: 'key', key: 'times.a.js' }],
    ['a time of a file that is not there', caseFile({ times: { 'b.js': at(1) } }), { code: 'time', path: 'b.js' }],
    ['a time outside', caseFile({ times: { '../a.js': at(1) } }), { code: 'time', path: '../a.js' }],
    ['an unknown history', caseFile({ git: 'shallow' }), { code: 'key', key: 'git' }],
    ['two histories', caseFile({ git: 'no-commits' }), { code: 'two-histories' }],
  ])('%s', (_, file, problem) => {
    const folder = writeCase(temporaryFolder(), { 'case.json': file, 'repository/a.js': 'a', 'base/a.js': 'a' });
    expect(problemOf(folder)).toEqual(['case.json', problem]);
  });

  it('no transcript', () => {
    const folder = writeCase(temporaryFolder());
    rmSync(join(folder, 'transcript.jsonl'));
    expect(problemOf(folder)).toEqual(['transcript.jsonl', { code: 'missing' }]);
  });

  it.each<[file: string]>([['transcript.jsonl'], ['case.json'], ['repository.bundle'], ['repository/deep/link']])(
    '%s is a link: what it leads to is not read',
    (path) => {
      const folder = writeCase(temporaryFolder());
      const secret = write(join(temporaryFolder(), 'secret'), JSON.stringify(caseFile()));
      rmSync(join(folder, path), { force: true });
      mkdirSync(join(folder, path, '..'), { recursive: true });
      symlinkSync(secret, join(folder, path));
      expect(problemOf(folder)).toEqual([path, { code: 'not-a-file' }]);
    },
  );

  it.each(['repository', 'base', 'subagents'])('%s/ is a link to a folder', (name) => {
    const folder = writeCase(temporaryFolder());
    symlinkSync(temporaryFolder(), join(folder, name));
    expect(problemOf(folder)).toEqual([name, { code: 'not-a-file' }]);
  });

  it('a link to a folder inside', () => {
    const folder = writeCase(temporaryFolder(), { 'repository/a.js': 'a' });
    symlinkSync('/etc', join(folder, 'repository', 'etc'));
    expect(problemOf(folder)).toEqual(['repository/etc', { code: 'not-a-file' }]);
  });

  it.each(['.git/config', 'sub/.git', '.GIT/hooks/post-checkout', '.g\u200cit/config', 'git~1/config', '.git./config'])(
    'repository/%s would be read by git',
    (path) => {
      const folder = writeCase(temporaryFolder(), { [`repository/${path}`]: 'x' });
      expect(problemOf(folder)[1]).toEqual({ code: 'git-folder' });
    },
  );

  it('files such as .gitignore are just files', () => {
    const folder = writeCase(temporaryFolder(), { 'repository/.gitignore': 'x', 'repository/.gitattributes': 'x' });
    expect(read(folder).repository.size).toBe(2);
  });

  it('too large a file, and too many of them', () => {
    const large = writeCase(temporaryFolder(), { 'repository/a': '' });
    truncateSync(join(large, 'repository/a'), 16 * 1024 * 1024 + 1);
    expect(problemOf(large)).toEqual(['repository/a', { code: 'too-large' }]);
    const many = writeCase(temporaryFolder(), { 'repository/a': '' });
    for (let i = 0; i < 5000; i++) linkSync(join(many, 'repository/a'), join(many, 'repository', `a${i}`));
    expect(problemOf(many)).toEqual(['repository', { code: 'too-many-files' }]);
    // All of them together.
    const heavy = writeCase(temporaryFolder());
    mkdirSync(join(heavy, 'repository'));
    for (let i = 0; i < 5; i++) {
      writeFileSync(join(heavy, 'repository', `${i}`), '');
      truncateSync(join(heavy, 'repository', `${i}`), 15 * 1024 * 1024);
    }
    expect(problemOf(heavy)[1]).toEqual({ code: 'too-large' });
  });
});
