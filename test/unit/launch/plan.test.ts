import { describe, expect, it } from 'vitest';
import type { SettingsSource } from '../../../src/claude/settings-files.ts';
import { NETWORK_VARIABLES, PROGRAM_VARIABLES } from '../../../src/config/guarded-variables.ts';
import { type LaunchInput, planLaunch } from '../../../src/launch/plan.ts';

const HOOK = { event: 'Stop', entry: { hooks: [{ type: 'command', command: 'ccc supervisor-hook' }] } };
const facts = (more: Partial<LaunchInput> = {}): LaunchInput => ({
  settings: {},
  provider: undefined,
  flagSettings: {},
  sources: [],
  env: {},
  hooks: [HOOK],
  plugins: {},
  statusLine: 'ccc statusline',
  ours: { CCC_SUPERVISOR_ID: 'id', CCC_SUPERVISOR_HOOK: '', CCC_PROVIDER: '' },
  maxIterations: 20,
  ...more,
});
const source = (scope: SettingsSource['scope'], value: object): SettingsSource => ({
  scope,
  path: scope,
  value: value as Record<string, unknown>,
});
const OTHER = {
  name: 'other',
  host: 'own' as const,
  settings: {},
  env: { ANTHROPIC_BASE_URL: 'http://o', ANTHROPIC_AUTH_TOKEN: 'k', FAST: '1' },
};

describe('the private settings', () => {
  it('without a provider: our hooks, our variables, what is pinned, our line, and nothing else', () => {
    expect(planLaunch(facts())).toEqual({
      settings: {
        disableAllHooks: false,
        env: {
          ...Object.fromEntries(PROGRAM_VARIABLES.map((name) => [name, ''])),
          CCC_SUPERVISOR_ID: 'id',
          CCC_SUPERVISOR_HOOK: '',
          CCC_PROVIDER: '',
          CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101',
        },
        hooks: { Stop: [HOOK.entry] },
        statusLine: { refreshInterval: 5, type: 'command', command: 'ccc statusline' },
      },
      env: { CCC_SUPERVISOR_ID: 'id', CCC_SUPERVISOR_HOOK: undefined, CCC_PROVIDER: undefined },
    });
  });

  it('settings of ccc.json, of the provider and of --settings are joined, and the later one takes precedence', () => {
    const { settings } = planLaunch(
      facts({
        settings: { model: 'a', permissions: { allow: ['A'], deny: ['X'] }, env: { SHARED: '1', ONE: 'shared' } },
        provider: { ...OTHER, settings: { model: 'b', permissions: { allow: ['B'] } } },
        flagSettings: { permissions: { allow: ['C'] }, verbose: true, env: { ONE: 'flag', FAST: '0' } },
      }),
    );
    expect(settings).toMatchObject({
      model: 'b',
      verbose: true,
      permissions: { allow: ['A', 'B', 'C'], deny: ['X'] },
      env: { SHARED: '1', ONE: 'flag', FAST: '0' },
    });
  });

  it('hooks of everybody are put together, ours last', () => {
    const group = (command: string) => ({ hooks: [{ type: 'command', command }] });
    const { settings } = planLaunch(
      facts({
        settings: { hooks: { Stop: [group('a')] } },
        flagSettings: { hooks: { Stop: [group('b')], Other: [group('c')] } },
      }),
    );
    expect(settings.hooks).toEqual({ Stop: [group('a'), group('b'), HOOK.entry], Other: [group('c')] });
  });

  it('the provider’s URL and credentials beat the user’s --settings; what is blanked stays blank', () => {
    const { settings, env } = planLaunch(
      facts({
        settings: { env: { ANTHROPIC_API_KEY: 'shared' } },
        provider: OTHER,
        flagSettings: {
          env: { ANTHROPIC_BASE_URL: 'http://flag', ANTHROPIC_AUTH_TOKEN: 'flag', ANTHROPIC_API_KEY: 'flag' },
        },
        env: { ANTHROPIC_API_KEY: 'own' },
      }),
    );
    expect(settings.env).toMatchObject({
      ANTHROPIC_BASE_URL: 'http://o',
      ANTHROPIC_AUTH_TOKEN: 'k',
      ANTHROPIC_API_KEY: '',
      CCC_PROVIDER: 'other',
    });
    expect(settings.apiKeyHelper).toContain('printf');
    expect(env).toMatchObject({ ANTHROPIC_API_KEY: undefined, ANTHROPIC_AUTH_TOKEN: undefined, CCC_PROVIDER: 'other' });
  });

  it('where the user’s own keys stay in force, the reviewer may use their helper too', () => {
    const { settings } = planLaunch(facts({ provider: { name: 'anthropic', host: 'login', env: {}, settings: {} } }));
    expect(settings.env).toMatchObject({ CCC_PROVIDER: '' });
    expect(settings).not.toHaveProperty('apiKeyHelper');
  });
});

