import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginHooks } from '../../../src/claude/plugin-hooks.ts';
import type { SettingsSource } from '../../../src/claude/settings-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

describe('plugins that start us', () => {
  type Enabled = Partial<Record<SettingsSource['scope'] | 'launch', boolean>>;
  it.each<[what: string, enabled: Enabled, counts: boolean, pinned: object]>([
    ['nobody enables it', {}, false, {}],
    ['the user does', { user: true }, true, { 'ccc@x': true }],
    ['the launch does', { launch: true }, true, { 'ccc@x': true }],
    ['an administrator does', { managed: true }, true, { 'ccc@x': true }],
    ['only a repository does: it may pretend', { project: true }, false, { 'ccc@x': false }],
    ['only a local file does', { local: true }, false, { 'ccc@x': false }],
    ['the user does, a repository too', { user: true, project: true }, true, { 'ccc@x': true }],
    ['the user does, a repository disables it', { user: true, project: false }, false, {}],
    ['the user disables it, a repository does', { user: false, project: true }, false, {}],
  ])('%s', async (_, { launch, ...scopes }, counts, pinned) => {
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
    expect(await pluginHooks(paths, sources, own, [])).toEqual({ hooks: counts ? [hooks] : [], pinned });
  });
});
