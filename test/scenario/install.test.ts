import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, type Build, bySize, IS_FULL, sample, throughShell } from '../support/builds.ts';
import type { Finished } from '../support/processes.ts';
import { Sandbox } from '../support/sandbox.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

/** Tabs, CRLF, a byte order mark, somebody else's Stop hook: all that Claude Code itself can read. */
const SETTINGS = [
  '\uFEFF{',
  '\t"cleanupPeriodDays":  30,',
  '\t"hooks": {',
  '\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "echo other >> $HOME/other" } ] } ]',
  '\t}',
  '}',
  '',
].join('\r\n');

/** Programs of ours are started by name in these; the npm package needs the Node that runs it. */
const withNode = (box: Sandbox) => {
  box.env.PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
};

describe.each(BUILDS)('ccc install, $name', (build) => {
  const { api, box } = useScenario(build);
  let settings: string;
  beforeEach(() => {
    withNode(box);
    settings = join(box.claudeDir, 'settings.json');
  });

  const text = (path = settings) => readFileSync(path, 'utf8');
  const done = ({ code, stdout, stderr }: Finished) => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  describe('and the real Claude Code', () => {
    const work = async () => JSON.parse(done(await box.claude(['-p', 'do it', '--output-format', 'json'])));
    const reviews = () => api.reviews().length;
    beforeEach(() => {
      box.env.CCC_SUPERVISOR = '1';
      box.write(settings, SETTINGS);
    });

    // Past eight, where Claude Code would end the turn, only in full: launch.test.ts shows that in every run.
    const blocks = bySize(1, 9);
    it(`runs our hook beside the one that was there, also after ${blocks} block${blocks === 1 ? '' : 's'}, and then no more`, async () => {
      const objections = Array.from({ length: blocks }, (_, i) => block(`No, attempt ${i + 1}.`));
      box.config({ stall_after: 0 });
      api.setReplies({ worker: [textReply('Half.'), textReply('Done.')], reviewer: [...objections, allow()] });
      done(await box.ccc(['install']));
      const { result, session_id } = await work();
      expect(result).toBe('Done.');
      expect(reviews()).toBe(blocks + 1);
      expect(api.workerRequests().at(-1)?.lastUserText).toContain(`No, attempt ${blocks}.`);
      expect(box.state(session_id).count).toBe(blocks + 1);
      expect(text(join(box.home, 'other'))).toBe('other\n'.repeat(blocks + 1));
      done(await box.ccc(['uninstall']));
      expect(text()).toBe(SETTINGS);
      await work();
      expect(reviews()).toBe(blocks + 1);
    });

    it.each(sample(1, ['project', 'local']))('runs our hook from the settings of scope %s', async (scope) => {
      api.setReplies({ worker: [textReply('Half.'), textReply('Done.')], reviewer: [block('No.'), allow()] });
      // In the short run a check sends it back: who judges is not what the scope is about.
      if (!IS_FULL) box.config({ checks: [RED_CHECK], max_iterations: 1 });
      done(await box.ccc(['install', '--scope', scope]));
      expect((await work()).result).toBe('Done.');
      expect(reviews()).toBe(bySize(0, 2));
      expect(box.journal().map(({ verdict }) => verdict)).toEqual(['block', 'allow']);
      done(await box.ccc(['uninstall', '--scope', scope]));
      expect(existsSync(join(box.project, '.claude'))).toBe(false);
      expect(text()).toBe(SETTINGS);
    });

    it('may have written its settings anew in between', async () => {
      done(await box.ccc(['install']));
      const market = { name: 'm', owner: { name: 'm' }, plugins: [] };
      box.write('market/.claude-plugin/marketplace.json', market);
      const before = text();
      done(await box.claude(['plugin', 'marketplace', 'add', join(box.dir, 'market')]));
      expect(text()).not.toBe(before);
      done(await box.ccc(['uninstall']));
      const { extraKnownMarketplaces, ...others } = JSON.parse(text().replace('\uFEFF', ''));
      expect(extraKnownMarketplaces).toHaveProperty('m');
      expect(others).toEqual(JSON.parse(SETTINGS.replace('\uFEFF', '')));
    });
  });

  it('says what was written where, the copy, what to type next; a second time it changes nothing', async () => {
    box.write(settings, SETTINGS);
    const said = done(await box.ccc(['install']));
    const backup = box.files(join(box.cccDir, 'backups'))[0] as string;
    for (const part of [
      settings,
      'Stop, PreToolUse (AskUserQuestion), SessionStart, SessionEnd, StopFailure, Notification (idle_prompt): ',
      'supervisor-hook',
      '600 s',
      'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
      backup,
      '/supervisor',
      'ccc uninstall',
    ])
      expect(said).toContain(part);
    expect(text(backup)).toBe(SETTINGS);
    const once = box.contents();
    expect(done(await box.ccc(['install']))).toContain('Already installed');
    expect(box.contents()).toEqual(once);
    expect(done(await box.ccc(['uninstall']))).toContain(`Removed from ${settings}`);
    expect(text()).toBe(SETTINGS);
    expect(done(await box.ccc(['uninstall']))).toContain('nothing to remove');
    // Nothing but the copy is left of us.
    expect(box.files(box.cccDir)).toEqual([backup]);
    expect(box.files(box.claudeDir)).toEqual([backup, settings]);
  });

  it('speaks Chinese to those who do', async () => {
    const said = done(await box.ccc(['install', '--scope', 'project'], '', { CCC_LANG: 'zh' }));
    expect(said).toMatch(/已安装到 [\s\S]*--scope local[\s\S]*下一步/);
    expect(text(join(box.project, '.claude/settings.json'))).toContain('正在审查');
    expect(done(await box.ccc(['uninstall', '--scope', 'project'], '', { CCC_LANG: 'zh' }))).toContain('已删除');
  });

  it('--json is one document, the same in every language', async () => {
    box.write(settings, '{ // mine\n}');
    const plan = JSON.parse(done(await box.ccc(['install', '--json', '--dry-run'])));
    expect(plan).toMatchObject({ scope: 'user', settings, dry_run: true, changed: true, backup: null });
    expect(plan.notes).toEqual([{ kind: 'not-loaded', line: 1, column: 3 }]);
    const report = done(await box.ccc(['install', '--json'], '', { CCC_LANG: 'zh' }));
    expect(JSON.parse(report)).toEqual({
      ...plan,
      dry_run: false,
      backup: expect.stringContaining(box.cccDir),
      changes: expect.any(Array),
    });
    const gone = JSON.parse(done(await box.ccc(['uninstall', '--json'])));
    expect(gone).toMatchObject({ changed: true, file_removed: false, notes: [] });
    expect(text()).toBe('{ // mine\n}');
  });

  it('--dry-run shows it and writes nothing, not even a folder of ours', async () => {
    box.write(settings, SETTINGS);
    const before = box.contents();
    expect(done(await box.ccc(['install', '--dry-run']))).toMatch(/\n@@ .*settings\.json:\d+ @@\n\+ .*supervisor-hook/);
    expect(done(await box.ccc(['uninstall', '--dry-run']))).toContain('nothing to remove');
    expect(box.contents()).toEqual(before);
    expect(existsSync(box.cccDir)).toBe(false);
  });

  it.each([
    ['install', '{\n\t"a": 1,,\n}', ':2:9: property name expected'],
    ['uninstall', '{\n\t"a": 1,,\n}', ':2:9: property name expected'],
    ['install', '{"hooks": []}', ':1:11: hooks has the wrong type'],
  ])('%s refuses %j with its line and column', async (verb, broken, where) => {
    box.write(settings, broken);
    const { code, stdout, stderr } = await box.ccc([verb]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`ccc: ${settings}${where}\n`);
    expect(stderr).toContain('Nothing was changed.');
    expect(text()).toBe(broken);
    expect(existsSync(box.cccDir)).toBe(false);
  });

  it.each([
    [['--scope', 'global'], 'invalid value "global" for --scope'],
    [['--scope'], '--scope needs a value'],
    [['now'], 'unexpected argument "now"'],
  ])('%j is wrong usage', async (args, said) => {
    const { code, stdout, stderr } = await box.ccc(['install', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  it('writes through a link and leaves it', async () => {
    const real = box.write('dotfiles/settings.json', SETTINGS);
    symlinkSync(real, settings);
    expect(done(await box.ccc(['install']))).toContain(real);
    expect(text(real)).toContain('supervisor-hook');
    done(await box.ccc(['uninstall']));
    expect(text(real)).toBe(SETTINGS);
    expect(lstatSync(settings).isSymbolicLink()).toBe(true);
  });

  it('many at once do not damage the file', async () => {
    box.write(settings, SETTINGS);
    await Promise.all(Array.from({ length: 6 }, () => box.ccc(['install']).then(done)));
    const together = text();
    await box.ccc(['uninstall']).then(done);
    expect(text()).toBe(SETTINGS);
    await box.ccc(['install']).then(done);
    expect(text()).toBe(together);
    await Promise.all(Array.from({ length: 6 }, (_, i) => box.ccc([i % 2 ? 'install' : 'uninstall']).then(done)));
    expect([SETTINGS, together]).toContain(text());
    await box.ccc(['uninstall']).then(done);
    expect(text()).toBe(SETTINGS);
    expect(box.files(box.cccDir).filter((path) => !path.includes('backups'))).toEqual([]);
  });

  describe('where the system refuses', () => {
    /** The permission bits do not bind root, as whom these tests may run. */
    const MODEST = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const mayNot = (command: readonly string[]) =>
      spawnSync(command[0] as string, [...command.slice(1), '--version']).status !== 0;
    const NOT_MODEST = mayNot([...MODEST, ...build.command]);
    const NO_NAMESPACE = spawnSync('/bin/sh', ['-c', 'unshare -rm mount -t tmpfs none /tmp']).status !== 0;

    /** What becomes of the settings when `args` are run by `under`. */
    async function refused(under: Build, args: string[], prepare: (other: Sandbox) => void) {
      const other = new Sandbox(under, api.url);
      withNode(other);
      try {
        const path = other.write(join(other.claudeDir, 'settings.json'), '{"a": 1}');
        prepare(other);
        const { code, stdout, stderr } = await other.ccc(args);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        return {
          said: stderr.replaceAll(other.dir, ''),
          left: readFileSync(path, 'utf8'),
          files: other.files(other.claudeDir).length,
        };
      } finally {
        spawnSync('chmod', ['-R', 'u+rwX', other.dir]);
        other.dispose();
      }
    }

    it.skipIf(NOT_MODEST).each([
      [
        'a read-only file',
        '/home/.claude/settings.json',
        (box: Sandbox) => chmodSync(join(box.claudeDir, 'settings.json'), 0o444),
      ],
      ['a read-only folder', '/home/.claude', (box: Sandbox) => chmodSync(box.claudeDir, 0o555)],
      [
        'a file that cannot be read',
        '/home/.claude/settings.json',
        (box: Sandbox) => chmodSync(join(box.claudeDir, 'settings.json'), 0),
      ],
    ])('%s', async (_, where, prepare) => {
      const under = { name: build.name, command: [...MODEST, ...build.command] };
      const run = refused(under, ['install'], (other) => {
        prepare(other);
        if (MODEST.length > 0) spawnSync('chown', ['-R', '65534:65534', other.dir]);
      });
      expect(await run).toMatchObject({
        said: `ccc: cannot use ${where} (EACCES)\nCheck the permissions of the file and its folder, and try again.\n`,
        left: '{"a": 1}',
      });
    });

    const FOLDER = 'mount --bind "$HOME/.claude" "$HOME/.claude" && mount -o remount,bind,ro "$HOME/.claude"';
    const FILE = 'mount --bind "$HOME/.claude/settings.json" "$HOME/.claude/settings.json"';
    it.skipIf(NO_NAMESPACE).each([
      ['a read-only file system', FOLDER, 'EROFS', 'The file system is read-only.'],
      ['a file that is mounted by itself', FILE, 'EBUSY', 'It is a mount point'],
    ])('%s', async (_, mount, code, fix) => {
      const inside = throughShell(build, `${mount} && "$@"`);
      const run = await refused({ ...inside, command: ['unshare', '-rm', ...inside.command] }, ['install'], () => {});
      expect(run.said).toContain(`ccc: cannot use /home/.claude/settings.json (${code})\n${fix}`);
      expect(run.left).toBe('{"a": 1}');
    });

    it('a folder in the place of the file', async () => {
      const run = await box.ccc(['install', '--scope', 'local']).then(async () => {
        box.write('project/.claude/settings.json/x', 'x');
        return box.ccc(['install', '--scope', 'project']);
      });
      expect(run.code).toBe(1);
      expect(run.stderr).toContain('settings.json (EISDIR)\nIt is a folder. Move it away.');
    });
  });

  it.each(['install', 'uninstall'])('%s --help', async (verb) => {
    expect(done(await box.ccc([verb, '--help']))).toContain(`Usage: ccc ${verb}`);
    expect(done(await box.ccc([verb, '--help'], '', { CCC_LANG: 'zh' }))).toContain(`用法：ccc ${verb}`);
  });
});
