import { describe, expect, it } from 'vitest';
import { findHookBlockers } from '../../../src/claude/hook-blockers.ts';
import type { SettingsSource } from '../../../src/claude/settings-files.ts';

const file = (scope: SettingsSource['scope'], value: Record<string, unknown>): SettingsSource => ({
  scope,
  path: `/${scope}.json`,
  value,
});

const LAUNCH = { path: '/ccc.json', settings: {}, args: [] };

describe('what keeps hooks from running', () => {
  type Row = [what: string, files: SettingsSource[], env: object, launch: Partial<typeof LAUNCH>, expected: object[]];
  const off = { disableAllHooks: true };
  it.each<Row>([
    ['nothing', [file('user', {})], {}, {}, []],
    ['the user', [file('user', off)], {}, {}, [{ key: 'disableAllHooks', path: '/user.json', byAdministrator: false }]],
    ['the project', [file('user', {}), file('project', off)], {}, {}, [{ path: '/project.json' }]],
    [
      'the user and the project, whose setting alone a launch would override',
      [file('user', off), file('project', off)],
      {},
      {},
      [{ key: 'disableAllHooks', path: '/user.json', byAdministrator: false }],
    ],
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
    ['a variable that is not a boolean', [], { CLAUDE_CODE_SAFE_MODE: 'maybe' }, {}, []],
    [
      'a variable that the settings turn off',
      [file('user', { env: { CLAUDE_CODE_SIMPLE: '0' } })],
      { CLAUDE_CODE_SIMPLE: '1' },
      {},
      [],
    ],
    [
      'a variable of the launch',
      [],
      {},
      { settings: { env: { CLAUDE_CODE_SIMPLE: 'on' } } },
      [{ name: 'CLAUDE_CODE_SIMPLE', path: '/ccc.json' }],
    ],
    ['a prompt that looks like an argument', [], {}, { args: ['--', '--bare'] as never[] }, []],
    ['arguments', [], {}, { args: ['--bare', '--verbose'] as never[] }, [{ kind: 'argument', argument: '--bare' }]],
  ])('%s', (_, files, env, launch, expected) => {
    const found = findHookBlockers(files, env as Record<string, string>, { ...LAUNCH, ...launch });
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(expected.length);
  });
});
