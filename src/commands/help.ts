import { type Declaration, type LocalizedText, textIn } from '../command-line/declaration.ts';
import { document, helpText, list, optionRows, paragraphs, section, textRows } from '../command-line/help.ts';
import { findSubcommand } from '../command-line/parse.ts';
import { commandLineMessages } from '../i18n/command-line.ts';
import { helpMessages } from '../i18n/help.ts';
import type { Language } from '../i18n/language.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { UserError } from '../platform/user-error.ts';
import { DECLARATIONS, GROUPS } from './declarations/index.ts';
import { launch } from './declarations/launch.ts';

/** Help for a command by its words (`provider add`); without any, for `ccc` itself. */
export function helpOn(words: string[], language: Language): string {
  const [name, ...rest] = words.filter((word) => !word.startsWith('-'));
  if (name === undefined) return generalHelp(language);
  const declaration = DECLARATIONS.find((other) => other.name === name);
  if (!declaration) throw unknownCommand(name, language);
  return helpText(findSubcommand(declaration, [...rest, '--help'], language).command, language);
}

function generalHelp(language: Language): string {
  const messages = helpMessages[language];
  const headings = commandLineMessages[language];
  const text = (value: LocalizedText) => textIn(value, language);
  const rows = (commands: readonly Declaration[]) =>
    commands.map(({ name, summary }) => [name, text(summary)] as const);
  return document([
    ...paragraphs(`${text(launch.summary)}${language === 'zh' ? '。' : '.'}`),
    section(messages.usage, messages.usages),
    section(messages.inSession, messages.slashCommands),
    ...GROUPS.map(({ heading, commands }) => section(text(heading), rows(commands))),
    section(messages.options, [...optionRows(launch, language), ...messages.moreOptions]),
    section(headings.exitCodes, [['…', messages.ownExitCode], ...textRows(launch.exitCodes, language)]),
    section(headings.variables, textRows(launch.variables, language)),
    list(headings.examples, launch.examples.map(text)),
    list(headings.seeAlso, [`ccc ${headings.anyCommand} --help`]),
  ]);
}

function unknownCommand(name: string, language: Language): UserError {
  const messages = commandLineMessages[language];
  const meant = nearestName(
    name,
    DECLARATIONS.map((other) => other.name),
  );
  const fix = `${meant ? messages.didYouMean(meant) : ''}${messages.seeHelp('ccc')}`;
  return new UserError(messages.unknownCommand(name), fix, { code: 'unknown-command' });
}
