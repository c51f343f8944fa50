import { expect, it } from 'vitest';
import { complete } from '../../../src/command-line/complete.ts';
import { declare } from '../../../src/command-line/declaration.ts';

const launch = declare({
  name: '',
  summary: 'Start',
  options: { dryRun: { help: 'Look' }, provider: { placeholder: 'NAME', suggestions: 'provider', help: 'Under it' } },
});
const paint = declare({
  name: 'paint',
  summary: 'Paint',
  arguments: {
    wall: { placeholder: 'WALL', choices: ['north', 'south'], help: 'Wall' },
    tools: { placeholder: 'TOOL', repeated: true, suggestions: 'file', help: 'Tools' },
  },
  options: {
    colour: { placeholder: 'COLOUR', choices: ['red', 'blue'], help: 'Colour' },
    plan: { placeholder: 'FILE', suggestions: 'file', help: 'Plan' },
    session: { placeholder: 'ID', suggestions: 'session', help: 'Session' },
    note: { placeholder: 'TEXT', help: 'Note' },
    dryRun: { help: 'Look' },
  },
});
const use = declare({
  name: 'use',
  summary: 'Use',
  arguments: { name: { placeholder: 'NAME', suggestions: 'provider', help: 'Name' } },
});
const provider = declare({
  name: 'provider',
  summary: 'Providers',
  subcommands: [use, paint],
  defaultSubcommand: 'use',
});
const help = declare({
  name: 'help',
  summary: 'Help',
  arguments: { command: { placeholder: 'COMMAND', repeated: true, suggestions: 'command', help: 'Command' } },
});
const garden = declare({
  name: 'garden',
  summary: 'A garden',
  arguments: { plan: { placeholder: 'PLAN', suggestions: 'file', help: 'Plan' } },
  options: { dryRun: { help: 'Look' } },
  subcommands: [use],
});
const commands = [paint, provider, help, garden];

const PAINT = ['--colour', '--plan', '--session', '--note', '--dry-run', '--help'];

/** What is typed, the last word being the one at the cursor; what is offered there; what has to be looked up. */
it.each<[line: string, offered: string[] | 'files', lookUp?: string]>([
  ['', ['paint', 'provider', 'help', 'garden'], 'provider'],
  ['pa', ['paint', 'provider', 'help', 'garden'], 'provider'],
  ['garden ', 'files'],
  ['garden u', ['use']],
  ['garden use ', [], 'provider'],
  ['garden plans/', 'files'],
  ['garden -', ['--dry-run', '--help']],
  ['garden plans/x --', ['--dry-run', '--help']],
  ['-', ['--dry-run', '--provider', '--help', '--version']],
  ['--provider ', [], 'provider'],
  ['--provider kimi ', 'files'],
  ['--dry-run ', [], 'provider'],
  ['--dry-run -', ['--dry-run', '--provider']],
  ['--dry-run --provider kimi ', 'files'],
  ['--dry-run kimi ', 'files'],
  ['kimi ', 'files'],
  ['kimi --add-dir some', 'files'],
  ['--continue ', 'files'],
  ['--help ', 'files'],
  ['-- ', 'files'],
  ['paint ', ['north', 'south']],
  ['paint north ', 'files'],
  ['paint north brush ', 'files'],
  ['paint -', PAINT],
  ['paint north --', PAINT],
  ['paint --colour ', ['red', 'blue']],
  ['paint --colour red ', ['north', 'south']],
  ['paint --dry-run ', ['north', 'south']],
  ['paint --plan ', 'files'],
  ['paint --session ', [], 'session'],
  ['paint --note ', []],
  ['paint --unknown ', ['north', 'south']],
  ['paint -- ', 'files'],
  ['provider ', ['use', 'paint']],
  ['provider -', ['--help']],
  ['provider use ', [], 'provider'],
  ['provider use kimi ', []],
  ['provider nothing ', []],
  ['provider paint --colour ', ['red', 'blue']],
  ['help ', ['paint', 'provider', 'help', 'garden']],
  ['help provider ', ['use', 'paint']],
  ['help paint ', []],
  ['help nothing ', []],
])('ccc %s', (line, offered, lookUp) => {
  const completion = complete(line.split(' '), { launch, commands });
  if (completion === 'files' || offered === 'files') return expect(completion).toBe(offered);
  expect(completion.words.map(({ word }) => word)).toEqual(offered);
  expect(completion.lookUp).toBe(lookUp);
});

it('says what each is for', () => {
  expect(complete(['provider', ''], { launch, commands })).toEqual({
    words: [
      { word: 'use', help: 'Use' },
      { word: 'paint', help: 'Paint' },
    ],
  });
});
