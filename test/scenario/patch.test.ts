import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, sample, throughShell } from '../support/builds.ts';
import { finish } from '../support/processes.ts';
import { CLAUDE } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';

const SYSTEM = '/usr/local/bin:/usr/bin:/bin';

describe.each(BUILDS)('ccc patch, $name', (build) => {
  const { api, box } = useScenario(build);
  let bin: string;
  let claude: string;
  let original: string;
  beforeEach(() => {
    api.setReplies({ worker: [textReply('Hello from the model.')], reviewer: [allow()] });
    // A name that a careless script would break on; the real client under it, as its own installer does it: a link.
    bin = join(box.dir, "the bin's 目录");
    mkdirSync(bin);
    claude = join(bin, 'claude');
    original = join(bin, 'claude.ccc-original');
    symlinkSync(CLAUDE, claude);
    box.env = { PATH: `${bin}:${SYSTEM}`, CCC_CLAUDE: '' };
  });

  /** `claude …` as a shell would find it. */
  const started = (args: string[], env: Record<string, string> = {}) =>
    finish(
      spawn('/bin/sh', ['-c', 'claude "$@"', 'sh', ...args], {
        cwd: box.project,
        env: { ...box.environment, ...env },
      }),
      null,
    );
  const patch = (...args: string[]) => box.ccc(['patch', ...args]);
  const status = async () => JSON.parse((await patch('--status', '--json')).stdout).status;
  /** This ccc on PATH under its name, as an installation puts it there. */
  function install(): string {
    const ccc = join(bin, 'ccc');
    symlinkSync(build.command.at(-1) as string, ccc);
    return ccc;
  }

  describe('the claude that is started then', () => {
    beforeEach(async () => {
      expect(await patch()).toMatchObject({ code: 0, stderr: '' });
    });

    it.each<[what: string, words: string[], host: string | undefined, key: string]>(
      sample(1, [
        [
          "a leading provider's name is ours, its key and host are used",
          ['local'],
          'http://127.0.0.1:1',
          'key-of-local',
        ],
        ['no provider', [], undefined, 'made-up-token-for-tests'],
      ]),
    )(
      'is ccc, %s; it is supervised, and the reviewer is the original: no claude starts itself forever',
      async (_, words, host, key) => {
        box.write(join(box.claudeDir, 'ccc.json'), {
          providers: { local: { env: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: 'key-of-local' } } },
        });
        const run = await started([...words, '-p', 'good morning'], {
          ANTHROPIC_BASE_URL: host ?? api.url,
          CCC_SUPERVISOR: '1',
        });
        expect([run.code, run.stdout]).toEqual([0, 'Hello from the model.\n']);
        const asked = api.requests.find((request) => request.body.tools?.length);
        expect(asked?.headers.authorization).toBe(`Bearer ${key}`);
        expect(asked?.lastUserText).toContain('good morning');
        expect(box.journal()).toMatchObject([{ verdict: 'allow', cause: 'review' }]);
        expect(api.requests.filter(isReviewRequest)).toHaveLength(1);
      },
    );

    it.each(sample(3, [['--version'], ['doctor', '--help'], ['--help'], ['mcp', '--help'], ['install', '--help']]))(
      'understands %s %s as plain claude does, though ccc has words of that name',
      async (...args) => {
        const [ours, plain] = [await started(args), await box.claude(args)];
        expect([ours.code, ours.stdout]).toEqual([plain.code, plain.stdout]);
        expect(ours.stdout).not.toBe('');
      },
    );

    it('uses the original whatever CCC_CLAUDE said', async () => {
      const { stdout } = await started(['--version'], { CCC_CLAUDE: '/bin/false' });
      expect(stdout).toContain('Claude Code');
    });

    it('has the terminal, and the status line that ccc brings', async () => {
      const screen = new Screen(box, [], [claude]);
      try {
        await screen.shows('❯');
        await screen.shows('supervisor off');
      } finally {
        await screen.close();
        await box.endAll();
      }
    });

    it('keeps arguments and the exit code', async () => {
      const { code, stdout, stderr } = await started(['-p', 'x', '--output-format', 'no such thing']);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('no such thing');
    });

    it('is also what ccc and its hook look behind', async () => {
      expect((await box.ccc(['-p', 'good morning'])).stdout).toBe('Hello from the model.\n');
      const hook = await box.hook({ session_id: 'a', hook_event_name: 'Stop' }, { CCC_SUPERVISOR: '1' });
      expect(JSON.parse(hook.stdout)).toMatchObject({ reason: 'fine' });
    });
  });

  it('patch, patch again, reset, reset again', async () => {
    expect(await status()).toBe('not-patched');
    const first = await patch();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toBe(`${claude} now starts ccc. The original is ${original}\nTo undo: ccc patch --reset\n`);
    expect(readlinkSync(original)).toBe(CLAUDE);
    expect(lstatSync(claude).mode & 0o777).toBe(0o755);
    expect(await status()).toBe('patched');

    const wrapper = readFileSync(claude, 'utf8');
    expect((await patch()).stdout).toBe(`Already patched: ${claude} starts ccc.\n`);
    expect(readFileSync(claude, 'utf8')).toBe(wrapper);
    expect(await status()).toBe('patched');

    expect((await patch('--reset')).stdout).toBe(`${claude} is plain Claude Code again.\n`);
    expect([readlinkSync(claude), box.files(bin)]).toEqual([CLAUDE, [claude]]);
    expect(await patch('--reset')).toMatchObject({
      code: 0,
      stdout: `Not patched: ${claude} is plain Claude Code.\n`,
      stderr: '',
    });
    expect(box.files(bin)).toEqual([claude]);
  });

  it('a wrapper for another ccc is written anew; the one on PATH is what it names', async () => {
    await patch();
    const ccc = install();
    expect(JSON.parse((await patch('--status', '--json')).stdout)).toMatchObject({
      status: 'patched',
      starts_this_ccc: false,
    });
    expect((await patch()).stdout).toBe(`${claude} started another copy of ccc; now it starts this one.\n`);
    expect(readFileSync(claude, 'utf8')).toContain(ccc.replace("'", `'\\''`));
    expect(JSON.parse((await patch('--status', '--json')).stdout)).toMatchObject({ starts_this_ccc: true });
    expect((await started(['--version'])).stdout).toContain('Claude Code');
  });

  it.each(['gone', 'empty'])('ccc is %s: the real client all the same, and one line why', async (how) => {
    const ccc = install();
    await patch();
    rmSync(ccc);
    if (how === 'empty') box.write(ccc, '');
    const run = await started(['--version']);
    expect([run.code, run.stdout]).toEqual([0, (await box.claude(['--version'])).stdout]);
    expect(run.stderr).toMatch(/^claude: cannot start ccc \(.*\), so this is claude without it\..*\n$/);
  });

  it('updated since: the stale original is replaced by the update', async () => {
    await patch();
    rmSync(claude);
    const update = box.write('update', '#!/bin/sh\necho updated\n');
    chmodSync(update, 0o755);
    symlinkSync(update, claude);
    expect(await status()).toBe('updated-since');
    expect((await patch('--status')).stdout).toMatch(/^updated since the patch: .*\nTo patch again: ccc patch\./);
    expect((await patch()).stdout).toBe(`Claude Code was updated since the last patch; ${claude} starts ccc again.\n`);
    expect(readlinkSync(original)).toBe(update);
    expect((await started(['--version'])).stdout).toBe('updated\n');
    expect(box.files(bin)).toEqual([claude, original]);
  });

  it('updated since, and reset: the stale original is removed, claude stays', async () => {
    await patch();
    rmSync(claude);
    symlinkSync(CLAUDE, claude);
    expect((await patch('--reset')).stdout).toContain('Removed the rest of the patch');
    expect([readlinkSync(claude), box.files(bin)]).toEqual([CLAUDE, [claude]]);
  });

  describe.each(['no claude, only the original', 'a wrapper that never got to its place'])('half done: %s', (which) => {
    beforeEach(() => {
      if (which.startsWith('no claude')) renameSync(claude, original);
      box.write(join(bin, 'claude.ccc-new'), '#!/bin/sh\n# This cl');
    });

    it('is finished by patch', async () => {
      expect(await status()).toBe('half-done');
      expect((await patch()).stdout).toBe(`Finished an interrupted patch: ${claude} starts ccc.\n`);
      expect((await started(['--version'])).stdout).toContain('Claude Code');
      expect(box.files(bin)).toEqual([claude, original]);
    });

    it('is undone by reset', async () => {
      expect((await patch('--reset')).stdout).toContain(`${claude} is plain Claude Code.`);
      expect([readlinkSync(claude), box.files(bin)]).toEqual([CLAUDE, [claude]]);
    });
  });

  it('the original is gone: said by patch; reset takes the wrapper away', async () => {
    await patch();
    rmSync(original);
    expect(await status()).toBe('original-missing');
    expect(await patch()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `ccc: the original of the patched claude is missing: ${original}\nInstall Claude Code again, then run: ccc patch. To only undo the patch: ccc patch --reset\n`,
    });
    expect(await patch('--reset')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the original is missing. Install Claude Code again'),
    });
    expect(box.files(bin)).toEqual([]);
  });

  it('ten at once: one wrapper, one original, nothing else', async () => {
    for (const args of [[], ['--reset'], []]) {
      const runs = await Promise.all(Array.from({ length: 10 }, () => patch(...args)));
      expect(runs.map(({ stderr }) => stderr).join('')).toBe('');
      expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0));
      expect(box.files(bin)).toEqual(args.length === 0 ? [claude, original] : [claude]);
      expect(readlinkSync(args.length === 0 ? original : claude)).toBe(CLAUDE);
    }
  });

  it('--dry-run changes nothing and names every step; --json is the same in every language', async () => {
    const before = box.files();
    const dry = await patch('--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout.split('\n')).toEqual([
      `would write ${join(bin, 'claude.ccc-new')}`,
      `would rename ${claude} to ${original}`,
      `would rename ${join(bin, 'claude.ccc-new')} to ${claude}`,
      '',
    ]);
    const json = (await patch('--dry-run', '--json')).stdout;
    expect(JSON.parse(json)).toEqual({
      before: 'not-patched',
      claude,
      original,
      steps: [
        { do: 'write', path: join(bin, 'claude.ccc-new') },
        { do: 'rename', from: claude, to: original },
        { do: 'rename', from: join(bin, 'claude.ccc-new'), to: claude },
      ],
      dry_run: true,
    });
    expect(box.files()).toEqual(before);
    expect((await box.ccc(['patch', '--dry-run', '--json'], '', { CCC_LANG: 'zh' })).stdout).toBe(json);
    expect((await box.ccc(['patch', '--status'], '', { CCC_LANG: 'zh' })).stdout).toBe(`没有打过补丁：${claude}\n`);
    expect(JSON.parse((await patch('--json')).stdout)).toEqual({ ...JSON.parse(json), dry_run: false });
    expect(JSON.parse((await patch('--json')).stdout)).toMatchObject({ before: 'patched', steps: [] });
    expect(JSON.parse((await patch('--status', '--json')).stdout)).toEqual({
      status: 'patched',
      claude,
      starts_this_ccc: true,
      client: original,
    });
  });

  it('of several claudes only the first, and which is said', async () => {
    const second = join(box.dir, 'second');
    mkdirSync(second);
    symlinkSync(CLAUDE, join(second, 'claude'));
    box.env.PATH = [bin, second, SYSTEM].join(delimiter);
    expect((await patch()).stdout).toContain(`${claude} now starts ccc`);
    expect(box.files(second)).toEqual([join(second, 'claude')]);
    // To undo, the one that was patched, also when it is no longer the first.
    box.env.PATH = [second, bin, SYSTEM].join(delimiter);
    expect((await patch('--status')).stdout).toBe(`not patched: ${join(second, 'claude')}\n`);
    expect((await patch('--reset')).stdout).toBe(`${claude} is plain Claude Code again.\n`);
  });

  it('none on PATH, though there is one that the SDK brought: nothing to patch', async () => {
    box.env.PATH = SYSTEM;
    expect(await patch()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ccc: no claude on PATH, nothing to patch\nStart Claude Code with: ccc\n',
    });
    for (const args of [['--reset'], ['--status']]) expect(await patch(...args)).toMatchObject({ code: 0, stderr: '' });
    expect((await patch('--status')).stdout).toBe('not patched: no claude on PATH\n');
    expect(JSON.parse((await patch('--reset', '--json')).stdout)).toMatchObject({ claude: null, steps: [] });
  });

  it('a claude that is a link to ccc is not taken for Claude Code', async () => {
    rmSync(claude);
    symlinkSync(build.command.at(-1) as string, claude);
    expect(await patch()).toMatchObject({ code: 1, stderr: expect.stringContaining(`${claude} is ccc itself`) });
    expect(box.files(bin)).toEqual([claude]);
  });

  it('no permission in the folder: which one, and the fix; nothing is half done', async () => {
    await patch();
    chmodSync(bin, 0o555);
    // Root without its capabilities is bound by permission bits like everybody else.
    const drop = process.getuid?.() === 0 ? 'exec setpriv --bounding-set=-all --inh-caps=-all "$@"' : 'exec "$@"';
    const { command } = throughShell(build, drop);
    for (const [args, says] of [
      [['patch', '--reset'], 'patch --reset'],
      [['patch', '--reset', '--dry-run'], 'patch --reset'],
    ] as const) {
      const run = await finish(
        spawn(command[0] as string, [...command.slice(1), ...args], { cwd: box.project, env: box.environment }),
        null,
      );
      expect([run.code, run.stdout]).toEqual([1, '']);
      expect(run.stderr).toContain(`ccc: cannot write to ${bin} (EACCES)\n`);
      expect(run.stderr).toMatch(new RegExp(`sudo env "PATH=\\$PATH" \\S+ ${says}\n`));
    }
    // What is already so needs no permission.
    const run = await finish(
      spawn(command[0] as string, [...command.slice(1), 'patch'], { cwd: box.project, env: box.environment }),
      null,
    );
    expect([run.code, run.stdout]).toEqual([0, `Already patched: ${claude} starts ccc.\n`]);
    chmodSync(bin, 0o755);
    expect(box.files(bin)).toEqual([claude, original]);
  });

  it.each<[string[], number, string]>([
    [['--reset', '--status'], 2, '--reset and --status cannot be used together'],
    [['now'], 2, 'now'],
    [['--undo'], 2, '--undo'],
  ])('patch %s is wrong usage', async (args, code, says) => {
    expect(await patch(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(says) });
    expect(existsSync(original)).toBe(false);
  });
});
