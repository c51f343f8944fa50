import { parseArgs } from 'node:util';
import { commandLineMessages } from '../i18n/command-line.ts';
import type { Language } from '../i18n/language.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { UserError } from '../platform/user-error.ts';
import { type Declaration, flagOf, type Option, type ParsedArguments, textIn } from './declaration.ts';

/** A declaration with the words that lead to it: `provider add`. */
export interface ResolvedCommand<D extends Declaration = Declaration> {
  path: string;
  declaration: D;
}

/** Whether help is asked for, anywhere before `--`. */
export const asksForHelp = (argv: readonly string[]): boolean =>
  argv.slice(0, argv.indexOf('--') >>> 0).some((word) => word === '--help' || word === '-h');

/** The subcommand that the words lead to, and the words behind it. */
export function findSubcommand(declaration: Declaration, argv: string[], language: Language) {
  let command: ResolvedCommand = { path: declaration.name, declaration };
  let rest = argv;
  while (command.declaration.subcommands) {
    const { subcommands, defaultSubcommand } = command.declaration;
    const isNamed = rest[0] !== undefined && !rest[0].startsWith('-');
    // `ccc provider --help` is about all of them, `ccc provider --json` about the default.
    if (!isNamed && (asksForHelp(rest) || defaultSubcommand === undefined)) break;
    const name = (isNamed ? rest[0] : defaultSubcommand) as string;
    const next = subcommands.find((other) => other.name === name);
    // `ccc eval FOLDER`: the command has arguments of its own, and this is one.
    if (!next && command.declaration.arguments) break;
    if (!next) throw unknownSubcommand(command, name, language);
    command = { path: `${command.path} ${next.name}`, declaration: next };
    if (isNamed) rest = rest.slice(1);
  }
  return { command, rest };
}

/** The command line of a command as typed values. Anything it does not declare is a usage error, exit 2. */
export function parseArguments<D extends Declaration>(
  command: ResolvedCommand<D>,
  argv: string[],
  language: Language,
): ParsedArguments<D> {
  const { declaration } = command;
  const options = Object.entries(declaration.options ?? {}).map(([name, option]) => ({
    name,
    option,
    flag: flagOf(name),
  }));
  const { tokens } = parseArgs({
    args: argv,
    options: Object.fromEntries(
      options.map(({ flag, option }) => [flag.slice(2), { type: isFlag(option) ? 'boolean' : 'string' } as const]),
    ),
    // The platform's own errors are English sentences; the tokens say the same without them.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = Object.fromEntries(options.map(({ name, option }) => [name, absent(option)]));
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const known = options.find(({ flag }) => flag === token.rawName);
    if (!known)
      throw unknownOption(
        command,
        token.rawName,
        options.map(({ flag }) => flag),
        language,
      );
    const value = optionValue(command, token, known.option, language);
    values[known.name] = known.option.repeated ? [...(values[known.name] as string[]), value] : value;
  }
  refuseExclusive(command, values, language);
  return { ...argumentsIn(command, words, language), ...values } as ParsedArguments<D>;
}

const isFlag = (option: Option) => option.placeholder === undefined;

const absent = (option: Option): unknown => (isFlag(option) ? false : option.repeated ? [] : undefined);

interface OptionToken {
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function optionValue(
  command: ResolvedCommand,
  { rawName, value, inlineValue }: OptionToken,
  option: Option,
  language: Language,
) {
  const messages = commandLineMessages[language];
  if (isFlag(option)) {
    if (value !== undefined) throw usageError(command.path, messages.takesNoValue(command.path, rawName), language);
    return true;
  }
  // `-` alone is stdin; anything else that begins so is the next option.
  if (value === undefined || (!inlineValue && /^-./.test(value)))
    throw usageError(command.path, messages.needsValue(command.path, rawName), language);
  return oneOf(command, value, rawName, option.choices, language);
}

function argumentsIn(command: ResolvedCommand, words: string[], language: Language): Record<string, unknown> {
  const { path, declaration } = command;
  const { secretArgumentFix } = declaration;
  const messages = commandLineMessages[language];
  const values: Record<string, unknown> = {};
  let rest = words;
  for (const [name, { placeholder, required, repeated, choices }] of Object.entries(declaration.arguments ?? {})) {
    const label = textIn(placeholder, language);
    const given = (repeated ? rest : rest.slice(0, 1)).map((word) => oneOf(command, word, label, choices, language));
    if (required && given.length === 0)
      throw usageError(
        command.path,
        messages.missingArgument(path, label),
        language,
        choices && messages.useOne(choices),
      );
    values[name] = repeated ? given : given[0];
    rest = rest.slice(given.length);
  }
  if (rest.length > 0)
    throw usageError(
      command.path,
      messages.unexpectedArgument(path, secretArgumentFix ? undefined : rest[0]),
      language,
      secretArgumentFix && textIn(secretArgumentFix, language),
    );
  return values;
}

function oneOf(
  command: ResolvedCommand,
  value: string,
  label: string,
  choices: readonly string[] | undefined,
  language: Language,
): string {
  if (!choices || choices.includes(value)) return value;
  const message = commandLineMessages[language].invalidValue(command.path, value, label);
  throw usageError(command.path, message, language, oneOfThese(value, choices, language));
}

function refuseExclusive(command: ResolvedCommand, values: Record<string, unknown>, language: Language): void {
  for (const group of command.declaration.exclusive ?? []) {
    const given = group.filter((name) => values[name] !== undefined && values[name] !== false);
    if (given.length > 1)
      throw usageError(
        command.path,
        commandLineMessages[language].exclusive(command.path, [...new Set(given)].map(flagOf)),
        language,
      );
  }
}

function unknownOption(command: ResolvedCommand, option: string, known: string[], language: Language): UserError {
  const messages = commandLineMessages[language];
  const meant = nearestName(option, [...known, '--help']);
  return usageError(
    command.path,
    messages.unknownOption(command.path, option),
    language,
    meant && messages.didYouMean(meant).trim(),
  );
}

function unknownSubcommand(command: ResolvedCommand, name: string, language: Language): UserError {
  const { subcommands = [] } = command.declaration;
  const names = subcommands.map((other) => other.name);
  const synonym = subcommands.find(({ synonyms }) => synonyms?.includes(name))?.name;
  const message = commandLineMessages[language].unknownSubcommand(command.path, name);
  return usageError(command.path, message, language, oneOfThese(name, names, language, synonym));
}

function oneOfThese(
  value: string,
  names: readonly string[],
  language: Language,
  meant = nearestName(value, names),
): string {
  const messages = commandLineMessages[language];
  return `${meant ? messages.didYouMean(meant) : ''}${messages.useOne(names)}`;
}

/** Wrong usage: what is wrong, how it is right if that is known, and where the help is. */
export function usageError(path: string, message: string, language: Language, fix?: string): UserError {
  const seeHelp = commandLineMessages[language].seeHelp(`ccc ${path}`);
  return new UserError(message, fix ? `${fix}\n${seeHelp}` : seeHelp, { code: 'usage', exitCode: 2 });
}
