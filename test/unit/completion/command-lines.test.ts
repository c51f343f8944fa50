import { describe, expect, it } from 'vitest';
import { RESERVED_NAMES } from '../../../src/command-names.ts';
import { COMMAND_LINES, type CommandLine, LAUNCH_OPTIONS } from '../../../src/completion/command-lines.ts';
import { completionMessages } from '../../../src/i18n/completion.ts';
import { helpOn } from '../../../src/i18n/help.ts';
import { hookHelp, modeHelp } from '../../../src/i18n/hook-help.ts';
import type { Language } from '../../../src/i18n/language.ts';

const LANGUAGES: Language[] = ['en', 'zh'];

/** The options that a help text explains or shows in use: its option lines, and the lines with the command itself. */
function optionsIn(help: string, command: string): string[] {
  const lines = help.split('\n').filter((line) => line.includes(command) || /^\s+(?:-\w, )?--/.test(line));
  const explained = lines.flatMap((line) => [...line.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option));
  return [...new Set(explained)].filter((option) => option !== '--help').sort();
}

const optionsOf = ({ options = {}, below = {} }: CommandLine): string[] =>
  [...new Set([...Object.keys(options), ...Object.values(below).flatMap(optionsOf)])].sort();

/** The text that `ccc <verb> --help` prints; undefined for the two that have none of their own. */
async function helpOf(verb: string): Promise<Record<Language, string> | undefined> {
  if (verb === 'supervisor-hook') return hookHelp;
  if (verb === 'supervisor-mode') return modeHelp;
  if (verb === 'help' || verb === 'version') return undefined;
  return (
    await import(
      verb === 'review'
        ? '../../../src/commands/review/review.ts'
        : verb === 'provider'
          ? '../../../src/commands/provider/provider.ts'
          : `../../../src/commands/${verb}.ts`
    )
  ).help;
}

it('is about every word that is ours, and no other', () => {
  expect(Object.keys(COMMAND_LINES).sort()).toEqual([...RESERVED_NAMES].sort());
  for (const language of LANGUAGES)
    expect(Object.keys(completionMessages[language].about).sort()).toEqual([...RESERVED_NAMES].sort());
});

describe.each(Object.entries(COMMAND_LINES))('%s', (verb, line) => {
  it.each(LANGUAGES)('has exactly the options of the help in %s', async (language) => {
    const help = await helpOf(verb);
    if (help) expect(optionsOf(line)).toEqual(optionsIn(help[language], `ccc ${verb}`));
    else expect(line).toBeDefined();
  });

  it('has exactly the subcommands of the help', async () => {
    const help = await helpOf(verb);
    if (!help || !line.below) return;
    const named = [...help.en.matchAll(new RegExp(`ccc ${verb} ([a-z][a-z-]*)`, 'g'))].map(([, word]) => word);
    expect([...new Set(named)].sort()).toEqual(Object.keys(line.below).sort());
  });
});

it.each(LANGUAGES)('a launch has the options of ccc --help in %s', (language) => {
  const shown = optionsIn(helpOn(undefined, language), '\0');
  expect(shown).toEqual([...Object.keys(LAUNCH_OPTIONS), '--version'].sort());
});
