import { expect, it } from 'vitest';
import type { SettingsFile } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { diagnoseReach } from '../../../src/doctor/repository-settings.ts';
import { file } from './settings-file.ts';

const ours = (more: object = {}, group: object = {}) => ({
  Stop: [{ hooks: [{ type: 'command', command: '/bin/ccc supervisor-hook', timeout: 600, ...more }], ...group }],
});

it.each<[what: string, files: SettingsFile[], expected: string[]]>([
  ['nothing', [file('user', {}), file('project', { model: 'x', env: { DATABASE_URL: 'x' } })], []],
  ['hooks off in a project', [file('project', { disableAllHooks: true })], ['warning settings.project_hooks_off']],
  [
    'hooks off by both: only the setting of the user counts',
    [file('user', { disableAllHooks: true }), file('project', { disableAllHooks: true })],
    [],
  ],
  ['hooks off by the user is told elsewhere', [file('user', { disableAllHooks: true })], []],
  ['our variables', [file('local', { env: { CCC_SUPERVISOR_HOOK: '1' } })], ['warning settings.project_env']],
  ['what we load', [file('project', { env: { LD_PRELOAD: 'x' } })], ['warning settings.project_env']],
  ['who reviews', [file('local', { env: { ANTHROPIC_BASE_URL: 'x' } })], ['warning settings.project_env']],
  ['the user’s own', [file('user', { env: { CCC_SUPERVISOR: '1', NODE_OPTIONS: 'x' } })], ['note settings.user_env']],
  ['a helper', [file('project', { apiKeyHelper: 'x' })], ['note settings.project_helper']],
  [
    'a plugin that pretends',
    [file('project', { enabledPlugins: { 'ccc@x': true } })],
    ['warning settings.project_plugin'],
  ],
  [
    'a plugin that the user has too',
    [file('user', { enabledPlugins: { 'ccc@x': true } }), file('project', { enabledPlugins: { 'ccc@x': true } })],
    [],
  ],
  ...[{ if: 'x' }, { async: true }, { asyncRewake: true }, { once: true }, { shell: 'bash' }, { args: [] }].map(
    (more): [string, SettingsFile[], string[]] => [
      `an entry of ours with ${Object.keys(more)[0]}`,
      [file('user', { hooks: ours(more) })],
      ['warning settings.hook_fields'],
    ],
  ),
  [
    'an entry of ours for another event',
    [file('user', { hooks: { SubagentStop: ours({ once: true }).Stop } })],
    ['warning settings.hook_fields'],
  ],
  [
    'one that reviews in the background',
    [
      file('user', {
        hooks: ours({
          command: '/bin/ccc supervisor-hook --background',
          ...{ asyncRewake: true, rewakeSummary: 'x', rewakeMessage: 'y' },
        }),
      }),
    ],
    [],
  ],
  ['a group with more', [file('project', { hooks: ours({}, { enabled: false }) })], ['warning settings.hook_fields']],
  ['an entry of ours as it should be', [file('user', { hooks: ours() }), file('project', { hooks: ours() })], []],
])('%s', (_, files, expected) => {
  for (const CCC_LANG of ['en', 'zh']) {
    const found = diagnoseReach(files, readEnv({ HOME: '/home/me', CCC_LANG }));
    expect(found.map(({ level, id }) => `${level} ${id}`)).toEqual(expected);
    for (const { what, fix } of found) expect(what && fix).toBeTruthy();
  }
});

it('names of variables are shown, their values and control characters are not', () => {
  const env = { ANTHROPIC_AUTH_TOKEN: 'secret-value', 'CCC_\u001b[2J': 'x' };
  const [found] = diagnoseReach([file('project', { env })], readEnv({ HOME: '/home/me' }));
  expect(found?.what).toContain('ANTHROPIC_AUTH_TOKEN');
  expect(found?.what).not.toContain('secret-value');
  expect(found?.what).not.toContain('\u001b');
});
