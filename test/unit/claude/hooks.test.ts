import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsCovered, ourHooks, pluginHooks, runsCcc, runsCccHook } from '../../../src/claude/hooks.ts';
import type { SettingsSource } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

it('what is registered is what is recognised', () => {
  for (const program of ['ccc', '/usr/bin/ccc', "'/a b/ccc'", "/usr/bin/node '/it'\\''s/dist/ccc.cjs'"]) {
    const entries = ourHooks(program, 600, 'reviewing');
    expect(entries.map(({ event }) => event)).toEqual(['Stop', 'PreToolUse']);
    const hooks = Object.fromEntries(entries.map(({ event, entry }) => [event, [entry]]));
    expect(eventsCovered(hooks)).toEqual(['Stop', 'PreToolUse']);
    expect(hooks).toMatchObject({
      Stop: [
        {
          hooks: [{ type: 'command', command: `${program} supervisor-hook`, timeout: 600, statusMessage: 'reviewing' }],
        },
      ],
      PreToolUse: [{ matcher: 'AskUserQuestion' }],
    });
  }
});

it.each<[command: unknown, ours: boolean]>([
  ['ccc supervisor-hook', true],
  ['ccc supervisor-hook --session-id x', true],
  ['"${CLAUDE_PLUGIN_ROOT}/bin/ccc" supervisor-hook', true],
  ['FOO=1 ccc  supervisor-hook', true],
  ['ccc supervisor-hooks', false],
  ['accc supervisor-hook', false],
  ['echo ccc', false],
  ['echo supervisor-hook', false],
  [undefined, false],
  [7, false],
])('%j starts our hook: %s', (command, ours) => expect(runsCccHook(command)).toBe(ours));

it('a status line script of that name is not ours', () => {
  expect(runsCcc('~/.claude/statusline.sh', 'statusline')).toBe(false);
  expect(runsCcc('ccc statusline', 'statusline')).toBe(true);
});

describe('events that are covered already', () => {
  const ours = [{ type: 'command', command: 'ccc supervisor-hook' }];
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, []],
    ['a list', [], []],
    ['somebody else’s hook', { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] }, []],
    ['ours behind another', { Stop: [{ hooks: [{ type: 'command', command: 'x' }, ...ours] }] }, ['Stop']],
    ['a matcher that does not match', { PreToolUse: [{ matcher: 'Bash', hooks: ours }] }, []],
    ['a matcher for everything', { PreToolUse: [{ matcher: '*', hooks: ours }] }, ['PreToolUse']],
    ['no matcher', { PreToolUse: [{ hooks: ours }] }, ['PreToolUse']],
    ['one of several', { PreToolUse: [{ matcher: 'Bash|AskUserQuestion', hooks: ours }] }, ['PreToolUse']],
    ['a part of the name', { PreToolUse: [{ matcher: 'AskUser', hooks: ours }] }, []],
    ['a broken expression', { PreToolUse: [{ matcher: '(', hooks: ours }] }, []],
    ['broken entries', { Stop: [null, 'x', { hooks: 'x' }, { hooks: [null] }] }, []],
  ])('%s', (_, hooks, events) => expect(eventsCovered(hooks)).toEqual(events));
});

describe('entries that could keep the hook from deciding are not plain', () => {
  const ours = { type: 'command', command: 'ccc supervisor-hook', timeout: 600, statusMessage: 'reviewing' };
  it.each<[what: string, group: object, hook: object]>([
    ['if', {}, { if: 'Bash(x)' }],
    ['async', {}, { async: true }],
    ['asyncRewake', {}, { asyncRewake: true }],
    ['once', {}, { once: true }],
    ['shell', {}, { shell: 'powershell' }],
    ['args', {}, { args: [] }],
    ['another type', {}, { type: 'prompt' }],
    ['no time', {}, { timeout: 0 }],
    ['something in the group', { enabled: false }, {}],
  ])('%s', (_, group, hook) => {
    const hooks = { Stop: [{ hooks: [{ ...ours, ...hook }], ...group }] };
    expect(eventsCovered(hooks, { plainOnly: true })).toEqual([]);
    expect(eventsCovered({ Stop: [{ hooks: [ours] }] }, { plainOnly: true })).toEqual(['Stop']);
  });
});

describe('plugins that start us', () => {
  type Enabled = Partial<Record<SettingsSource['scope'] | 'launch', boolean>>;
  it.each<[what: string, enabled: Enabled, covered: string[], pinned: object]>([
    ['nobody enables it', {}, [], {}],
    ['the user does', { user: true }, ['Stop'], { 'ccc@x': true }],
    ['the launch does', { launch: true }, ['Stop'], { 'ccc@x': true }],
    ['an administrator does', { managed: true }, ['Stop'], { 'ccc@x': true }],
    ['only a repository does: it may pretend', { project: true }, [], { 'ccc@x': false }],
    ['only a local file does', { local: true }, [], { 'ccc@x': false }],
    ['the user does, a repository too', { user: true, project: true }, ['Stop'], { 'ccc@x': true }],
    ['the user does, a repository disables it', { user: true, project: false }, [], {}],
    ['the user disables it, a repository does', { user: false, project: true }, [], {}],
  ])('%s', async (_, { launch, ...scopes }, covered, pinned) => {
    const home = temporaryFolder();
    const paths = pathsOf(readEnv({ HOME: home }));
    const installPath = join(home, 'plugin');
    const hooks = {
      Stop: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/bin/ccc" supervisor-hook' }] }],
    };
    write(join(installPath, 'hooks', 'hooks.json'), JSON.stringify({ hooks }));
    const plugins = { 'ccc@x': [{ scope: 'user', installPath }] };
    write(join(paths.claudePlugins, 'installed_plugins.json'), JSON.stringify({ version: 2, plugins }));
    const enabling = (value: unknown) => ({ enabledPlugins: { 'ccc@x': value } });
    const sources = (['user', 'project', 'local', 'managed'] as const)
      .filter((scope) => scopes[scope] !== undefined)
      .map((scope) => ({ scope, path: scope, value: enabling(scopes[scope]) }));
    const own = launch === undefined ? [] : [enabling(launch)];
    expect(await pluginHooks(paths, sources, own, [])).toEqual({ covered, pinned });
  });
});
