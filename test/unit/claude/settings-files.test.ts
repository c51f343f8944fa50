import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readSettingsFiles,
  readSettingsSources,
  settingsIn,
  withoutDuplicates,
} from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

const own = async (home: string, folder: string) => {
  const sources = await readSettingsSources(pathsOf(readEnv({ HOME: home })), folder);
  return sources.filter(({ scope }) => scope !== 'managed').map(({ scope, value }) => [scope, value]);
};

describe('what the client reads by itself', () => {
  it('in order of increasing precedence', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    write(join(home, '.claude/settings.json'), '\uFEFF{"a": 1}');
    write(join(folder, '.claude/settings.json'), '{"b": 2}');
    write(join(folder, '.claude/settings.local.json'), '{"c": 3}');
    expect(await own(home, folder)).toEqual([
      ['user', { a: 1 }],
      ['project', { b: 2 }],
      ['local', { c: 3 }],
    ]);
  });

  it.each([
    ['a comment', '// mine\n{"hooks": {}}'],
    ['a trailing comma', '{"hooks": {},}'],
    ['half of it', '{"hooks": {'],
    ['a list', '[]'],
  ])('not a file with %s: the client loads nothing of it, hooks included', async (_, text) => {
    const home = temporaryFolder();
    write(join(home, '.claude/settings.json'), text);
    expect(await own(home, temporaryFolder())).toEqual([]);
  });

  it('nor a folder in its place', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.claude/settings.json'), { recursive: true });
    expect(await own(home, temporaryFolder())).toEqual([]);
  });
});

const filesOf = async (home: string, folder: string) => {
  const files = await readSettingsFiles(pathsOf(readEnv({ HOME: home })), folder);
  return withoutDuplicates(files).filter(({ scope }) => scope !== 'managed');
};

describe('settings files and their state', () => {
  it('of the user and of the folder, in order of increasing precedence', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    write(join(home, '.claude/settings.json'), '{"a": 1}');
    write(join(folder, '.claude/settings.local.json'), '{"b": 2}');
    expect(await filesOf(home, folder)).toEqual([
      { scope: 'user', path: join(home, '.claude/settings.json'), state: 'read', value: { a: 1 } },
      { scope: 'project', path: join(folder, '.claude/settings.json'), state: 'absent' },
      { scope: 'local', path: join(folder, '.claude/settings.local.json'), state: 'read', value: { b: 2 } },
    ]);
  });

  it.each<[what: string, text: string, expected: object]>([
    ['empty, as Claude Code takes it', ' \n', { state: 'read', value: {} }],
    ['with a byte order mark', '\uFEFF{"a": 1}', { state: 'read', value: { a: 1 } }],
    ['with a comment', '{\n  // mine\n  "a": 1\n}', { state: 'broken', error: { line: 2, column: 3 } }],
    ['with a trailing comma', '{\n  "a": 1,\n}', { state: 'broken', error: { line: 3, column: 1 } }],
    ['broken off', '{\n  "a": ', { state: 'broken', error: { line: 2, column: 8 } }],
    ['a list', '[]', { state: 'broken', error: { line: 1, column: 1 } }],
    ['null', 'null', { state: 'broken', error: { line: 1, column: 1 } }],
  ])('%s', async (_, text, expected) => {
    const home = temporaryFolder();
    write(join(home, '.claude/settings.json'), text);
    expect((await filesOf(home, temporaryFolder()))[0]).toMatchObject(expected);
  });

  it('a folder in its place', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.claude/settings.json'), { recursive: true });
    expect((await filesOf(home, temporaryFolder()))[0]).toMatchObject({ state: 'unreadable', code: 'EISDIR' });
  });

  it('in the home folder, by whichever name, there is one file and not two', async () => {
    const home = temporaryFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(home, link);
    write(join(home, '.claude/settings.json'), '{}');
    for (const folder of [home, link])
      expect((await filesOf(home, folder)).map(({ scope }) => scope)).toEqual(['user', 'local']);
  });

  it('what is set in a scope', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    write(join(home, '.claude/settings.json'), '{"a": 1}');
    write(join(folder, '.claude/settings.json'), '{');
    const files = await filesOf(home, folder);
    expect([settingsIn(files, 'user'), settingsIn(files, 'project'), settingsIn(files, 'local')]).toEqual([
      { a: 1 },
      {},
      {},
    ]);
  });

  it('of every folder between the root of a repository and the folder', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(root, '.git'));
    mkdirSync(join(root, 'a/b'), { recursive: true });
    const projects = (await filesOf(home, join(root, 'a/b'))).filter(({ scope }) => scope === 'project');
    expect(projects.map(({ path }) => path)).toEqual(
      [root, join(root, 'a'), join(root, 'a/b')].map((dir) => join(dir, '.claude/settings.json')),
    );
  });
});
