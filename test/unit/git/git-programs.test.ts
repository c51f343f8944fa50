import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitConfigNamesPrograms } from '../../../src/git/git-programs.ts';
import { temporaryFolder, write } from '../folder.ts';

const env = (home: string) => ({ HOME: home, PATH: process.env.PATH });

function repository(...settings: string[][]): { folder: string; home: string } {
  const folder = temporaryFolder();
  const home = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: env(home) });
  git('init', '-q');
  for (const [key, value] of settings) git('config', key as string, value as string);
  return { folder, home };
}

it.each<[names: boolean, settings: string[][]]>([
  [false, []],
  [
    false,
    [
      ['user.name', 'x'],
      ['core.pager', 'less'],
    ],
  ],
  [true, [['diff.external', '/tmp/x']]],
  [true, [['diff.png.textconv', 'x']]],
  [true, [['filter.evil.clean', 'x']]],
  [true, [['core.fsmonitor', '.git/x']]],
  [true, [['gpg.program', 'x']]],
  [true, [['gpg.ssh.program', 'x']]],
  [true, [['merge.evil.driver', 'x']]],
  [true, [['core.alternateRefsCommand', 'x']]],
  [true, [['hook.evil.command', 'x']]],
  [true, [['tar.evil.command', 'x']]],
  [true, [['trailer.evil.cmd', 'x']]],
  [true, [['man.evil.cmd', 'x']]],
  [true, [['browser.evil.path', 'x']]],
  // Nothing is fetched, and an alias replaces no command.
  [
    false,
    [
      ['core.sshCommand', 'x'],
      ['credential.helper', '!x'],
      ['remote.origin.uploadpack', 'x'],
      ['alias.lg', '!x'],
    ],
  ],
])('%s for %j in the repository', async (names, settings) => {
  const { folder, home } = repository(...settings);
  expect(await gitConfigNamesPrograms(folder, env(home))).toBe(names);
});

it("the user's own global configuration is theirs", async () => {
  const { folder, home } = repository();
  write(join(home, '.gitconfig'), '[diff]\n\texternal = difft\n');
  expect(await gitConfigNamesPrograms(folder, env(home))).toBe(false);
});

it('a configuration that is included counts as the repository’s', async () => {
  const { folder, home } = repository(['include.path', '../planted']);
  write(join(folder, 'planted'), '[diff]\n\texternal = /tmp/x\n');
  expect(await gitConfigNamesPrograms(folder, env(home))).toBe(true);
});

it('no repository, no folder: nothing is named', async () => {
  const folder = temporaryFolder();
  expect(await gitConfigNamesPrograms(folder, env(folder))).toBe(false);
  expect(await gitConfigNamesPrograms(join(folder, 'gone'), env(folder))).toBe(false);
});

it.each([
  ['is too old to know the option', 'exit 129'],
  ['cannot read the configuration', 'exit 128'],
  ['is killed', 'kill -9 $$'],
  ['takes longer than there is time', 'exec sleep 300'],
  ['says more than is read', 'exec yes command'],
])('programs may be named where git %s', async (_, script) => {
  const { folder, home } = repository();
  const bin = temporaryFolder();
  write(join(bin, 'git'), `#!/bin/sh\n${script}\n`, 0o755);
  expect(await gitConfigNamesPrograms(folder, { HOME: home, PATH: `${bin}:${process.env.PATH}` })).toBe(true);
});

it('where there is no git, nothing is known', async () => {
  expect(await gitConfigNamesPrograms(repository().folder, { PATH: '/nonexistent' })).toBe(true);
});
