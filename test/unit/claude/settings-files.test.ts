import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettingsSources } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

const own = async (home: string, folder: string) => {
  const sources = await readSettingsSources(pathsOf(readEnv({ HOME: home })), folder);
  return sources.filter(({ scope }) => scope !== 'managed').map(({ scope, value }) => [scope, value]);
};

describe('what the client reads by itself', () => {
  it('the weakest first', async () => {
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
