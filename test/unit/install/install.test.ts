import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hookLabel, type RegisteredHook } from '../../../src/claude/hooks.ts';
import { writeSlashCommands } from '../../../src/claude/slash-commands.ts';
import { run } from '../../../src/commands/install.ts';
import { type Env, readEnv } from '../../../src/config/env.ts';
import type { Scope } from '../../../src/config/paths.ts';
import { install, installHooks } from '../../../src/install/install.ts';
import { installText, uninstallText } from '../../../src/install/report.ts';
import { assertUnchanged, settingsTarget } from '../../../src/install/settings-target.ts';
import { uninstall, uninstallHooks } from '../../../src/install/uninstall.ts';
import * as output from '../../../src/platform/output.ts';
import { bySize } from '../../support/builds.ts';
import { type SettingsFile, settingsFile } from '../../support/settings-files.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

/** The program that is running must be called ccc to be written into a file. */
const [, started] = process.argv;
beforeAll(() => {
  process.argv[1] = '/opt/ccc/dist/ccc.cjs';
});
afterAll(() => {
  process.argv[1] = started as string;
});
afterEach(() => void vi.restoreAllMocks());

/** A home and a project of their own, with `before` as the settings; null: there is no such file. */
function setUp(before: string | null = null, all: Record<string, string> = {}) {
  const home = temporaryFolder();
  const project = join(home, 'project');
  mkdirSync(project);
  vi.spyOn(process, 'cwd').mockReturnValue(project);
  const settings = join(home, '.claude/settings.json');
  if (before !== null) write(settings, before);
  const env = readEnv({ HOME: home, PATH: '/usr/bin', ...all });
  return {
    home,
    project,
    settings,
    record: join(home, '.claude/ccc/installed.json'),
    text: (path = settings) => readFileSync(path, 'utf8'),
    install: (...options: string[]) => installHooks(targetFor(options, env), env),
    uninstall: (...options: string[]) => uninstallHooks(targetFor(options, env), env),
    target: (...options: string[]) => targetFor(options, env),
    env,
    files: () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => entry.name)
        .sort(),
  };
}

/** `--scope SCOPE` and `--dry-run`, as the commands read them. */
const targetFor = (options: string[], env: Env) =>
  settingsTarget(
    options.includes('--scope') ? (options[options.indexOf('--scope') + 1] as Scope) : 'user',
    options.includes('--dry-run'),
    env,
  );

const FILES = Array.from({ length: bySize(40, 200) }, (_, i) => settingsFile(i + 1));

describe('install and uninstall give back the original of every generated file', () => {
  type Between = (at: ReturnType<typeof setUp>, file: SettingsFile) => string;
  it.each<[what: string, between: Between]>([
    ['as they are', (_, file) => file.text],
    [
      'with the record lost',
      ({ record }, file) => {
        rmSync(record);
        return file.text;
      },
    ],
    [
      'with another edit in between',
      ({ settings, text }, file) => {
        writeFileSync(settings, file.edited(text()));
        return file.edited(file.text);
      },
    ],
    [
      'with another edit in between and the record lost',
      ({ settings, text, record }, file) => {
        rmSync(record);
        writeFileSync(settings, file.edited(text()));
        return file.edited(file.text);
      },
    ],
  ])('%s', async (_, between) => {
    for (const file of FILES) {
      const at = setUp(file.text);
      const { changed, backup } = await at.install();
      expect(changed).toBe(true);
      expect(at.text(backup)).toBe(file.text);
      const installed = at.text();
      expect(installed).not.toBe(file.text);
      expect((await at.install()).changed).toBe(false);
      expect(at.text()).toBe(installed);
      const expected = between(at, file);
      at.uninstall();
      expect(at.text(), `seed ${file.seed}`).toBe(expected);
      expect(existsSync(at.record)).toBe(false);
      expect(at.uninstall().changed).toBe(false);
    }
  });
});

