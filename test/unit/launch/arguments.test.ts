import { describe, expect, it } from 'vitest';
import {
  goesToBackground,
  isWithoutScreen,
  misplacedSwitch,
  parseAsClaudeArguments,
  parseLaunchArguments,
  takeOption,
  withoutBundles,
  withSettings,
} from '../../../src/launch/arguments.ts';

const PROVIDERS = ['kimi', 'glm', 'mcp', 'help-me', '智谱'];
const launch = (provider: string | undefined, args: string[], dryRun = false, requireApproval = false) => ({
  kind: 'launch',
  provider,
  args,
  dryRun,
  requireApproval,
});
const pass = (provider: string | undefined, args: string[]) => ({
  kind: 'pass',
  provider,
  args,
  dryRun: false,
  requireApproval: false,
});

describe('the first argument decides, in this order', () => {
  it.each<[argv: string[], request: object]>([
    [[], launch(undefined, [])],
    [['--help'], { kind: 'help', topic: undefined }],
    [['help', 'status'], { kind: 'help', topic: 'status' }],
    [['--version'], { kind: 'version' }],
    [['--dry-run'], launch(undefined, [], true)],
    [['--dry-run', 'kimi', '-c'], launch('kimi', ['-c'], true)],
    [['kimi', '--dry-run', '-c'], launch('kimi', ['-c'], true)],
    [['--require-approval', '-p', 'x'], launch(undefined, ['-p', 'x'], false, true)],
    [['--require-approval', '--dry-run', 'kimi', '-c'], launch('kimi', ['-c'], true, true)],
    [['--provider', 'glm', '--require-approval', '-c'], launch('glm', ['-c'], false, true)],
    [['kimi', '--require-approval', '--dry-run', '-p'], launch('kimi', ['-p'], true, true)],
    // The client refuses it there, and says so.
    [['-p', '--require-approval'], launch(undefined, ['-p', '--require-approval'])],
    [['--', 'kimi'], launch(undefined, ['kimi'])],
    [['--', '--help'], launch(undefined, ['--help'])],
    [['-p', 'kimi'], launch(undefined, ['-p', 'kimi'])],
    [['-c', '--dry-run'], launch(undefined, ['-c', '--dry-run'])],
    [['-v'], pass(undefined, ['-v'])],
    [['-h'], pass(undefined, ['-h'])],
    [['kimi'], launch('kimi', [])],
    [['kimi', '--continue', 'x'], launch('kimi', ['--continue', 'x'])],
    [['kimi', 'glm'], launch('kimi', ['glm'])],
    [['kimi', '--', '-x'], launch('kimi', ['-x'])],
    [['kimi', 'plugin', 'list'], pass('kimi', ['plugin', 'list'])],
    // A provider beats a subcommand of claude's with the same name.
    [['mcp', 'list'], launch('mcp', ['list'])],
    [['plugin', 'list'], pass(undefined, ['plugin', 'list'])],
    [['update'], pass(undefined, ['update'])],
    [['fix the login'], launch(undefined, ['fix the login'])],
    [['fix\nit'], launch(undefined, ['fix\nit'])],
    [['修好登录'], launch(undefined, ['修好登录'])],
    [['智谱'], launch('智谱', [])],
    [['kimii'], { kind: 'unknown', word: 'kimii', requireApproval: false }],
    [[''], { kind: 'unknown', word: '', requireApproval: false }],
    [['--provider', 'status', '-p', 'x'], launch('status', ['-p', 'x'])],
    [['--provider=status', 'word'], launch('status', ['word'])],
    [['--provider', 'x', '--dry-run', 'kimi'], launch('x', ['kimi'], true)],
    [['--provider'], launch('', [])],
  ])('%j', (argv, request) => expect(parseLaunchArguments(argv, PROVIDERS)).toEqual(request));
});

describe('under the name claude only a leading provider is ours', () => {
  it.each<[argv: string[], request: object]>([
    [[], launch(undefined, [])],
    [['kimi', '-p', 'x'], launch('kimi', ['-p', 'x'])],
    [['--help'], pass(undefined, ['--help'])],
    [['--version'], pass(undefined, ['--version'])],
    [['doctor'], pass(undefined, ['doctor'])],
    [['install', 'stable'], pass(undefined, ['install', 'stable'])],
    [['status'], launch(undefined, ['status'])],
    [['--dry-run'], launch(undefined, ['--dry-run'])],
    [['--provider', 'kimi'], launch(undefined, ['--provider', 'kimi'])],
    [['word'], launch(undefined, ['word'])],
    [['--', '-x'], launch(undefined, ['--', '-x'])],
    [['kimi', '--', '-x'], launch('kimi', ['--', '-x'])],
  ])('%j', (argv, request) => expect(parseAsClaudeArguments(argv, PROVIDERS)).toEqual(request));
});

