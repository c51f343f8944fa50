import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cccHooksIn, registrationOf } from '../../../src/claude/found-hooks.ts';
import { hookLabel } from '../../../src/claude/hooks.ts';
import { NO_CONFIG } from '../../../src/config/config-file.ts';
import { readEnv } from '../../../src/config/env.ts';
import { type LaunchConfig, NO_LAUNCH_CONFIG } from '../../../src/config/launch-config.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import type { SupervisorConfig } from '../../../src/config/supervisor-config.ts';
import { type PreparedLaunch, prepareLaunch } from '../../../src/launch/prepare.ts';
import { startedAs, temporaryFolder, write } from '../folder.ts';

const OURS = { Stop: [{ hooks: [{ type: 'command', command: 'ccc supervisor-hook' }] }] };
/** What the launch adds; those of `OURS` were there. */
const eventsAdded = ({ settings }: PreparedLaunch) =>
  cccHooksIn(settings?.hooks)
    .filter(({ hook }) => hook.command !== OURS.Stop[0]?.hooks[0]?.command)
    .map((found) => hookLabel(registrationOf(found)));
const QUESTIONS = 'PreToolUse (AskUserQuestion)';
const RECORDED = ['SessionStart', 'SessionEnd', 'StopFailure', 'Notification (idle_prompt)'];

/** Nothing is started here, so any program will do for the client. */
function setUp(variables: Record<string, string> = {}) {
  // So that the program that runs is taken for ccc.
  startedAs(write(join(temporaryFolder(), 'ccc'), '', 0o755));
  const home = temporaryFolder();
  const env = readEnv({ HOME: home, CCC_CLAUDE: '/bin/true', ...variables });
  const paths = pathsOf(env);
  const launch = (args: string[], more: Partial<LaunchConfig> = {}, supervisor: Partial<SupervisorConfig> = {}) =>
    prepareLaunch(
      { kind: 'launch', provider: undefined, args, dryRun: false, requireApproval: false },
      { launch: { ...NO_LAUNCH_CONFIG, ...more }, supervisor: { ...NO_CONFIG.supervisor, ...supervisor } },
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
    expect(eventsAdded(await setUp().launch([]))).toEqual(['Stop', QUESTIONS, ...RECORDED]);
  });

  it('the user’s settings do, unless these arguments leave them out', async () => {
    const { launch, settings } = setUp();
    settings({ hooks: OURS });
    expect(eventsAdded(await launch([]))).toEqual([QUESTIONS, ...RECORDED]);
    expect(eventsAdded(await launch(['--setting-sources', 'project,local']))).toEqual(['Stop', QUESTIONS, ...RECORDED]);
    expect(eventsAdded(await launch(['--setting-sources=user']))).toEqual([QUESTIONS, ...RECORDED]);
    expect(eventsAdded(await launch(['--restricted']))).toEqual(['Stop', QUESTIONS, ...RECORDED]);
  });

  it('ccc.json, or the user’s --settings, does', async () => {
    const { launch } = setUp();
    expect(eventsAdded(await launch([], { settings: { hooks: OURS } }))).toEqual([QUESTIONS, ...RECORDED]);
    expect(eventsAdded(await launch(['--settings', JSON.stringify({ hooks: OURS })]))).toEqual([
      QUESTIONS,
      ...RECORDED,
    ]);
  });

  it('a plugin does: enabled and installed, or given by --plugin-dir', async () => {
    const { home, paths, launch, plugin, settings } = setUp();
    const installPath = plugin(join(home, 'cache', 'ccc'));
    write(
      join(paths.claudePlugins, 'installed_plugins.json'),
      JSON.stringify({ version: 2, plugins: { 'ccc@x': [{ scope: 'user', installPath }] } }),
    );
    expect(eventsAdded(await launch([]))).toEqual(['Stop', QUESTIONS, ...RECORDED]);
    settings({ enabledPlugins: { 'ccc@x': false } });
    expect(eventsAdded(await launch([]))).toEqual(['Stop', QUESTIONS, ...RECORDED]);
    settings({ enabledPlugins: { 'ccc@x': true } });
    expect(eventsAdded(await launch([]))).toEqual([QUESTIONS, ...RECORDED]);
    settings({});
    expect(eventsAdded(await launch(['--plugin-dir', '/nowhere', '--plugin-dir', installPath]))).toEqual([
      QUESTIONS,
      ...RECORDED,
    ]);
  });
});

