import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { BUILDS, sample } from '../support/builds.ts';
import { finish, processesWith } from '../support/processes.ts';
import { ALL_HOOKS, Sandbox } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

const KEY = 'made-up-key-4711-of-a-provider';

/** A diagnosis as `--json` prints it. */
type Finding = Pick<Diagnosis, 'level' | 'what' | 'fix'> & { check: Diagnosis['id'] };

/** The real client, started by `ccc doctor` in a place of its own; the user's own API must never hear of it. */
describe.each(BUILDS)('ccc doctor, $name', (build) => {
  const { api: usersApi, box } = useScenario(build, { script: () => textReply('this is the real API') });
  let temporary: string;
  beforeEach(() => {
    temporary = join(box.dir, 'tmp');
    mkdirSync(temporary);
    box.env.TMPDIR = temporary;
  });

  const settings = (content: string | object) => box.write('home/.claude/settings.json', content);
  const configure = (content: object) => {
    const path = box.write('home/.claude/ccc.json', content);
    chmodSync(path, 0o600);
    return path;
  };
  /** Everything in the home folder: names, modes and bytes. */
  const home = () => ({
    contents: box.contents(box.home),
    modes: readdirSync(box.home, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => [name, statSync(join(box.home, name)).mode]),
  });

  /** Whatever comes of it, nothing is changed, nothing is left, and nothing went to the user's own API. */
  async function doctor(args: string[] = [], env: Record<string, string> = {}) {
    const before = home();
    const run = await box.ccc(['doctor', ...args], '', env);
    expect(home()).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
    expect(processesWith(box.dir)).toEqual([]);
    expect(usersApi.requests).toEqual([]);
    return run;
  }
  async function findings(env: Record<string, string> = {}, args: string[] = []) {
    const run = await doctor(['--json', ...args], env);
    const { ok, findings: found } = JSON.parse(run.stdout) as { ok: boolean; findings: Finding[] };
    expect(run.code).toBe(ok ? 0 : 1);
    expect(run.stderr).toBe('');
    const of = (check: Finding['check']) => found.filter((finding) => finding.check === check);
    return { ok, found, of, stdout: run.stdout };
  }

  it('all is well: the hooks of a launch and those that ccc install wrote are proved, each on their own, and nothing of the user but harmless settings takes part', async () => {
    const ran = join(box.dir, 'foreign-program-ran');
    const foreign = [{ hooks: [{ type: 'command', command: `touch ${ran}` }] }];
    box.registerHooks(ALL_HOOKS, {
      permissions: { allow: ['Read'] },
      statusLine: { type: 'command', command: `touch ${ran}` },
      apiKeyHelper: `touch ${ran}; echo ${KEY}`,
      env: {
        ANTHROPIC_BASE_URL: usersApi.url,
        ANTHROPIC_API_KEY: KEY,
        HTTP_PROXY: usersApi.url,
        CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101',
      },
    });
    const { hooks, ...others } = JSON.parse(readFileSync(join(box.claudeDir, 'settings.json'), 'utf8'));
    settings({
      ...others,
      hooks: {
        ...hooks,
        UserPromptSubmit: foreign,
        SessionStart: [...hooks.SessionStart, ...foreign],
        SessionEnd: [...hooks.SessionEnd, ...foreign],
        Stop: [...hooks.Stop, ...foreign],
      },
    });
    configure({
      current_provider: 'mine',
      providers: { mine: { env: { ANTHROPIC_BASE_URL: usersApi.url, ANTHROPIC_AUTH_TOKEN: KEY } } },
    });
    const { code, stdout, stderr } = await doctor();
    expect(stdout).toMatch(/Hooks\n {2}✓ a session started by ccc is supervised: reviewed, sent back/);
    expect(stdout).toMatch(/\n {2}✓ a session started by plain claude is supervised: reviewed, sent back/);
    expect(stdout).toMatch(/✓ Claude Code \d+\.\d+\.\d+: \/.* \(named by CCC_CLAUDE\)/);
    expect(stdout).toMatch(/✓ mine \(current\): ready, .*ccc validate mine/);
    expect(stdout).toMatch(/plain claude uses ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY from .*; ccc uses its current/);
    expect(stdout).toMatch(/\n0 problems, 0 warnings, \d+ notes, \d+ fine\.\n$/);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('\x1b');
    expect(stdout).not.toContain(KEY);
    expect(existsSync(ran)).toBe(false);

    // Without a provider in the settings there is nothing to note about them.
    box.registerHooks(ALL_HOOKS, { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101' } });
    const { ok, of } = await findings({}, ['--quick']);
    expect(of('settings.agree')).toHaveLength(1);
    expect(ok).toBe(true);
  });

  it('also with nothing configured at all, and in Chinese', async () => {
    const { code, stdout } = await doctor([], { LANG: 'zh_CN.UTF-8' });
    expect(stdout).toContain('✓ 由 ccc 启动的会话受到监督');
    expect(stdout).toMatch(/\n0 个问题，/);
    expect(code).toBe(0);
  });

  function expectHooksOff({ ok, of }: Awaited<ReturnType<typeof findings>>, named: RegExp, path: string) {
    expect(ok).toBe(false);
    const [trip] = of('hooks.launch');
    expect(trip).toMatchObject({ level: 'problem', what: expect.stringMatching(/did not run the hook/) });
    expect(trip?.what).toMatch(named);
    expect(trip?.what).toContain(path);
    expect(trip?.fix).toMatch(/^Remove /);
    expect(of('settings.hooks_off')).toHaveLength(1);
  }

  it.each<[where: string, prepare: (box: Sandbox) => string, named: RegExp]>(
    sample(1, [
      ['the user settings', (b) => b.write('home/.claude/settings.json', { disableAllHooks: true }), /disableAllHooks/],
      [
        'a variable in the settings',
        (b) => b.write('home/.claude/settings.json', { env: { CLAUDE_CODE_SAFE_MODE: '1' } }),
        /CLAUDE_CODE_SAFE_MODE/,
      ],
      ['ccc.json', (b) => b.write('home/.claude/ccc.json', { settings: { disableAllHooks: true } }), /disableAllHooks/],
    ]),
  )('hooks switched off in %s: the round trip fails and says why', async (_, prepare, named) => {
    const path = prepare(box);
    expectHooksOff(await findings(), named, path);
  });

  it('a settings.json that is JSON but that the client refuses: in its own words, beside what a repository tries in vain', async () => {
    const path = settings({ permissions: 'all' });
    const command = '/somewhere/ccc supervisor-hook';
    const projectPath = box.write('project/.claude/settings.json', {
      disableAllHooks: true,
      hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 600, async: true }] }] },
      env: { CCC_SUPERVISOR: '0', NODE_OPTIONS: '--require x' },
      enabledPlugins: { 'ccc@theirs': true },
    });
    const found = await findings();
    expect(found.of('hooks.settings_loaded')).toMatchObject([{ level: 'warning' }]);
    expect(found.of('hooks.settings_loaded')[0]?.what).toMatch(new RegExp(`${path}: .*permissions.*Expected object`));
    expect(found.of('hooks.launch')).toMatchObject([{ level: 'ok' }]);
    for (const id of ['project_hooks_off', 'project_env', 'project_plugin', 'hook_fields'])
      expect(found.of(`settings.${id}`)).toMatchObject([
        { level: 'warning', what: expect.stringContaining(projectPath), fix: expect.any(String) },
      ]);
  });

  it('an argument of every launch that switches hooks off', async () => {
    configure({ claude_args: ['--safe-mode'] });
    const { of } = await findings();
    expect(of('hooks.launch')).toMatchObject([{ level: 'problem', what: expect.stringContaining('--safe-mode') }]);
  });

  it('a broken settings.json: where it breaks; a launch brings its hooks along all the same', async () => {
    const path = settings('{\n  "permissions": {},\n}\n');
    const { ok, of } = await findings();
    expect(ok).toBe(false);
    expect(of('settings.parsable')).toMatchObject([
      { level: 'problem', what: expect.stringContaining(`${path}:3:1: `), fix: expect.stringContaining('plain JSON') },
    ]);
    expect(of('hooks.launch')).toMatchObject([{ level: 'ok' }]);
  });

  it('a key in a ccc.json that others can read', async () => {
    const path = configure({
      providers: { mine: { env: { ANTHROPIC_BASE_URL: 'https://x.example', ANTHROPIC_API_KEY: KEY } } },
    });
    chmodSync(path, 0o644);
    const { ok, of, stdout } = await findings({}, ['--quick']);
    expect(ok).toBe(false);
    expect(of('files.config')).toMatchObject([{ level: 'problem', fix: `Run: chmod 600 ${path}` }]);
    expect(stdout).not.toContain(KEY);
  });

  it('hooks that ccc install wrote are found dead when their program is gone', async () => {
    const hook = { type: 'command', command: `${box.dir}/gone/ccc supervisor-hook`, timeout: 600 };
    settings({ hooks: { Stop: [{ hooks: [hook] }] } });
    const { of } = await findings();
    expect(of('hooks.launch')).toMatchObject([{ level: 'ok' }]);
    expect(of('hooks.installed')).toMatchObject([
      { level: 'problem', what: expect.stringMatching(/did not run the hook: .*gone\/ccc.*not found/) },
    ]);
    expect(of('settings.hook_program')).toMatchObject([{ level: 'problem', fix: expect.stringContaining('install') }]);
  });

  it('hooks that ccc install wrote before ccc.json was changed: what is missing, what is superfluous, and finished work that is not reviewed', async () => {
    box.registerHooks(ALL_HOOKS, { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101' } });
    configure({ supervisor: { events: ['SubagentStop'] } });
    const { ok, of } = await findings();
    expect(ok).toBe(true);
    expect(of('settings.hooks_outdated')).toMatchObject([
      {
        level: 'warning',
        what: expect.stringMatching(/missing: SubagentStop; superfluous: Stop$/),
        fix: 'Run: ccc install --scope user',
      },
    ]);
    expect(of('hooks.launch')).toMatchObject([{ level: 'note', what: expect.stringContaining('has no "Stop"') }]);
  });

  describe('the client', () => {
    it('is nowhere', async () => {
      const elsewhere = join(box.dir, 'elsewhere');
      mkdirSync(elsewhere);
      const program = build.command.at(-1) as string;
      const files = program.endsWith('.cjs') ? [program, join(program, '../cli.cjs')] : [program];
      for (const file of files) copyFileSync(file, join(elsewhere, basename(file)));
      const lonely = new Sandbox(
        { name: build.name, command: [...build.command.slice(0, -1), join(elsewhere, basename(program))] },
        usersApi.url,
      );
      const run = await lonely.ccc(['doctor'], '', { CCC_CLAUDE: '', PATH: elsewhere });
      lonely.dispose();
      expect(run.code).toBe(1);
      expect(run.stdout).toMatch(/✗ Claude Code was not found\n {4}→ Install it/);
      expect(run.stdout).toMatch(/· not tried: needs Claude Code/);
    });

    it('is named by CCC_CLAUDE, which names nothing', async () => {
      const { of } = await findings({ CCC_CLAUDE: join(box.dir, 'nothing') });
      expect(of('client.found')).toMatchObject([{ level: 'problem', what: expect.stringContaining('CCC_CLAUDE') }]);
    });

    it('is something else', async () => {
      const { of } = await findings({ CCC_CLAUDE: '/bin/echo' });
      expect(of('client.version')).toMatchObject([{ level: 'problem', what: expect.stringContaining('/bin/echo') }]);
      expect(of('hooks.launch')).toMatchObject([{ level: 'note' }]);
    });

    it.each([
      ['no program at all', 'garbage'],
      ['for an interpreter that is not there', '#!/nowhere/sh\n'],
    ])('is %s', async (_, text) => {
      const path = box.write('claude', text);
      chmodSync(path, 0o755);
      const { of } = await findings({ CCC_CLAUDE: path });
      expect(of('client.version')).toMatchObject([{ level: 'problem', what: expect.stringContaining(path) }]);
    });

    it('is old, and does nothing but say so', async () => {
      const old = box.write('old', `#!/bin/sh\n[ "$1" = --version ] && echo '2.0.75 (Claude Code)' || echo no >&2\n`);
      chmodSync(old, 0o755);
      const { of } = await findings({ CCC_CLAUDE: old });
      expect(of('client.version')).toMatchObject([{ level: 'problem', fix: expect.stringContaining('claude update') }]);
      expect(of('hooks.launch')).toMatchObject([
        { level: 'problem', what: expect.stringMatching(/sent no request[\s\S]*Claude Code printed: no$/) },
      ]);
    });
  });

  it.each(
    sample<[signal: NodeJS.Signals, code: number]>(1, [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGQUIT', 131],
    ]),
  )('%s in the middle: no process and no folder is left', async (signal, code) => {
    const before = home();
    const run = box.start(['doctor', '--json']);
    const done = finish(run, '');
    // The hook's own folder: the client is at its first stop.
    await until('the hook of the test run', () =>
      readdirSync(temporary).some((name) => existsSync(join(temporary, name, 'ccc', 'ccc'))),
    );
    run.kill(signal);
    const ended = await done;
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(`interrupted by ${signal}`);
    expect(processesWith(box.dir)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(home()).toEqual(before);
  });

  it('--quick leaves the round trip out and says so', async () => {
    settings({ disableAllHooks: true });
    const { of } = await findings({}, ['--quick']);
    expect(of('hooks.launch')).toMatchObject([{ level: 'note', what: expect.stringContaining('--quick') }]);
    expect(of('settings.hooks_off')).toMatchObject([{ level: 'problem' }]);
  });

  it('wrong usage', async () => {
    const run = await doctor(['--fast']);
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toMatch(/--fast[\s\S]*ccc doctor --help/);
  });

  it('--json is the same in every language', async () => {
    const plain = async (env: Record<string, string>) =>
      JSON.parse((await doctor(['--json', '--quick'], env)).stdout).findings.map(({ what }: Diagnosis) =>
        // Room is taken and freed while this runs.
        what.replace(/\d+ [GM]B free/, 'room'),
      );
    const [en, zh] = [await plain({ CCC_LANG: 'en' }), await plain({ CCC_LANG: 'zh' })];
    expect(zh).toEqual(en);
  });
});