describe('an option is taken out of claude’s arguments', () => {
  it.each<[args: string[], values: string[], rest: string[]]>([
    [[], [], []],
    [['-p', 'x'], [], ['-p', 'x']],
    [['--settings', 'a', '-p'], ['a'], ['-p']],
    [['--settings=a', '-p', '--settings', 'b'], ['a', 'b'], ['-p']],
    [['-p', '--', '--settings', 'a'], [], ['-p', '--', '--settings', 'a']],
    [['-p', '--settings'], [], ['-p', '--settings']],
    [['--settings={"a":"b=c"}'], ['{"a":"b=c"}'], []],
    [['--settingsx', 'a'], [], ['--settingsx', 'a']],
  ])('%j', (args, values, rest) => expect(takeOption(args, '--settings')).toEqual({ values, rest }));
});

describe('our settings stand where the user’s stood, else in front', () => {
  it.each<[args: string[], expected: string[]]>([
    [[], ['--settings', 'F']],
    [
      ['-p', 'x'],
      ['--settings', 'F', '-p', 'x'],
    ],
    [
      ['--allowedTools', 'Read', '--settings', '{}', 'do it'],
      ['--allowedTools', 'Read', '--settings', 'F', 'do it'],
    ],
    [
      ['--settings=a', '-p', '--settings', 'b'],
      ['--settings', 'F', '-p', '--settings', 'F'],
    ],
    [
      ['-p', '--', '--settings', 'a'],
      ['--settings', 'F', '-p', '--', '--settings', 'a'],
    ],
    [
      ['-p', '--settings'],
      ['--settings', 'F', '-p', '--settings'],
    ],
  ])('%j', (args, expected) => expect(withSettings(args, 'F')).toEqual(expected));
});

describe('whether nobody sees a screen', () => {
  it.each<[args: string[], isTerminal: boolean, expected: boolean]>([
    [[], true, false],
    [['fix it'], true, false],
    [['--continue', '--model', 'opus'], true, false],
    [['-p', 'x'], true, true],
    [['--print', 'x'], true, true],
    [['-cp', 'x'], true, true],
    [['-dp', 'x'], true, true],
    [['--init-only'], true, true],
    // Not an option any more.
    [['--', '-p'], true, false],
    [[], false, true],
    [['fix it'], false, true],
    [['--output-format', 'json', 'x'], false, true],
  ])('%j, a terminal: %j', (args, isTerminal, expected) => {
    expect(isWithoutScreen(args, isTerminal)).toBe(expected);
  });

  it.each<[args: string[], expected: string[]]>([
    [
      ['-cp', 'x'],
      ['-c', '-p', 'x'],
    ],
    [
      ['-pr', 'ID'],
      ['-p', '-r', 'ID'],
    ],
    // The rest of the word may be the value of `-d` or `-r`.
    [
      ['-dp', '-rc', '-c', '--continue'],
      ['-dp', '-rc', '-c', '--continue'],
    ],
    [
      ['--', '-cp'],
      ['--', '-cp'],
    ],
  ])('short options that stand together: %j', (args, expected) => expect(withoutBundles(args)).toEqual(expected));

  it('a session in the background has none, and no end to wait for', () => {
    expect([['--bg', 'x'], ['-p', '--background'], ['--', '--bg'], []].map(goesToBackground)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('an option of ours among those of the client', () => {
  const misplaced = (...argv: string[]) => {
    const request = parseLaunchArguments(argv, PROVIDERS);
    return request.kind === 'launch' ? misplacedSwitch(argv, request.args) : request.kind;
  };

  it('is found', () => {
    expect(misplaced('-p', 'hi', '--require-approval')).toBe('--require-approval');
    expect(misplaced('-p', '--require-approval', 'hi')).toBe('--require-approval');
    expect(misplaced('kimi', 'do it', '--dry-run')).toBe('--dry-run');
    expect(misplaced('--dry-run', 'do it', '--require-approval')).toBe('--require-approval');
  });

  it('is not, where it is in its place, a value, or behind --', () => {
    expect(misplaced('--require-approval', '-p', 'hi')).toBeUndefined();
    expect(misplaced('kimi', '--require-approval', '--', 'hi')).toBeUndefined();
    expect(misplaced('-p', 'hi', '--append-system-prompt', '--require-approval')).toBeUndefined();
    expect(misplaced('-p', '--', '--require-approval')).toBeUndefined();
    expect(misplaced('--', '-p', '--require-approval')).toBeUndefined();
    expect(misplaced('-p', 'say --require-approval')).toBeUndefined();
  });
});
