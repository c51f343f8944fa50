import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_CONFIG } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { type LaunchConfig, NO_LAUNCH_CONFIG } from '../../../src/config/launch-config.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { type PreparedLaunch, prepareLaunch } from '../../../src/launch/prepare.ts';
import { temporaryFolder, write } from '../folder.ts';

const OURS = { Stop: [{ hooks: [{ type: 'command', command: 'ccc supervisor-hook' }] }] };
const eventsAdded = ({ settings }: PreparedLaunch) =>
  Object.entries((settings?.hooks ?? {}) as Record<string, { hooks: { statusMessage?: string }[] }[]>)
    .filter(([, groups]) => groups.some((group) => group.hooks.some((hook) => hook.statusMessage !== undefined)))
    .map(([event]) => event);

/** Nothing is started here, so any program will do for the client. */
function setUp() {
  const home = temporaryFolder();
  const env = readEnv({ HOME: home, CCC_CLAUDE: '/bin/true' });
  const paths = pathsOf(env);
  const launch = (args: string[], more: Partial<LaunchConfig> = {}) =>
    prepareLaunch(
      { kind: 'launch', provider: undefined, args, dryRun: false, requireApproval: false },
      { launch: { ...NO_LAUNCH_CONFIG, ...more }, supervisor: NO_CONFIG.supervisor },
      env,
      paths,
    );
  const plugin = (folder: string) => {
    write(join(folder, 'hooks', 'hooks.json'), JSON.stringify({ hooks: OURS }));
    return folder;
  };
  const settings = (content: object) => write(paths.claudeSettings, JSON.stringify(content));
  return { home, paths, launch, plugin, settings };
}

describe('our hooks are added for the events that nobody starts us for', () => {
  it('nobody', async () => {
    expect(eventsAdded(await setUp().launch([]))).toEqual(['Stop', 'PreToolUse']);
  });

  it('the user’s settings do, unless these arguments leave them out', async () => {
    const { launch, settings } = setUp();
    settings({ hooks: OURS });
    expect(eventsAdded(await launch([]))).toEqual(['PreToolUse']);
    expect(eventsAdded(await launch(['--setting-sources', 'project,local']))).toEqual(['Stop', 'PreToolUse']);
    expect(eventsAdded(await launch(['--setting-sources=user']))).toEqual(['PreToolUse']);
    expect(eventsAdded(await launch(['--restricted']))).toEqual(['Stop', 'PreToolUse']);
  });

  it('ccc.json, or the user’s --settings, does', async () => {
    const { launch } = setUp();
    expect(eventsAdded(await launch([], { settings: { hooks: OURS } }))).toEqual(['PreToolUse']);
    expect(eventsAdded(await launch(['--settings', JSON.stringify({ hooks: OURS })]))).toEqual(['PreToolUse']);
  });

  it('a plugin does: enabled and installed, or given by --plugin-dir', async () => {
    const { home, paths, launch, plugin, settings } = setUp();
    const installPath = plugin(join(home, 'cache', 'ccc'));
    write(
      join(paths.claudePlugins, 'installed_plugins.json'),
      JSON.stringify({ version: 2, plugins: { 'ccc@x': [{ scope: 'user', installPath }] } }),
    );
    expect(eventsAdded(await launch([]))).toEqual(['Stop', 'PreToolUse']);
    settings({ enabledPlugins: { 'ccc@x': false } });
    expect(eventsAdded(await launch([]))).toEqual(['Stop', 'PreToolUse']);
    settings({ enabledPlugins: { 'ccc@x': true } });
    expect(eventsAdded(await launch([]))).toEqual(['PreToolUse']);
    settings({});
    expect(eventsAdded(await launch(['--plugin-dir', '/nowhere', '--plugin-dir', installPath]))).toEqual([
      'PreToolUse',
    ]);
  });
});

it('whether hooks are disabled follows the order of the settings', async () => {
  const { launch, settings } = setUp();
  settings({ disableAllHooks: true });
  expect((await launch([])).notices[0]).toContain('settings.json');
  expect((await launch(['--settings', '{"disableAllHooks": false}'])).notices).toEqual([]);
  settings({ disableAllHooks: false });
  expect((await launch([], { settings: { disableAllHooks: true } })).notices[0]).toContain('ccc.json');
});

it('claude_args come first, and the user’s --settings does not reach claude twice', async () => {
  const { launch } = setUp();
  const { args } = await launch(['--settings', '{}', '-c'], { claudeArgs: ['--verbose', '--settings', '{"a":1}'] });
  const [first, file, ...rest] = args.slice(1);
  expect([args[0], first]).toEqual(['--verbose', '--settings']);
  expect(file).toMatch(/launch-.*\.settings\.json$/);
  expect(rest).toEqual(['--settings', file, '-c']);
  expect((await launch(['-p', '--allowedTools', 'Read', '--settings', '{}', 'do it'])).args.slice(-2)).toEqual([
    file,
    'do it',
  ]);
});

it.each([['--bare'], ['--safe-mode']])('%s leaves hooks out: said', async (option) => {
  const { launch } = setUp();
  expect((await launch([option])).notices[0]).toContain(option);
  expect((await launch(['-p', '--', option])).notices).toEqual([]);
});

it('${NAME} is expanded for every launch, and an error names it when it is not set', async () => {
  const { launch } = setUp();
  const named = (name: string) => ({ settings: { env: { PLACE: `\${${name}}/x` } } });
  expect((await launch([], named('HOME'))).settings?.env).toMatchObject({ PLACE: expect.stringMatching(/^\/.*\/x$/) });
  await expect(launch([], named('NOT_SET_ANYWHERE'))).rejects.toThrow('NOT_SET_ANYWHERE');
});
