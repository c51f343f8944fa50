import { describe, expect, it } from 'vitest';
import {
  parseAsClaudeArguments,
  parseLaunchArguments,
  takeOption,
  withSettings,
} from '../../../src/launch/arguments.ts';

const PROVIDERS = ['kimi', 'glm', 'mcp', 'help-me', '智谱'];
const launch = (provider: string | undefined, args: string[], dryRun = false) => ({
  kind: 'launch',
  provider,
  args,
  dryRun,
});
const pass = (provider: string | undefined, args: string[]) => ({ kind: 'pass', provider, args, dryRun: false });

describe('the first argument decides, in this order', () => {
  it.each<[argv: string[], request: object]>([
    [[], launch(undefined, [])],
    [['--help'], { kind: 'help', topic: undefined }],
    [['help', 'status'], { kind: 'help', topic: 'status' }],
    [['--version'], { kind: 'version' }],
    [['--dry-run'], launch(undefined, [], true)],
    [['--dry-run', 'kimi', '-c'], launch('kimi', ['-c'], true)],
    [['kimi', '--dry-run', '-c'], launch('kimi', ['-c'], true)],
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
    [['kimii'], { kind: 'unknown', word: 'kimii' }],
    [[''], { kind: 'unknown', word: '' }],
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