describe('files that hardly are', () => {
  it.each<[what: string, before: string | null]>([
    ['missing', null],
    ['empty', ''],
    ['only white space', ' \r\n\r\n'],
    ['only a byte order mark', '\uFEFF'],
    ['an empty object', '{}'],
    ['an empty object on two lines', '{\n}\n'],
    ['a byte order mark and an empty object', '\uFEFF{ }\r\n'],
    ['a comment', '{ // nothing yet\n}'],
  ])('%s', async (_, before) => {
    const at = setUp(before);
    await at.install();
    expect(at.text().replace(/^\uFEFF/, '')).toMatch(/^\{[\s\S]*"Stop"[\s\S]*\}\s*$/);
    expect(at.text().startsWith('\uFEFF')).toBe(before?.startsWith('\uFEFF') ?? false);
    at.uninstall();
    expect(existsSync(at.settings) ? at.text() : null).toBe(before);
  });

  it('a file that was missing stays if there is something else in it by now', async () => {
    const at = setUp();
    await at.install();
    writeFileSync(at.settings, at.text().replace('{', '{ "model": "opus",'));
    expect(at.uninstall().fileRemoved).toBe(false);
    expect(at.text()).toBe('{ "model": "opus"\n}\n');
  });

  it('a file that was missing goes, also after Claude Code has written it anew', async () => {
    const at = setUp();
    await at.install();
    writeFileSync(at.settings, JSON.stringify(JSON.parse(at.text())));
    expect(at.uninstall().fileRemoved).toBe(true);
    expect(existsSync(at.settings)).toBe(false);
  });

  it('a folder that had to be made goes too, unless something else is in it', async () => {
    const at = setUp();
    const folder = join(at.project, '.claude');
    await at.install('--scope', 'local');
    at.uninstall('--scope', 'local');
    expect(existsSync(folder)).toBe(false);
    await at.install('--scope', 'local');
    write(join(folder, 'agents/mine.md'), 'mine');
    at.uninstall('--scope', 'local');
    expect(readdirSync(folder)).toEqual(['agents']);
  });
});

