import { commandLineMessages } from '../i18n/command-line.ts';
import type { Language } from '../i18n/language.ts';
import { widthOf, wrapText } from '../platform/text-layout.ts';
import { type Argument, type Declaration, flagOf, type LocalizedText, type Option, textIn } from './declaration.ts';
import type { ResolvedCommand } from './parse.ts';

const COLUMNS = 80;
/** Where the second column begins at the latest; a longer name has its text on the next line. */
const WIDEST = 34;

type Row = readonly [name: string, meaning: string];

/** What `--help` prints: the same sections in the same order for every command. */
export function helpText({ path, declaration }: ResolvedCommand, language: Language): string {
  const messages = commandLineMessages[language];
  const text = (value: LocalizedText) => textIn(value, language);
  const { summary, details, subcommands = [], examples = [], seeAlso = [] } = declaration;
  const more = [...seeAlso, ...(subcommands.length > 0 ? [`${path} ${messages.anyCommand}`] : [])];
  return document([
    usage(path, declaration, language),
    [`${text(summary)}${language === 'zh' ? '。' : '.'}`],
    ...(details ? paragraphs(text(details)) : []),
    section(
      messages.commands,
      subcommands.map(({ name, summary: about }) => [name, text(about)]),
    ),
    section(
      messages.arguments,
      Object.values(declaration.arguments ?? {}).map((argument) => [
        text(argument.placeholder),
        withChoices(argument, language),
      ]),
    ),
    section(messages.options, [...optionRows(declaration, language), ['--help, -h', messages.helpOption]]),
    section(messages.exitCodes, textRows(declaration.exitCodes, language)),
    section(messages.variables, textRows(declaration.variables, language)),
    list(messages.examples, examples.map(text)),
    list(
      messages.seeAlso,
      more.map((name) => `ccc ${name} --help`),
    ),
  ]);
}

export const optionRows = ({ options = {} }: Declaration, language: Language): Row[] =>
  Object.entries(options).map(([name, option]) => [optionLabel(name, option, language), withChoices(option, language)]);

export const textRows = (texts: Readonly<Record<string, LocalizedText>> | undefined, language: Language): Row[] =>
  Object.entries(texts ?? {}).map(([name, meaning]) => [name, textIn(meaning, language)]);

/** Blocks of lines with an empty line between them; empty ones are left out. */
export const document = (blocks: string[][]): string =>
  `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;

/** A heading with names and what they mean below it. */
export function section(heading: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const widths = rows.map(([name]) => widthOf(name)).filter((width) => width <= WIDEST);
  const column = Math.max(0, ...widths) + 3;
  const indent = ' '.repeat(column + 2);
  const lines = rows.flatMap(([name, meaning]) => {
    const [first = '', ...more] = wrapText(meaning, COLUMNS - column - 2);
    const gap = column - widthOf(name);
    const head = gap > 0 ? [`  ${name}${' '.repeat(gap)}${first}`.trimEnd()] : [`  ${name}`, `${indent}${first}`];
    return [...head, ...more.map((line) => `${indent}${line}`)];
  });
  return [heading, ...lines];
}

/** A heading with lines below it. */
export const list = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];

export const paragraphs = (text: string): string[][] =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph.startsWith(' ') ? paragraph.split('\n') : wrapText(paragraph, COLUMNS)));

function usage(path: string, declaration: Declaration, language: Language): string[] {
  const messages = commandLineMessages[language];
  const exclusive = declaration.exclusive ?? [];
  const free = Object.keys(declaration.options ?? {}).filter(
    (name) => !exclusive.some((group) => group.includes(name)),
  );
  const { subcommands = [] } = declaration;
  const words = [
    `ccc ${path}`,
    ...(subcommands.length > 0 && !declaration.arguments ? [messages.anyCommand] : []),
    ...Object.values(declaration.arguments ?? {}).map((argument) => argumentLabel(argument, language)),
    ...exclusive
      .filter((group, i) => !group.some((name) => exclusive.slice(0, i).flat().includes(name)))
      .map((group) => `[${group.map((name) => optionLabel(name, declaration.options?.[name], language)).join(' | ')}]`),
    ...(free.length > 0 ? [messages.anyOptions] : []),
  ];
  const others = declaration.arguments ? subcommands.map(({ name }) => `ccc ${path} ${name} …`) : [];
  return [...hanging(words, messages.usage), ...others.map((line) => ' '.repeat(widthOf(messages.usage)) + line)];
}

/** Words after a label, continued below the first of them. */
function hanging(words: string[], label: string): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(label) + widthOf(longer) <= COLUMNS) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.map((line, i) => (i === 0 ? label : ' '.repeat(widthOf(label))) + line);
}

function argumentLabel({ placeholder, required, repeated }: Argument, language: Language): string {
  const label = `${textIn(placeholder, language)}${repeated ? '…' : ''}`;
  return required ? label : `[${label}]`;
}

const optionLabel = (name: string, option: Option | undefined, language: Language): string =>
  option?.placeholder === undefined ? flagOf(name) : `${flagOf(name)} ${textIn(option.placeholder, language)}`;

function withChoices(
  { help, choices }: { help: LocalizedText; choices?: readonly string[] },
  language: Language,
): string {
  const text = textIn(help, language);
  if (!choices) return text;
  const values = commandLineMessages[language].choices(choices);
  // A text that names every choice explains them itself.
  return choices.every((choice) => text.includes(choice)) ? text : `${text}${language === 'zh' ? '：' : ': '}${values}`;
}
