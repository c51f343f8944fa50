import { expect, it } from 'vitest';
import { declare } from '../../../src/command-line/declaration.ts';
import { helpText } from '../../../src/command-line/help.ts';
import { both } from '../../../src/i18n/both.ts';

const paint = declare({
  name: 'paint',
  summary: both('Paint a wall', '刷墙'),
  details: both('A paragraph.\n\n  an example as it is   written', '一段话。'),
  arguments: { wall: { placeholder: both('WALL', '墙'), required: true, help: both('The wall', '哪面墙') } },
  options: {
    colour: { placeholder: both('COLOUR', '颜色'), choices: ['red', 'blue'], help: both('The colour', '颜色') },
    aVeryLongNameThatLeavesNoRoom: { placeholder: 'X', help: 'A long text that has to go on the next line' },
    quick: { help: both('In a hurry', '赶时间') },
    slow: { help: both('In no hurry', '不赶时间') },
  },
  exclusive: [['quick', 'slow']],
  exitCodes: { 0: both('Painted', '刷好了') },
  variables: { BRUSH: both('The brush', '刷子') },
  examples: ['ccc paint north'],
  seeAlso: ['wait'],
});

it('has the same sections for every command, in this order', () => {
  expect(
    helpText({ path: 'house paint', declaration: paint }, 'en'),
  ).toBe(`Usage: ccc house paint WALL [--quick | --slow] [options]

Paint a wall.

A paragraph.

  an example as it is   written

Arguments
  WALL   The wall

Options
  --colour COLOUR   The colour: red or blue
  --a-very-long-name-that-leaves-no-room X
                    A long text that has to go on the next line
  --quick           In a hurry
  --slow            In no hurry
  --help, -h        Show this help

Exit codes
  0   Painted

Environment variables
  BRUSH   The brush

Examples
  ccc paint north

See also
  ccc wait --help
`);
});

it('is aligned in Chinese, whose characters are twice as wide', () => {
  const text = helpText({ path: 'paint', declaration: paint }, 'zh');
  expect(text).toContain('用法：ccc paint 墙 [--quick | --slow] [选项]\n\n刷墙。\n');
  expect(text).toContain('选项\n  --colour 颜色   颜色：red 或 blue\n');
  expect(text).toContain('  --quick         赶时间\n');
});

it('lists subcommands, and says how to learn more', () => {
  const house = declare({ name: 'house', summary: 'A house', subcommands: [paint] });
  const text = helpText({ path: 'house', declaration: house }, 'en');
  expect(text).toContain('Usage: ccc house COMMAND\n');
  expect(text).toContain('Commands\n  paint   Paint a wall\n');
  expect(text).toContain('See also\n  ccc house COMMAND --help\n');
});

it('a command with arguments and subcommands is used in both ways', () => {
  const garden = declare({
    ...{ name: 'garden', summary: 'A garden', subcommands: [paint] },
    arguments: { plant: { placeholder: 'PLANT', required: true, help: 'The plant' } },
    options: { json: { help: 'JSON' } },
  });
  expect(helpText({ path: 'garden', declaration: garden }, 'en')).toMatch(
    /^Usage: ccc garden PLANT \[options\]\n {7}ccc garden paint …\n\nA garden\.\n\nCommands\n {2}paint {3}Paint a wall\n\nArguments\n {2}PLANT/,
  );
});