describe('what is written', () => {
  it('names this program, the time of ccc.json and the words of the language', async () => {
    const at = setUp(null, { LANG: 'zh_CN.UTF-8' });
    write(join(at.home, '.claude/ccc.json'), '{"supervisor": {"timeout_seconds": 900}}');
    await at.install();
    const hook = {
      type: 'command',
      command: '/opt/ccc/dist/ccc.cjs supervisor-hook',
      timeout: 900,
      statusMessage: 'ccc：正在审查',
    };
    expect(JSON.parse(at.text())).toEqual({
      env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101' },
      hooks: {
        Stop: [{ hooks: [hook] }],
        PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [hook] }],
        SessionStart: [{ hooks: [{ ...hook, statusMessage: undefined }] }],
        SessionEnd: [{ hooks: [{ ...hook, statusMessage: undefined }] }],
        StopFailure: [{ hooks: [{ ...hook, statusMessage: undefined }] }],
        Notification: [{ matcher: 'idle_prompt', hooks: [{ ...hook, statusMessage: undefined }] }],
      },
    });
  });

  it('goes where CLAUDE_CONFIG_DIR says, the record where CCC_CONFIG_DIR says', async () => {
    const other = temporaryFolder();
    const at = setUp(null, { CLAUDE_CONFIG_DIR: join(other, 'claude'), CCC_CONFIG_DIR: join(other, 'ours') });
    await at.install();
    expect(existsSync(join(other, 'claude/settings.json'))).toBe(true);
    expect(existsSync(join(other, 'ours/ccc/installed.json'))).toBe(true);
    expect(existsSync(join(at.home, '.claude'))).toBe(false);
  });

  it('is corrected in place when the program has moved, and can still be taken out', async () => {
    const before = '{\n  "hooks": {},\n  "model": "opus" // mine\n}\n';
    const at = setUp(before);
    await at.install();
    const first = at.text();
    process.argv[1] = '/new/place/ccc';
    await at.install();
    process.argv[1] = '/opt/ccc/dist/ccc.cjs';
    expect(at.text()).toBe(first.replaceAll('/opt/ccc/dist/ccc.cjs', '/new/place/ccc'));
    at.uninstall();
    expect(at.text()).toBe(before);
  });

  it('follows ccc.json when that has changed: in the file, in the report, and not a byte is left at the end', async () => {
    const before = '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "opus" // mine\n}\n';
    const at = setUp(before);
    const configure = (supervisor: object) => write(join(at.home, '.claude/ccc.json'), JSON.stringify({ supervisor }));
    const labels = (hooks: RegisteredHook[]) => hooks.map(hookLabel);
    await at.install();
    const first = at.text();

    configure({ events: ['SubagentStop'], tools: ['Bash', 'mcp__.*'] });
    expect((await at.install('--dry-run')).changes.join('\n')).toMatch(/\n- .*"AskUserQuestion"[\s\S]*\n\+ .*mcp__/);
    expect(at.text()).toBe(first);
    const result = await at.install();
    expect(labels(result.hooks)).toEqual([
      ...[
        'SubagentStop',
        'PreToolUse (Bash)',
        'PreToolUse (mcp__.*)',
        'SessionStart',
        'SessionEnd',
        'StopFailure',
        'Notification (idle_prompt)',
      ],
    ]);
    expect(labels(result.replaced)).toEqual(['PreToolUse (AskUserQuestion)']);
    expect(labels(result.removed)).toEqual(['Stop']);
    const text = installText(at.target(), { ...result, commands: [] });
    expect(text).toContain(
      '  SubagentStop, PreToolUse (Bash), PreToolUse (mcp__.*), SessionStart, SessionEnd, StopFailure, Notification (idle_prompt): /opt/ccc',
    );
    expect(text).toContain('  replaced by what ccc.json asks for: PreToolUse (AskUserQuestion)\n');
    expect(text).toContain('  removed, because ccc.json does not ask for it: Stop\n');
    expect((await at.install()).changed).toBe(false);
    at.uninstall();
    expect(at.text()).toBe(before);

    configure({});
    await at.install();
    configure({ review: 'background' });
    const later = await at.install();
    expect([labels(later.replaced), labels(later.removed)]).toEqual([['Stop'], []]);
    expect(installText(at.target(), { ...later, commands: [] })).not.toContain('removed');
    expect(at.text()).toMatch(/supervisor-hook --background", "timeout": 600, "asyncRewake": true, "rewakeSummary"/);
    expect((await at.install()).changed).toBe(false);

    // What the settings say by now does not matter.
    configure({ events: [], tools: [] });
    at.uninstall();
    expect(at.text()).toBe(before);
  });

  it('is private where it is new; an old file keeps its mode', async () => {
    const at = setUp();
    await at.install();
    expect([modeOf(at.settings), modeOf(at.record)]).toEqual([0o600, 0o600]);
    const old = setUp('{"a": 1}');
    chmodSync(old.settings, 0o640);
    const { backup } = await old.install();
    expect([modeOf(old.settings), modeOf(backup as string)]).toEqual([0o640, 0o600]);
    old.uninstall();
    expect(modeOf(old.settings)).toBe(0o640);
  });

  it('nothing, in a dry run', async () => {
    const at = setUp('{"a": 1}');
    const { changes } = await at.install('--dry-run');
    expect(changes.join('\n')).toMatch(/^@@ .*settings.json:1 @@\n\+ "hooks": /);
    expect([at.text(), at.files()]).toEqual(['{"a": 1}', ['settings.json']]);
    await at.install();
    const [installed, files] = [at.text(), at.files()];
    expect(at.uninstall('--dry-run').changes.join('\n')).toMatch(/\n- "hooks": /);
    expect([at.text(), at.files()]).toEqual([installed, files]);
  });

  it('a dry run shows no other line, because of the secrets in it', async () => {
    const at = setUp(
      '{"env": {"A_TOKEN": "hunter2hunter2"}, "hooks": {"Stop": [{"hooks": [{"command": "B_TOKEN=hunter3hunter3 ccc supervisor-hook"}]}]}}',
    );
    const shown = [...(await at.install('--dry-run')).changes, ...at.uninstall('--dry-run').changes].join('\n');
    expect(shown).toContain('supervisor-hook');
    expect(shown).not.toMatch(/hunter/);
  });
});

