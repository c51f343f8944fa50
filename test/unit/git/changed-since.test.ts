import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { covers } from '../../../src/checks/globs.ts';
import { changedSince } from '../../../src/git/changed-since.ts';
import { readWorkTree } from '../../../src/git/work-tree.ts';
import { momentBetween } from '../../support/wait.ts';
import { temporaryFolder, write } from '../folder.ts';

const ENV = { PATH: process.env.PATH, HOME: '/nonexistent' };
const isSrc = covers(['src/**']);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    env: { ...ENV, GIT_COMMITTER_DATE: '2001-01-01T00:00:00Z' },
  });

it.each<[what: string, act: (folder: string) => void, touched: boolean]>([
  ['nothing', () => {}, false],
  ['another folder', (folder) => appendFileSync(join(folder, 'docs/b'), 'x'), false],
  ['a new file elsewhere', (folder) => writeFileSync(join(folder, 'docs/c'), 'x'), false],
  ['a new file at the top', (folder) => writeFileSync(join(folder, 'notes'), 'x'), false],
  ['a file', (folder) => appendFileSync(join(folder, 'src/a'), 'x'), true],
  ['its mode', (folder) => chmodSync(join(folder, 'src/a'), 0o755), true],
  ['a new one', (folder) => write(join(folder, 'src/deep/new'), 'x') as never, true],
  ['one that is gone', (folder) => rmSync(join(folder, 'src/a')), true],
  ['one that was moved away', (folder) => renameSync(join(folder, 'src/deep/d'), join(folder, 'docs/d')), true],
  ['a folder that is gone', (folder) => rmSync(join(folder, 'src/deep'), { recursive: true }), true],
  ['all of it', (folder) => rmSync(join(folder, 'src'), { recursive: true }), true],
  [
    'one with its old time put back',
    (folder) => {
      appendFileSync(join(folder, 'src/a'), 'x');
      utimesSync(join(folder, 'src/a'), 1000, 1000);
    },
    true,
  ],
  [
    'one that git was told not to look at',
    (folder) => {
      git(folder, 'update-index', '--assume-unchanged', 'src/a');
      appendFileSync(join(folder, 'src/a'), 'x');
    },
    true,
  ],
  [
    'committed, with a date of long ago',
    (folder) => {
      appendFileSync(join(folder, 'src/a'), 'x');
      git(folder, 'commit', '-qam', 'x');
    },
    true,
  ],
  [
    'a new one that is excluded',
    (folder) => {
      mkdirSync(join(folder, '.git/info'), { recursive: true });
      appendFileSync(join(folder, '.git/info/exclude'), '*\n');
      writeFileSync(join(folder, 'src/hidden'), 'x');
    },
    true,
  ],
])('%s', async (_, act, touched) => {
  const folder = temporaryFolder();
  for (const file of ['src/a', 'src/deep/d', 'docs/b']) write(join(folder, file), file);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'before');
  const since = await momentBetween();
  act(folder);
  expect(changedSince(await readWorkTree(folder, ENV), isSrc, since)).toBe(touched);
});

it('an incomplete tree, or a moment that is none: perhaps', async () => {
  const tree = await readWorkTree(temporaryFolder(), ENV);
  const later = new Date(Date.now() + 60_000);
  expect(changedSince(tree, isSrc, later)).toBe(false);
  expect(changedSince({ ...tree, complete: false }, isSrc, later)).toBe(true);
  expect(changedSince(tree, isSrc, new Date('nonsense'))).toBe(true);
});
