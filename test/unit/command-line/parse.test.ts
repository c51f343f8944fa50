import { describe, expect, expectTypeOf, it } from 'vitest';
import { declare } from '../../../src/command-line/declaration.ts';
import { asksForHelp, findSubcommand, parseArguments } from '../../../src/command-line/parse.ts';
import type { UserError } from '../../../src/platform/user-error.ts';

const paint = declare({
  name: 'paint',
  summary: 'Paint a wall',
  arguments: {
    wall: { placeholder: 'WALL', required: true, help: 'The wall' },
    tools: { placeholder: 'TOOL', repeated: true, help: 'What with' },
  },
  options: {
    colour: { placeholder: 'COLOUR', choices: ['red', 'blue'], help: 'The colour' },
    dryRun: { help: 'Only look' },
    note: { placeholder: 'TEXT', repeated: true, help: 'What to say' },
    quick: { help: 'In a hurry' },
    slow: { help: 'In no hurry' },
  },
  exclusive: [['quick', 'slow']],
});

const wait = declare({
  name: 'wait',
  summary: 'Wait',
  secretArgumentFix: 'Use --key.',
  options: { json: { help: 'JSON' } },
});
const house = declare({
  name: 'house',
  summary: 'A house',
  subcommands: [paint, wait],
  defaultSubcommand: 'wait',
});

const parse = (...argv: string[]) => parseArguments({ path: 'house paint', declaration: paint }, argv, 'en');

function failure(body: () => unknown): { message: string; fix: string; exitCode: number } {
  try {
    body();
  } catch (error) {
    const { message, fix, exitCode } = error as UserError;
    return { message, fix, exitCode };
  }
  throw new Error('nothing was wrong');
}

it('gives typed values, also for what was not typed', () => {
  const given = parse('north');
  expectTypeOf(given.wall).toEqualTypeOf<string>();
  expectTypeOf(given.tools).toEqualTypeOf<string[]>();
  expectTypeOf(given.colour).toEqualTypeOf<'red' | 'blue' | undefined>();
  expectTypeOf(given.dryRun).toEqualTypeOf<boolean>();
  expectTypeOf(given.note).toEqualTypeOf<string[]>();
  expect(given).toEqual({
    wall: 'north',
    tools: [],
    colour: undefined,
    dryRun: false,
    note: [],
    quick: false,
    slow: false,
  });
});

it.each([
  [['--colour', 'red', 'north'], { wall: 'north', colour: 'red' }],
  [['north', '--colour=blue'], { wall: 'north', colour: 'blue' }],
  [['north', '--dry-run'], { dryRun: true }],
  [['north', 'brush', 'roller'], { tools: ['brush', 'roller'] }],
  [['north', '--note', 'a', '--note=b=c'], { note: ['a', 'b=c'] }],
  [['north', '--note', '-'], { note: ['-'] }],
  [['north', '--note=--x'], { note: ['--x'] }],
  [['--', '--dry-run', '-x'], { wall: '--dry-run', tools: ['-x'], dryRun: false }],
  [['north', '--colour', 'red', '--colour', 'blue'], { colour: 'blue' }],
])('%j', (argv, given) => expect(parse(...argv)).toMatchObject(given));

it.each([
  [['north', '--colours', 'red'], 'unknown option --colours', 'Did you mean --colour?'],
  [['north', '--utterly-different'], 'unknown option --utterly-different', ''],
  [['north', '--wrong=value'], 'unknown option --wrong', ''],
  [['north', '-x'], 'unknown option -x', ''],
  [['north', '--colour'], '--colour needs a value', ''],
  [['north', '--colour', '--dry-run'], '--colour needs a value', ''],
  [['north', '--dry-run=yes'], '--dry-run takes no value', ''],
  [['north', '--colour', 'blu'], 'invalid value "blu" for --colour', 'Did you mean blue? Use red or blue.'],
  [['north', '--quick', '--slow'], '--quick and --slow cannot be used together', ''],
  [[], 'missing argument WALL', ''],
])('%j is a usage error', (argv, message, fix) => {
  expect(failure(() => parse(...argv))).toEqual({
    message: `house paint: ${message}`,
    fix: [...(fix ? [fix] : []), 'See: ccc house paint --help'].join('\n'),
    exitCode: 2,
  });
});

it('an argument too many is repeated only where it cannot be a key', () => {
  const open = declare({ name: 'open', summary: 'Open' });
  expect(failure(() => parseArguments({ path: 'open', declaration: open }, ['sk-1'], 'en')).message).toBe(
    'open: unexpected argument "sk-1"',
  );
  expect(failure(() => parseArguments({ path: 'wait', declaration: wait }, ['sk-1'], 'en'))).toMatchObject({
    message: 'wait: unexpected argument',
    fix: 'Use --key.\nSee: ccc wait --help',
  });
});

it('says it in Chinese too', () => {
  const error = failure(() => parseArguments({ path: 'paint', declaration: paint }, ['--colour', 'x'], 'zh'));
  expect(error).toEqual({
    message: 'paint：--colour 不能是“x”',
    fix: '可用 red 或 blue。\n参见：ccc paint --help',
    exitCode: 2,
  });
});

describe('subcommands', () => {
  it.each([
    [['paint', 'north'], 'house paint', ['north']],
    [[], 'house wait', []],
    [['--json'], 'house wait', ['--json']],
    [['--help'], 'house', ['--help']],
    [['paint', '--help'], 'house paint', ['--help']],
  ])('%j', (argv, path, rest) => {
    const { command, rest: words } = findSubcommand(house, argv, 'en');
    expect([command.path, words]).toEqual([path, rest]);
  });

  it.each([
    [['paint', 'north'], 'garden paint', ['north']],
    [['roses', '--json'], 'garden', ['roses', '--json']],
    [['--json', 'roses'], 'garden', ['--json', 'roses']],
    [['--help'], 'garden', ['--help']],
    [[], 'garden', []],
  ])('%j: a word that is none is an argument, if the command has arguments of its own', (argv, path, rest) => {
    const garden = declare({
      ...{ name: 'garden', summary: 'A garden', subcommands: [paint] },
      arguments: { plant: { placeholder: 'PLANT', required: true, help: 'The plant' } },
    });
    const { command, rest: words } = findSubcommand(garden, argv, 'en');
    expect([command.path, words]).toEqual([path, rest]);
  });

  it('an unknown one', () => {
    expect(failure(() => findSubcommand(house, ['pain'], 'en'))).toEqual({
      message: 'house: unknown subcommand "pain"',
      fix: 'Did you mean paint? Use paint or wait.\nSee: ccc house --help',
      exitCode: 2,
    });
  });
});

it.each([
  [['--help'], true],
  [['a', '-h'], true],
  [['a', '--', '--help'], false],
  [[], false],
])('%j asks for help: %s', (argv, asks) => expect(asksForHelp(argv)).toBe(asks));