describe('the copy', () => {
  it('is made before the first change, and of another text beside the old one', async () => {
    const at = setUp('{"a": 1}');
    const { backup } = await at.install();
    expect(at.text(backup)).toBe('{"a": 1}');
    at.uninstall();
    expect((await at.install()).backup).toBeUndefined();
    at.uninstall();
    writeFileSync(at.settings, '{"a": 2}');
    expect(at.text((await at.install()).backup)).toBe('{"a": 2}');
    expect(at.text(backup)).toBe('{"a": 1}');
    at.uninstall();
    expect(at.text()).toBe('{"a": 2}');
  });

  it('is not made of nothing', async () => {
    const at = setUp('\n');
    expect((await at.install()).backup).toBeUndefined();
    at.uninstall();
    writeFileSync(at.settings, '{"a": 2}');
    expect(at.text((await at.install()).backup)).toBe('{"a": 2}');
  });

  it('is made by uninstall too, of a file that install has never seen', () => {
    const before = '{"hooks": {"Stop": [{"hooks": [{"command": "ccc supervisor-hook"}]}]}}';
    const at = setUp(before);
    const { backup } = at.uninstall();
    expect([at.text(), at.text(backup)]).toEqual(['{}', before]);
  });

  it('is one for each file', async () => {
    const at = setUp('{"a": 1}');
    write(join(at.project, '.claude/settings.json'), '{"b": 1}');
    const [user, project] = [await at.install(), await at.install('--scope', 'project')];
    expect(user.backup).not.toBe(project.backup);
    expect(at.text(project.backup)).toBe('{"b": 1}');
  });
});

describe('links', () => {
  it('a link stays, and what it leads to is written', async () => {
    const at = setUp();
    const real = write(join(at.home, 'dotfiles/claude.json'), '{"a": 1}', 0o644);
    mkdirSync(join(at.home, '.claude'));
    symlinkSync('../dotfiles/claude.json', at.settings);
    await at.install();
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(lstatSync(real).isFile()).toBe(true);
    expect(at.text(real)).toContain('supervisor-hook');
    at.uninstall();
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
    expect(at.text(real)).toBe('{"a": 1}');
  });

  it('a link that leads to nothing leads to the new file', async () => {
    const at = setUp();
    mkdirSync(join(at.home, '.claude'));
    symlinkSync(join(at.home, 'later/claude.json'), at.settings);
    await at.install();
    expect(at.text(join(at.home, 'later/claude.json'))).toContain('supervisor-hook');
    at.uninstall();
    expect(existsSync(join(at.home, 'later'))).toBe(false);
    expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
  });
});

describe('refused, with nothing changed', () => {
  const PLUGIN = '{"enabledPlugins": {"ccc@ccc-supervisor": true}}';
  it.each<[what: string, before: string, message: RegExp]>([
    ['a comma missing', '{\n  "a": 1\n  "b": 2\n}', /settings\.json:3:3: comma expected/],
    ['cut off', '\uFEFF{"a": [1, 2', /settings\.json:1:12: close bracket expected/],
    ['two documents', '{}\n{}', /settings\.json:2:1: end of file expected/],
    ['not an object', '[]', /settings\.json:1:1: the file has the wrong type/],
    ['hooks', '{\n  "hooks": []\n}', /settings\.json:2:12: hooks has the wrong type/],
    ['hooks that are null', '{"hooks": null}', /settings\.json:1:11: hooks has/],
    ['Stop', '{"hooks": {"Stop": {}}}', /settings\.json:1:20: hooks\.Stop has/],
    ['SessionStart', '{"hooks": {"SessionStart": {}}}', /settings\.json:1:28: hooks\.SessionStart has/],
    ['env', '{"env": "A=1"}', /settings\.json:1:9: env has/],
    ['the plugin', PLUGIN, /the plugin ccc@ccc-supervisor is enabled/],
  ])('%s', async (_, before, message) => {
    const at = setUp(before);
    await expect(at.install()).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 1,
      message: expect.stringMatching(message),
      fix: expect.stringMatching(/\w/),
    });
    expect([at.text(), at.files()]).toEqual([before, ['settings.json']]);
  });

  it('the plugin of the user, for a project that does not switch it off', async () => {
    const at = setUp(PLUGIN);
    await expect(at.install('--scope', 'local')).rejects.toThrow('is enabled in');
    write(join(at.project, '.claude/settings.local.json'), PLUGIN.replace('true', 'false'));
    expect((await at.install('--scope', 'local')).changed).toBe(true);
  });

  it('a program that could not be recognised again', async () => {
    const at = setUp();
    process.argv[1] = '/opt/supervise';
    await expect(at.install()).rejects.toThrow('must start with ccc');
    process.argv[1] = '/opt/ccc/dist/ccc.cjs';
  });

  it('bytes that are not UTF-8 would not survive', async () => {
    const at = setUp('');
    const bytes = Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);
    writeFileSync(at.settings, bytes);
    await expect(at.install()).rejects.toMatchObject({ code: 'EILSEQ' });
    expect(readFileSync(at.settings)).toEqual(bytes);
  });
});

