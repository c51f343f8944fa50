import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { hookReach } from '../../../src/launch/hook-reach.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { temporaryFolder, write } from '../folder.ts';

const HOOKS = { hooks: { Stop: [{ hooks: [{ type: 'command', command: '/usr/bin/ccc supervisor-hook' }] }] } };
const QUESTIONS = {
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '/usr/bin/ccc supervisor-hook' }] }] },
};

function setUp(all: Record<string, string> = {}) {
  const home = temporaryFolder();
  const folder = join(home, 'project');
  const env = readEnv({ HOME: home, PATH: '/usr/bin', ...all });
  const paths = pathsOf(env);
  const json = (path: string, content: object) => write(path, JSON.stringify(content));
  const launched = (clientPid: number, settings: object | undefined) => {
    const tag = `${hostTag()}.${process.pid}`;
    if (settings) json(paths.launchSettings(tag), settings);
    json(paths.launchRecord(tag), {
      supervisor_id: 's',
      client_pid: clientPid,
      cwd: folder,
      provider: null,
      started_at: '2026-01-01T00:00:00.000Z',
    });
    return paths.launchSettings(tag);
  };
  const reach = async (pid?: number) => (await hookReach({ pid, folder, variables: env.all }, env, paths)).kind;
  return { home, folder, paths, json, launched, reach };
}

describe('whether our hook is started when a session stops', () => {
  it('nothing is registered', async () => expect(await setUp().reach()).toBe('none'));

  it('in the user’s settings', async () => {
    const at = setUp();
    at.json(at.paths.claudeSettings, QUESTIONS);
    expect(await at.reach()).toBe('none');
    at.json(at.paths.claudeSettings, HOOKS);
    expect(await at.reach()).toBe('reached');
  });

  it('a repository may not claim it for another command', async () => {
    const at = setUp();
    at.json(join(at.folder, '.claude/settings.json'), {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: ': ccc supervisor-hook' }] }] },
    });
    expect(await at.reach()).toBe('none');
  });

  it('in a repository’s settings only with a timeout that lets it decide', async () => {
    const at = setUp();
    const command = `${process.argv[1]} supervisor-hook`;
    const register = (timeout?: number) =>
      at.json(join(at.folder, '.claude/settings.json'), {
        hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout }] }] },
      });
    register(600);
    expect(await at.reach()).toBe('reached');
    for (const timeout of [1, 599, undefined]) {
      register(timeout);
      expect(await at.reach()).toBe('none');
    }
  });

  it.each(['user', 'project'])('in the %s settings, whichever way it reviews', async (scope) => {
    const at = setUp();
    const file = scope === 'user' ? at.paths.claudeSettings : join(at.folder, '.claude/settings.json');
    // A repository's counts only if it is this very program.
    const program = scope === 'user' ? '/usr/bin/ccc' : process.argv[1];
    const hook = { type: 'command', command: `${program} supervisor-hook --background`, timeout: 600 };
    const configure = (supervisor: object) => at.json(at.paths.configFile, { supervisor });
    for (const review of ['wait', 'background']) {
      configure({ review });
      at.json(file, { hooks: { Stop: [{ hooks: [{ ...hook, asyncRewake: true }] }] } });
      expect(await at.reach()).toBe('reached');
      // The client would wait for a review that says nothing to it.
      at.json(file, { hooks: { Stop: [{ hooks: [hook] }] } });
      expect(await at.reach()).toBe('none');
    }
  });

  it('without Stop: for what is reviewed instead', async () => {
    const at = setUp();
    at.json(at.paths.configFile, { supervisor: { events: [] } });
    at.json(at.paths.claudeSettings, QUESTIONS);
    expect(await at.reach()).toBe('reached');
    at.json(at.paths.claudeSettings, HOOKS);
    expect(await at.reach()).toBe('none');
  });

  it('by a plugin', async () => {
    const at = setUp();
    at.json(at.paths.claudeSettings, { enabledPlugins: { 'ccc@x': true } });
    at.json(join(at.paths.claudePlugins, 'installed_plugins.json'), {
      plugins: { 'ccc@x': [{ installPath: join(at.home, 'plugin') }] },
    });
    at.json(join(at.home, 'plugin/hooks/hooks.json'), HOOKS);
    expect(await at.reach()).toBe('reached');
  });

  it.each([
    ['by a setting', { disableAllHooks: true }, {}],
    ['by a variable', {}, { CLAUDE_CODE_SIMPLE: '1' }],
  ])('hooks are off %s', async (_, settings, all) => {
    const at = setUp(all);
    at.json(at.paths.claudeSettings, { ...HOOKS, ...settings });
    expect(await at.reach()).toBe('off');
  });

  it('by a launch: its own client, also one that a script started, but not a client below it', async () => {
    const at = setUp();
    at.launched(process.pid, HOOKS);
    expect(await at.reach(process.pid)).toBe('reached');
    // Started plain in the shell of the session: it has our variables, and not our settings.
    at.json(join(at.paths.claudeSessions, `${process.ppid}.json`), {});
    at.launched(process.ppid, HOOKS);
    expect(await at.reach(process.pid)).toBe('none');
  });

  it('by a launch through a script', async () => {
    const at = setUp();
    at.launched(process.ppid, HOOKS);
    expect(await at.reach(process.pid)).toBe('reached');
  });

  it('by a launch whose client does not say which process it is, or whose file somebody removed', async () => {
    const at = setUp();
    const file = at.launched(process.pid, HOOKS);
    const env = readEnv({ HOME: at.home, CCC_LAUNCH_SETTINGS: file });
    const reach = await hookReach({ pid: undefined, folder: at.folder, variables: {} }, env, at.paths);
    expect(reach.kind).toBe('reached');
    const other = setUp();
    other.launched(process.pid, undefined);
    expect(await other.reach(process.pid)).toBe('reached');
  });
});
