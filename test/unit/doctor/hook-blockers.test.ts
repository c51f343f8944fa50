import { describe, expect, it } from 'vitest';
import { blockerText, type HookBlocker, hookBlockers } from '../../../src/doctor/hook-blockers.ts';
import type { SettingsFile } from '../../../src/doctor/settings-files.ts';
import { settingsMessages } from '../../../src/i18n/doctor-settings.ts';
import { file } from './settings-file.ts';

const LAUNCH = { path: '/ccc.json', settings: {}, args: [] };

describe('what keeps hooks from running', () => {
  type Row = [what: string, files: SettingsFile[], env: object, launch: Partial<typeof LAUNCH>, expected: object[]];
  const off = { disableAllHooks: true };
  it.each<Row>([
    ['nothing', [file('user', {})], {}, {}, []],
    ['the user', [file('user', off)], {}, {}, [{ key: 'disableAllHooks', path: '/user.json', byAdministrator: false }]],
    ['the project', [file('user', {}), file('project', off)], {}, {}, [{ path: '/project.json' }]],
    ['the project says no', [file('user', off), file('project', { disableAllHooks: false })], {}, {}, []],
    ['ccc.json', [file('user', {})], {}, { settings: off }, [{ path: '/ccc.json' }]],
    ['ccc.json says no', [file('user', off)], {}, { settings: { disableAllHooks: false } }, []],
    ['an administrator', [file('managed', off)], {}, {}, [{ byAdministrator: true }]],
    [
      'managed hooks only',
      [file('managed', { allowManagedHooksOnly: true })],
      {},
      {},
      [{ key: 'allowManagedHooksOnly' }],
    ],
    ['managed hooks only, by a user', [file('user', { allowManagedHooksOnly: true })], {}, {}, []],
    [
      'plugins only',
      [file('managed', { strictPluginOnlyCustomization: ['hooks'] })],
      {},
      {},
      [{ key: 'strictPluginOnlyCustomization' }],
    ],
    ['plugins only, but for hooks', [file('managed', { strictPluginOnlyCustomization: ['mcp'] })], {}, {}, []],
    ['a variable', [], { CLAUDE_CODE_SIMPLE: '1' }, {}, [{ name: 'CLAUDE_CODE_SIMPLE', path: undefined }]],
    ['a variable that says no', [], { CLAUDE_CODE_SAFE_MODE: '0' }, {}, []],
    ['one in the settings', [file('user', { env: { CLAUDE_CODE_SAFE_MODE: '1' } })], {}, {}, [{ path: '/user.json' }]],
    ['one in a repository', [file('project', { env: { CLAUDE_CODE_SAFE_MODE: '1' } })], {}, {}, []],
    ['arguments', [], {}, { args: ['--bare', '--verbose'] as never[] }, [{ kind: 'argument', argument: '--bare' }]],
  ])('%s', (_, files, env, launch, expected) => {
    const found = hookBlockers(files, env as Record<string, string>, { ...LAUNCH, ...launch });
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(expected.length);
  });
});

const CHINESE = /[\u4e00-\u9fff]/;
const BLOCKERS: HookBlocker[] = [
  { kind: 'setting', key: 'KEY', path: '/PATH', byAdministrator: false },
  { kind: 'setting', key: 'KEY', path: '/PATH', byAdministrator: true },
  { kind: 'variable', name: 'NAME', path: '/PATH' },
  { kind: 'variable', name: 'NAME', path: undefined },
  { kind: 'argument', argument: '--bare' },
];

it.each(BLOCKERS)('in both languages: %j', (blocker) => {
  const [english, chinese] = [blockerText(blocker, settingsMessages.en), blockerText(blocker, settingsMessages.zh)];
  for (const part of ['what', 'fix'] as const) {
    expect(chinese[part]).toMatch(CHINESE);
    for (const fact of ['KEY', '/PATH', 'NAME', '--bare'])
      expect([fact, chinese[part].includes(fact)]).toEqual([fact, english[part].includes(fact)]);
  }
});