describe('a ccc.json that cannot be used', () => {
  const BROKEN = '{\n  "supervisor": {"events": ["SubagentStop"]\n  "current_provider": "x"\n}';
  const language = { en: {}, zh: { LANG: 'zh_CN.UTF-8' } };

  it.each<[what: string, options: string[]]>([
    ['install', []],
    ['a dry run', ['--dry-run']],
  ])('%s is refused, and a set that is there stays', async (_, options) => {
    for (const [name, message, fix] of [
      ['en', /ccc\.json:3:3: (?!.*[\u4e00-\u9fff])/, /^Correct it there/],
      ['zh', /ccc\.json:3:3：[\u4e00-\u9fff]/, /^请改正/],
    ] as const) {
      const at = setUp(null, language[name]);
      const config = write(join(at.home, '.claude/ccc.json'), '{"supervisor": {"events": ["SubagentStop"]}}');
      await install(at.target(), at.env);
      const [installed, files] = [at.text(), at.files()];

      writeFileSync(config, BROKEN);
      await expect(install(at.target(...options), at.env)).rejects.toMatchObject({
        name: 'UserError',
        code: 'config-broken',
        exitCode: 1,
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
      });
      expect([at.text(), at.files()]).toEqual([installed, files]);

      rmSync(config);
      mkdirSync(config);
      await expect(install(at.target(...options), at.env)).rejects.toMatchObject({
        name: 'UserError',
        code: 'config-unreadable',
        exitCode: 1,
        message: expect.stringMatching(/ccc\.json.*EISDIR/),
        fix: expect.stringContaining('CCC_CONFIG_DIR'),
      });
      expect(at.text()).toBe(installed);
    }
  });

  it('nothing is written where nothing was', async () => {
    const at = setUp();
    write(join(at.home, '.claude/ccc.json'), BROKEN);
    await expect(install(at.target(), at.env)).rejects.toThrow('ccc.json:3:3');
    expect(at.files()).toEqual(['ccc.json']);
  });

  it.each([
    ['en', 'ccc: FILE:1:27: supervisor.review: write "wait" or "background"; the default is used.'],
    ['zh', 'ccc：FILE:1:27：supervisor.review：应该写 "wait" 或 "background"；使用默认值。'],
  ] as const)('a wrong value is told as a launch does, %s, and the rest is installed', async (name, line) => {
    const at = setUp(null, language[name]);
    const config = write(join(at.home, '.claude/ccc.json'), '{"supervisor": {"review": 1, "timeout_seconds": 900}}');
    const stderr = vi.spyOn(output, 'writeStderr').mockReturnValue(true);
    vi.spyOn(output, 'writeStdout').mockReturnValue(true);
    const printed = vi.spyOn(output, 'printJson').mockReturnValue(true);
    for (const options of [{ dryRun: true }, {}, { json: true }]) {
      stderr.mockClear();
      expect(await run({ scope: undefined, dryRun: false, json: false, ...options }, at.env)).toBe(0);
      expect(stderr.mock.calls.map(([text]) => text)).toEqual([line.replace('FILE', config)]);
    }
    expect(at.text()).toContain('"timeout": 900');
    expect(printed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        notes: [],
        problems: [{ key: 'supervisor.review', line: 1, column: 27, fix: 'write "wait" or "background"' }],
      }),
    );
  });
});

