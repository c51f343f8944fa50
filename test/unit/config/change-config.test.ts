import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfigChange, changeConfig } from '../../../src/config/change-config.ts';
import type { LaunchConfig } from '../../../src/config/launch-config.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const place = () => {
  const dir = temporaryFolder();
  return { dir, configFile: join(dir, 'ccc.json'), configLock: join(dir, 'ccc', 'config.lock') };
};
const use = (name: string): ConfigChange[] => [{ path: ['current_provider'], value: name }];
const change = (paths: ReturnType<typeof place>, decide: (config: LaunchConfig) => ConfigChange[]) =>
  changeConfig(paths, 'en', decide);

describe('ccc.json', () => {
  it('is made where there is none, for its owner alone', async () => {
    const paths = place();
    const { config, previousMode } = await change(paths, () => use('a'));
    expect(readFileSync(paths.configFile, 'utf8')).toBe('{\n  "current_provider": "a"\n}\n');
    expect(modeOf(paths.configFile)).toBe(0o600);
    expect({ current: config.current, previousMode }).toEqual({ current: 'a', previousMode: undefined });
    expect(readdirSync(join(paths.dir, 'ccc'))).toEqual([]);
  });

  it('is not written if nothing changes', async () => {
    const paths = place();
    write(paths.configFile, '{ "current_provider" : "a" }', 0o644);
    await change(paths, () => use('a'));
    await change(paths, () => []);
    expect(readFileSync(paths.configFile, 'utf8')).toBe('{ "current_provider" : "a" }');
    expect(modeOf(paths.configFile)).toBe(0o644);
  });

  it('that others could read is made private, and the previous mode is returned', async () => {
    const paths = place();
    write(paths.configFile, '{}');
    chmodSync(paths.configFile, 0o640);
    expect((await change(paths, () => use('a'))).previousMode).toBe(0o640);
    expect(modeOf(paths.configFile)).toBe(0o600);
    expect((await change(paths, () => use('b'))).previousMode).toBeUndefined();
  });

  it.each([
    ['a link', (dir: string) => write(join(dir, 'real', 'x.json'), '{}')],
    ['a link to nothing yet', (dir: string) => join(dir, 'real', 'x.json')],
  ])('behind %s is written there', async (_, make) => {
    const paths = place();
    const real = make(paths.dir);
    symlinkSync('second.json', paths.configFile);
    symlinkSync(join('real', 'x.json'), join(paths.dir, 'second.json'));
    await change(paths, () => use('a'));
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ current_provider: 'a' });
    expect(modeOf(real)).toBe(0o600);
    expect(lstatSync(paths.configFile).isSymbolicLink()).toBe(true);
  });

  it('that somebody changed meanwhile is looked at anew', async () => {
    const paths = place();
    write(paths.configFile, '{}');
    const seen: (string | undefined)[] = [];
    await change(paths, ({ current }) => {
      seen.push(current);
      if (seen.length === 1) writeFileSync(paths.configFile, '{"current_provider": "theirs", "more": 1}');
      return [{ path: ['claude_args'], value: ['-c'] }];
    });
    expect(seen).toEqual([undefined, 'theirs']);
    expect(JSON.parse(readFileSync(paths.configFile, 'utf8'))).toEqual({
      current_provider: 'theirs',
      more: 1,
      claude_args: ['-c'],
    });
  });

  it('that is changed without end is given up', async () => {
    const paths = place();
    let turn = 0;
    const decide = () => {
      writeFileSync(paths.configFile, JSON.stringify({ turn: turn++ }));
      return use('a');
    };
    await expect(change(paths, decide)).rejects.toMatchObject({
      message: expect.stringContaining('keeps being changed'),
    });
  });

  it('that is broken, or would be, is left alone', async () => {
    const paths = place();
    write(paths.configFile, '{');
    await expect(change(paths, () => use('a'))).rejects.toMatchObject({ message: expect.stringContaining(':1:2: ') });
    expect(readFileSync(paths.configFile, 'utf8')).toBe('{');
    writeFileSync(paths.configFile, '{}');
    await expect(change(paths, () => [{ path: ['providers'], value: 7 }])).rejects.toMatchObject({ name: 'UserError' });
    expect(readFileSync(paths.configFile, 'utf8')).toBe('{}');
  });

  it('that cannot be written is said to be', async () => {
    const paths = place();
    const file = write(join(paths.dir, 'a-file'), '');
    await expect(
      change({ ...paths, configLock: join(file, 'x', 'config.lock') }, () => use('a')),
    ).rejects.toMatchObject({ message: expect.stringMatching(/cannot write .* \(ENOTDIR\)/) });
    mkdirSync(`${paths.configFile}.tmp`);
    await expect(change(paths, () => use('a'))).rejects.toMatchObject({
      message: expect.stringMatching(/cannot write .* \(\w+\)/),
    });
  });
});
