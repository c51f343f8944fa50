import { join } from 'node:path';
import { expect, it } from 'vitest';
import { branchOf } from '../../../src/git/branch.ts';
import { temporaryFolder, write } from '../folder.ts';

const repository = (head: string) => {
  const folder = temporaryFolder();
  write(join(folder, '.git', 'HEAD'), head);
  return folder;
};

it.each<[what: string, head: string, branch: string | null]>([
  ['a branch', 'ref: refs/heads/main\n', 'main'],
  ['a branch with slashes', 'ref: refs/heads/fix/one-two\n', 'fix/one-two'],
  ['a detached head', '8c4a6fd3f0\n', null],
  ['something else', 'ref: refs/remotes/x\n', null],
  ['nothing', '', null],
])('%s', (_, head, branch) => {
  const folder = repository(head);
  expect(branchOf(folder)).toBe(branch);
  expect(branchOf(join(folder, 'deep', 'er'))).toBe(branch);
});

it('a linked work tree, and a submodule, name the folder in a file', () => {
  const folder = repository('ref: refs/heads/main\n');
  write(join(folder, '.git', 'worktrees', 'one', 'HEAD'), 'ref: refs/heads/other\n');
  const [absolute, relative] = [temporaryFolder(), join(folder, 'sub')];
  write(join(absolute, '.git'), `gitdir: ${join(folder, '.git', 'worktrees', 'one')}\n`);
  write(join(relative, '.git'), 'gitdir: ../.git/worktrees/one\n');
  expect([branchOf(absolute), branchOf(relative)]).toEqual(['other', 'other']);
});

it('no repository', () => expect(branchOf(temporaryFolder())).toBeNull());