describe('what else is reported', () => {
  const kinds = async (at: ReturnType<typeof setUp>, ...options: string[]) =>
    (await at.install(...options)).notes.map(({ kind }) => kind);

  it.each<[what: string, before: string, notes: object[]]>([
    ['nothing', '{"a": 1}', []],
    ['Claude Code loads no comments', '{"a": 1\n// so\n}', [{ kind: 'not-loaded', line: 2, column: 1 }]],
    ['and no trailing commas', '{"a": [1,]}', [{ kind: 'not-loaded', line: 1 }]],
    ['hooks are switched off', '{"disableAllHooks": true}', [{ kind: 'hooks-disabled' }]],
  ])('%s', async (_, before, notes) => expect((await setUp(before).install()).notes).toMatchObject(notes));

  it('where the comment is in the file as it is now, written or not', async () => {
    const at = setUp('{\n  "a": 1\n  // so\n}\n');
    expect((await at.install('--dry-run')).notes).toEqual([{ kind: 'not-loaded', line: 3, column: 3 }]);
    const { notes } = await at.install();
    const lines = at.text().split('\n');
    expect(notes).toEqual([{ kind: 'not-loaded', line: lines.indexOf('  // so') + 1, column: 3 }]);
    expect(lines[2]).not.toContain('so');
  });

  it.each([
    ['{"a": 1}', true],
    ['{"a": 1 /* so */}', false],
  ])('%s: what to do next is said if anything will work: %j', async (before, works) => {
    const at = setUp(before);
    const text = installText(at.target(), await install(at.target(), at.env));
    expect(text.includes('Next: ')).toBe(works);
    expect(text.includes('nothing of this works until you remove')).toBe(!works);
    expect(text).toContain('To undo: ccc uninstall\n');
  });

  it('--dry-run lists every file that uninstall removes', async () => {
    const at = setUp();
    await install(at.target(), at.env);
    await install(at.target('--scope', 'local'), at.env);
    // The slash commands stay until the last installation is removed.
    expect(uninstall(at.target('--scope', 'local', '--dry-run'), at.env).commands).toEqual([]);
    uninstall(at.target('--scope', 'local'), at.env);
    const target = at.target('--dry-run');
    const plan = uninstall(target, at.env);
    const before = at.files();
    const commands = ['supervisor.md', 'supervisoroff.md', 'overrule.md'].map((name) =>
      join(at.home, '.claude/commands', name),
    );
    expect(plan).toMatchObject({ changed: true, fileRemoved: true, commands });
    const text = uninstallText(target, plan);
    for (const path of [at.settings, ...commands]) expect(text).toContain(`Would remove ${path}`);
    expect(at.files()).toEqual(before);
    expect(uninstall(at.target(), at.env)).toMatchObject({ fileRemoved: true, commands });
  });

  it('the slash commands that a launch wrote go too, ours alone, and not while hooks elsewhere use them', async () => {
    const at = setUp();
    const command = (name: string) => join(at.home, '.claude/commands', `${name}.md`);
    writeSlashCommands(join(at.home, '.claude/commands'), 'ccc', 'en');
    write(command('overrule'), 'mine');
    // Nothing was ever installed.
    const plan = uninstall(at.target('--dry-run'), at.env);
    expect(plan).toMatchObject({ changed: false, commands: [command('supervisor'), command('supervisoroff')] });
    expect(uninstall(at.target(), at.env).commands).toEqual(plan.commands);
    expect(at.files()).toEqual(['overrule.md']);

    // By hand, so without a record.
    write(
      at.settings,
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/other/ccc supervisor-hook"}]}]}}',
    );
    writeSlashCommands(join(at.home, '.claude/commands'), 'ccc', 'en');
    const kept = uninstall(at.target('--scope', 'local'), at.env);
    expect(kept).toMatchObject({ commands: [], notes: [{ kind: 'commands-kept', path: at.settings }] });
    expect(uninstallText(at.target('--scope', 'local'), kept)).toContain(
      `stay, because ${at.settings} has the hooks too`,
    );

    // A project that was deleted keeps nothing.
    rmSync(at.settings);
    write(
      at.record,
      JSON.stringify({ '/gone/settings.json': { before: { kind: 'settings' }, hollow: [], cap: false } }),
    );
    expect(uninstall(at.target(), at.env).commands).toHaveLength(2);
  });

  it('a project is shared, and another copy of ccc in the user’s settings would review too', async () => {
    const other = '{"hooks": {"Stop": [{"hooks": [{"command": "/other/ccc supervisor-hook"}]}]}}';
    expect(await kinds(setUp(other), '--scope', 'project')).toEqual(['this-machine', 'other-copy']);
    expect(await kinds(setUp(other), '--scope', 'local')).toEqual(['other-copy']);
    const at = setUp();
    await at.install();
    expect(await kinds(at, '--scope', 'local')).toEqual([]);
  });

  it('what npx brought may be gone tomorrow', async () => {
    const at = setUp();
    process.argv[1] = '/home/u/.npm/_npx/0a1b/node_modules/ccc-supervisor/dist/ccc.cjs';
    expect(await kinds(at)).toEqual(['temporary-program']);
    process.argv[1] = '/opt/ccc/dist/ccc.cjs';
  });

  it('the user’s settings with the other way of reviewing would review too', async () => {
    const at = setUp();
    await at.install();
    write(join(at.home, '.claude/ccc.json'), '{"supervisor": {"review": "background"}}');
    expect(await kinds(at, '--scope', 'local')).toEqual(['other-copy']);
    await at.install();
    expect(await kinds(at, '--scope', 'local')).toEqual([]);
  });

  it.each([
    ['en', 'Note: supervisor.events in ccc.json has no "Stop": finished work is not reviewed.\n'],
    ['zh', '注意：ccc.json 的 supervisor.events 里没有 "Stop"：完成的工作不会审查。\n'],
  ])('finished work that is not reviewed, %s', async (CCC_LANG, line) => {
    const at = setUp(null, { CCC_LANG });
    write(join(at.home, '.claude/ccc.json'), '{"supervisor": {"events": ["SubagentStop"]}}');
    expect(await kinds(at, '--dry-run')).toEqual(['no-stop']);
    expect(installText(at.target(), await install(at.target(), at.env)).split(line)).toHaveLength(2);
  });

  it('hooks that were written by hand for other events go too', async () => {
    const at = setUp('{"hooks": {"SubagentStop": [{"hooks": [{"command": "ccc supervisor-hook"}]}]}}');
    at.uninstall();
    expect(at.text()).toBe('{}');
  });
});

