import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf, settingsFile } from '../../../src/config/paths.ts';

const paths = (all: Record<string, string>) => pathsOf(readEnv({ HOME: '/home/user', ...all }));

describe('the config dir and Claude Code’s own', () => {
  it.each<[all: Record<string, string>, config: string, claude: string]>([
    [{}, '/home/user/.claude', '/home/user/.claude'],
    [{ CLAUDE_CONFIG_DIR: '/c' }, '/c', '/c'],
    [{ CCC_CONFIG_DIR: '/x' }, '/x', '/home/user/.claude'],
    [{ CCC_CONFIG_DIR: '/x', CLAUDE_CONFIG_DIR: '/c' }, '/x', '/c'],
    [{ CCC_CONFIG_DIR: '', CLAUDE_CONFIG_DIR: '' }, '/home/user/.claude', '/home/user/.claude'],
    [{ CCC_CONFIG_DIR: 'x/../y' }, resolve('y'), '/home/user/.claude'],
    [{ CLAUDE_CONFIG_DIR: 'c' }, resolve('c'), resolve('c')],
  ])('%j', (all, config, claude) => {
    const { configFile, claudeSettings } = paths(all);
    expect(configFile).toBe(`${config}/ccc.json`);
    expect(claudeSettings).toBe(`${claude}/settings.json`);
  });
});

it('without a home there is nowhere to write, unless a folder is named', () => {
  const homeless = { ...readEnv({}), home: undefined };
  expect(() => pathsOf(homeless)).toThrow('no home folder');
  expect(pathsOf({ ...homeless, claudeConfigDir: '/c' }).dir).toBe('/c/ccc');
});

it('every file has its place', () => {
  const all = paths({ CCC_CONFIG_DIR: '/x', CLAUDE_CONFIG_DIR: '/c' });
  expect(all).toMatchObject({
    configFile: '/x/ccc.json',
    prompt: '/x/SUPERVISOR.md',
    dir: '/x/ccc',
    journal: '/x/ccc/reviews.jsonl',
    claudeDir: '/c',
    claudeSettings: '/c/settings.json',
  });
  expect(all.state('a.b')).toBe('/x/ccc/supervisor-a.b.json');
  expect(all.log('a.b')).toBe('/x/ccc/supervisor-a.b.log');
  expect(all.lock('a.b')).toBe('/x/ccc/supervisor-a.b.lock');
  expect(all.reviewerSettings('h.7')).toBe('/x/ccc/reviewer-h.7.settings.json');
  expect(all.launchSettings('h.7')).toBe('/x/ccc/launch-h.7.settings.json');
  expect(all.launchRecord('h.7')).toBe('/x/ccc/launch-h.7.json');
  expect(all.ownLaunch('/x/ccc/launch-h.7.settings.json')).toBe('/x/ccc/launch-h.7.settings.json');
  for (const other of [
    undefined,
    '/repo/launch-h.7.settings.json',
    '/x/ccc/../launch-h.settings.json',
    '/x/ccc/a.json',
  ])
    expect(all.ownLaunch(other)).toBeUndefined();
  expect(settingsFile('user', all, '/p')).toBe('/c/settings.json');
  expect(settingsFile('project', all, '/p')).toBe('/p/.claude/settings.json');
  expect(settingsFile('local', all, '/p')).toBe('/p/.claude/settings.local.json');
});
