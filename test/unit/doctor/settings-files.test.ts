import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { readSettingsFiles, settingsIn } from '../../../src/doctor/settings-files.ts';
import { temporaryFolder, write } from '../folder.ts';

const own = async (home: string, folder: string) => {
  const paths = pathsOf(readEnv({ HOME: home }));
  return (await readSettingsFiles(paths, folder)).filter(({ scope }) => scope !== 'managed');
};

describe('settings files', () => {
  it('of the user and of the folder, what counts less first', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    write(join(home, '.claude/settings.json'), '{"a": 1}');
    write(join(folder, '.claude/settings.local.json'), '{"b": 2}');
    expect(await own(home, folder)).toEqual([
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
    expect((await own(home, temporaryFolder()))[0]).toMatchObject(expected);
  });

  it('a folder in its place', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.claude/settings.json'), { recursive: true });
    expect((await own(home, temporaryFolder()))[0]).toMatchObject({ state: 'unreadable', code: 'EISDIR' });
  });

  it('in the home folder, by whichever name, there is one file and not two', async () => {
    const home = temporaryFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(home, link);
    write(join(home, '.claude/settings.json'), '{}');
    for (const folder of [home, link])
      expect((await own(home, folder)).map(({ scope }) => scope)).toEqual(['user', 'local']);
  });

  it('what is set in a scope', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    write(join(home, '.claude/settings.json'), '{"a": 1}');
    write(join(folder, '.claude/settings.json'), '{');
    const files = await own(home, folder);
    expect([settingsIn(files, 'user'), settingsIn(files, 'project'), settingsIn(files, 'local')]).toEqual([
      { a: 1 },
      {},
      {},
    ]);
  });
});