describe('our hooks are those that ccc.json asks for', () => {
  it('events, tools, and the way of reviewing', async () => {
    const { launch } = setUp();
    expect(eventsAdded(await launch([], {}, { events: ['SubagentStop', 'Stop'], tools: ['Bash', '^mcp'] }))).toEqual([
      ...['Stop', 'SubagentStop', 'PreToolUse (Bash)', 'PreToolUse (^mcp)', ...RECORDED],
    ]);
    expect(eventsAdded(await launch([], {}, { review: 'background' }))).toEqual([
      ...['Stop (--background)', 'UserPromptSubmit (--tell)', QUESTIONS, ...RECORDED],
    ]);
  });

  it('a plugin that brings less: the launch adds what is missing', async () => {
    const { home, launch, plugin } = setUp();
    const dir = plugin(join(home, 'ccc'));
    const { notices, ...prepared } = await launch(['--plugin-dir', dir], {}, { events: ['Stop', 'SubagentStop'] });
    expect(eventsAdded({ notices, ...prepared })).toEqual(['SubagentStop', QUESTIONS, ...RECORDED]);
    expect(notices).toEqual([]);
  });

  it.each([
    ['en', /^ccc: supervisor\.events in ccc\.json has no "Stop": finished work is not reviewed\.$/],
    ['zh', /^ccc：.*没有 "Stop"：完成的工作不会审查。$/],
  ])('without Stop: one line says what is not reviewed, %s', async (CCC_LANG, said) => {
    const { launch, settings } = setUp({ CCC_LANG });
    const prepare = () => launch([], {}, { events: ['SubagentStop'] });
    expect(await prepare()).toMatchObject({ reviewsStops: false, notices: [expect.stringMatching(said)] });
    // An older installation has them reviewed all the same.
    settings({ hooks: OURS });
    expect(await prepare()).toMatchObject({ reviewsStops: true, notices: [] });
  });

  it.each([
    ['en', /settings\.json is for "review": "wait", .*; ccc\.json says "background"\. .*: ccc install$/],
    ['zh', /settings\.json 里的 Stop hook 是 "review": "wait"，.*"background"。要更新 hook：ccc install$/],
  ])(
    'never two ways of reviewing for one stop: what is installed is followed, and said in %s',
    async (CCC_LANG, said) => {
      const { launch, settings } = setUp({ CCC_LANG });
      settings({ hooks: OURS });
      const followed = await launch([], {}, { review: 'background' });
      expect(eventsAdded(followed)).toEqual([QUESTIONS, ...RECORDED]);
      expect(followed.notices).toEqual([expect.stringMatching(said)]);
      expect((await launch([], {}, { review: 'wait' })).notices).toEqual([]);
      // A client that does not read the file has only ours.
      const without = await launch(['--setting-sources', 'project'], {}, { review: 'background' });
      expect(eventsAdded(without)[0]).toBe('Stop (--background)');
      expect(without.notices).toEqual([]);
    },
  );

  it('a plugin, or the settings of the launch, with another way of reviewing: each with its own fix', async () => {
    const { home, launch, plugin } = setUp();
    const background = { review: 'background' } as const;
    const byPlugin = await launch(['--plugin-dir', plugin(join(home, 'ccc'))], {}, background);
    expect(byPlugin.notices).toEqual([
      expect.stringMatching(/in the plugin is .* use ccc install instead of the plugin/),
    ]);
    const byLaunch = await launch([], { settings: { hooks: OURS } }, background);
    expect(byLaunch.notices).toEqual([expect.stringMatching(/in --settings \/ ccc\.json is .* Change one of them\.$/)]);
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