describe('the cap on blocked stops', () => {
  it.each<[string, Partial<LaunchInput>, string]>([
    ['nothing is set', {}, '101'],
    ['too low in the environment', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '8' } }, '101'],
    ['as high as the iterations, which is too low', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '20' } }, '101'],
    ['high enough', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '21' } }, '21'],
    ['none', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' } }, '0'],
    ['endless', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'Infinity' } }, '101'],
    ['nonsense', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'many' } }, '101'],
    ['empty', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '' } }, '101'],
    [
      'the settings beat the environment',
      {
        env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' },
        sources: [source('user', { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '3' } })],
      },
      '101',
    ],
    ['--settings beats the settings', { flagSettings: { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 50 } } }, '50'],
  ])('%s', (_, more, cap) =>
    expect(planLaunch(facts(more)).settings.env).toMatchObject({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap }),
  );
});

describe('the status line', () => {
  const line = { type: 'command', command: 'mine', padding: 2 };
  it.each<[string, Partial<LaunchInput>, unknown]>([
    [
      'the user’s own is wrapped, its looks are kept',
      { sources: [source('user', { statusLine: line })] },
      { refreshInterval: 5, padding: 2, type: 'command', command: 'ccc statusline' },
    ],
    ['a project’s is left alone', { sources: [source('project', { statusLine: line })] }, undefined],
    ['a local one too', { sources: [source('local', { statusLine: line })] }, undefined],
    ['one in --settings is the user’s word', { flagSettings: { statusLine: line } }, line],
    ['and so is one in ccc.json', { settings: { statusLine: line } }, line],
  ])('%s', (_, more, expected) => expect(planLaunch(facts(more)).settings.statusLine).toEqual(expected));
});

describe('what a repository cannot reach', () => {
  const envOf = (more: Partial<LaunchInput>) => planLaunch(facts(more)).settings.env as Record<string, string>;

  it('what our hook loads is the user’s own, or nothing; PATH too', () => {
    const sources = [
      source('user', { env: { NODE_OPTIONS: '--user' } }),
      source('project', { env: { NODE_OPTIONS: '--project', LD_PRELOAD: '/project.so', PATH: '/project' } }),
      source('local', { env: { BASH_ENV: '/local', BUN_OPTIONS: '--local' } }),
    ];
    expect(envOf({ sources, env: { PATH: '/own', BUN_OPTIONS: '--own' } })).toMatchObject({
      NODE_OPTIONS: '--user',
      LD_PRELOAD: '',
      PATH: '/own',
      BASH_ENV: '',
      BUN_OPTIONS: '--own',
    });
  });

  it('what the user passes to a launch takes precedence over that', () => {
    expect(envOf({ flagSettings: { env: { NODE_OPTIONS: '--flag' } } })).toMatchObject({ NODE_OPTIONS: '--flag' });
    expect(envOf({ settings: { env: { NODE_OPTIONS: '--json' } } })).toMatchObject({ NODE_OPTIONS: '--json' });
  });

  it('a proxy, under a provider only: without one the key goes where plain claude sends it', () => {
    const sources = [source('project', { env: { HTTPS_PROXY: 'http://project' } })];
    expect(NETWORK_VARIABLES.filter((name) => name in envOf({ sources }))).toEqual([]);
    const under = envOf({ sources, provider: OTHER, env: { HTTPS_PROXY: 'http://own' } });
    expect(under).toMatchObject({ HTTPS_PROXY: 'http://own', https_proxy: '', NODE_TLS_REJECT_UNAUTHORIZED: '' });
  });

  const off = { disableAllHooks: true };
  it.each<[what: string, more: Partial<LaunchInput>, value: boolean | undefined]>([
    ['nobody', {}, false],
    ['a repository', { sources: [source('project', off), source('local', off)] }, false],
    ['the user', { sources: [source('user', off)] }, undefined],
    ['ccc.json', { settings: off }, true],
    ['the user’s --settings', { flagSettings: off }, true],
  ])('hooks turned off by %s: disableAllHooks %#', (_, more, value) => {
    expect(planLaunch(facts(more)).settings.disableAllHooks).toBe(value);
  });

  it('plugins are pinned beside those that the user names', () => {
    const { settings } = planLaunch(
      facts({ plugins: { 'ccc@x': true }, flagSettings: { enabledPlugins: { 'a@b': true } } }),
    );
    expect(settings.enabledPlugins).toEqual({ 'a@b': true, 'ccc@x': true });
  });
});
