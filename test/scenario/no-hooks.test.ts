import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allow } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { CLAUDE } from '../support/sandbox.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

/** `/supervisor` where nothing answers it, and `ccc` in the hands of the agent. */
describe.each(BUILDS)('a session without our hooks, $name', (build) => {
  const { api, box } = useScenario(build);
  let screen: Screen | undefined;
  afterEach(async () => {
    await screen?.close();
    screen = undefined;
  });
  beforeEach(() => api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] }));
  const asked = () => api.workerRequests().at(-1)?.lastUserText ?? '';
  const status = async () => JSON.parse((await box.ccc(['status', '--json'])).stdout).sessions[0];

  it('is told by /supervisor and by ccc status, until hooks are there; a launch has them', async () => {
    // A launch writes the commands.
    box.config({ checks: [RED_CHECK], max_iterations: 1 });
    await box.ccc(['-p', '/supervisor do it']);
    expect(asked()).not.toContain('NOT supervised');
    expect(box.journal().at(-1)).toMatchObject({ cause: 'limit' });

    screen = new Screen(box, ['--permission-mode', 'default']);
    await screen.shows('❯');
    await screen.type('/supervisor fix it');
    await screen.shows('Done.');
    const session = (await status()).session_id;
    expect(asked()).toMatch(
      `ccc: NOT supervised: no hook of ccc is registered for this session, so nothing will be reviewed.`,
    );
    expect(asked()).toContain(`leave this session and run: ccc --resume ${session}`);
    expect(asked()).toContain('fix it');
    expect(await status()).toMatchObject({ supervision: 'no-hooks', hooks: false });
    const text = (await box.ccc(['status'])).stdout;
    expect(text).toContain(`no hooks: nothing is reviewed. To change that: ccc --resume ${session}, or ccc install`);

    const line = async () =>
      (await box.ccc(['statusline'], { session_id: session, workspace: { project_dir: box.project } })).stdout;
    expect(await line()).toMatch(/supervisor on .* · NO HOOKS, nothing is reviewed\n$/);

    // The client reads its settings again when they change.
    box.registerHooks(['Stop'], { permissions: {} });
    expect(await line()).not.toContain('NO HOOKS');
    expect(await status()).toMatchObject({ supervision: 'on', hooks: true });
    const before = box.journal().length;
    await until('the hook to be reached', async () => {
      await screen?.type('/supervisor again');
      return box.journal().length > before;
    });
    expect(asked()).not.toContain('NOT supervised');
    await screen.leave();

    // What it names.
    rmSync(join(box.claudeDir, 'settings.json'));
    await box.ccc(['-p', 'more', '--resume', session]);
    expect(box.journal().at(-1)).toMatchObject({ session_id: session, cause: 'limit' });
  });

  it('a command file that was left behind says that the program is gone, and nothing is sent', async () => {
    const link = join(box.dir, 'bin', 'ccc');
    box.write('bin/x', '');
    symlinkSync(build.command.at(-1) as string, link);
    const env = { PATH: `${dirname(link)}:/usr/bin:/bin` };
    await box.ccc(['-p', 'hello'], '', env);
    expect(readFileSync(join(box.claudeDir, 'commands', 'supervisor.md'), 'utf8')).toContain(`Bash(${link} `);
    const there = await box.claude(['-p', '/supervisoroff'], env);
    expect(there.stdout).toBe('Done.\n');
    rmSync(link);
    api.requests.length = 0;
    expect((await box.claude(['-p', '/overrule'], env)).stdout).toContain('Shell command failed');
    for (const command of ['/supervisor do it', '/supervisoroff'])
      expect((await box.claude(['-p', command], env)).stdout).toMatch(
        /Shell command failed[\s\S]*\nccc is no longer installed here, so nothing is supervised\. Install it again, or delete supervisor\.md/,
      );
    expect(api.requests).toEqual([]);
    expect(await box.ccc(['uninstall'], '', { PATH: '/usr/bin:/bin' })).toMatchObject({ code: 0, stderr: '' });
    expect(box.files(box.claudeDir).filter((file) => file.includes('/commands/'))).toEqual([]);
  });

  it('an agent cannot choose a provider, install, uninstall, patch or clean; it may look', async () => {
    const ccc = build.command.map((word) => `'${word}'`).join(' ');
    box.write(join(box.claudeDir, 'settings.json'), { permissions: { allow: ['Bash'] } });
    box.write(join(box.claudeDir, 'ccc.json'), {
      providers: { kimi: { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_AUTH_TOKEN: 'key-1234567' } } },
    });
    const refused = [
      'provider use kimi',
      'provider add x --url http://127.0.0.1:9 --key abcdefgh',
      'provider remove kimi',
      'install',
      'install --scope local',
      'uninstall',
      'patch',
      'patch --reset',
      'clean --older-than 1h',
    ];
    const allowed = ['provider list', 'install --dry-run', 'patch --status', 'clean --dry-run', 'status'];
    const commands = [...refused, ...allowed].map(
      (words) => `${ccc} ${words} >>out 2>>err; echo "$? ${words}" >>codes`,
    );
    api.setReplies({
      worker: [toolUseReply('Bash', { command: commands.join('\n'), description: 'x' }), textReply('Done.')],
      reviewer: [],
    });
    const before = box.contents(box.claudeDir);
    await box.claude(['-p', 'do it'], { PATH: `${dirname(CLAUDE)}:/usr/bin:/bin` });
    const read = (name: string) => readFileSync(join(box.project, name), 'utf8');
    expect(read('codes').trim().split('\n')).toEqual([
      ...refused.map((words) => `1 ${words}`),
      ...allowed.map((words) => `0 ${words}`),
    ]);
    expect(
      read('err').match(/cannot be run in a Claude Code session: the agent must not answer for you/g),
    ).toHaveLength(refused.length);
    for (const name of ['ccc.json', 'settings.json'])
      expect(box.contents(box.claudeDir)[join(box.claudeDir, name)]).toBe(before[join(box.claudeDir, name)]);
  });
});