it('the slash commands are written, also when the hooks are there already', async () => {
  const at = setUp();
  const command = (name: string) => join(at.home, '.claude/commands', `${name}.md`);
  const all = [command('supervisor'), command('supervisoroff'), command('overrule')];
  expect((await install(at.target(), at.env)).commands).toEqual(all);
  rmSync(command('supervisor'));
  expect(await install(at.target(), at.env)).toMatchObject({ changed: false, commands: [command('supervisor')] });
  expect(all.map((path) => existsSync(path))).toEqual([true, true, true]);
});

it('if the file cannot be written, nothing is known of it afterwards', async () => {
  const at = setUp('{"a": 1}');
  mkdirSync(`${at.settings}.ccc-tmp/x`, { recursive: true });
  await expect(at.install()).rejects.toThrow();
  expect(at.text()).toBe('{"a": 1}');
  expect(existsSync(at.record)).toBe(false);
});

it('what another program writes at this moment is not overwritten', () => {
  const at = setUp('{"a": 1}');
  expect(() => assertUnchanged(at.target(), '{"a": 1}')).not.toThrow();
  expect(() => assertUnchanged(at.target(), '{"a": 2}')).toThrow('was changed by another program');
  expect(() => assertUnchanged(at.target(), undefined)).toThrow('was changed by another program');
});

it('a record that cannot be read does not stand in the way', async () => {
  const at = setUp('{"a": 1}');
  await at.install();
  writeFileSync(at.record, '{"half');
  at.uninstall();
  expect(at.text()).toBe('{"a": 1}');
});
