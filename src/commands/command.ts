import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Env } from '../config/env.ts';
import { both } from '../i18n/both.ts';
import type { Language } from '../i18n/language.ts';
import { nearest } from '../platform/nearest-name.ts';
import { errorCode, UserError } from '../platform/user-error.ts';

/** A verb that people type. `--help` is answered before `run` is called. */
export interface Command {
  help: Record<Language, string>;
  /** Returns the exit code. */
  run(argv: string[], env: Env): Promise<number>;
}

interface Shape<O extends NonNullable<ParseArgsConfig['options']>> {
  options: O;
  /** How many words may stand beside the options. */
  words: { min: number; max: number };
}

/** Options and words of a command line; anything else is wrong usage (exit 2) with the command to get help. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  verb: string,
  argv: string[],
  { options, words }: Shape<O>,
  env: Env,
) {
  const messages = USAGE[env.language];
  try {
    const parsed = parseArgs({ args: argv, options, allowPositionals: true, strict: true });
    const { length } = parsed.positionals;
    if (length < words.min) throw new UserError(messages.tooFew(verb), messages.seeHelp(verb), 2);
    if (length > words.max)
      throw new UserError(messages.unexpected(verb, parsed.positionals[words.max] ?? ''), messages.seeHelp(verb), 2);
    return { values: parsed.values, words: parsed.positionals };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      wrongOption(error as Error, argv, Object.keys(options), verb, messages),
      messages.seeHelp(verb),
      2,
    );
  }
}

type Usage = (typeof USAGE)['en'];

/** The platform's own message names the option in quotes. */
function wrongOption(error: Error, argv: string[], known: string[], verb: string, messages: Usage): string {
  const named = /'([^']+)'/.exec(error.message)?.[1] ?? argv.join(' ');
  const option = named.split(/[ ,=]/)[0] ?? named;
  switch (errorCode(error)) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const meant = nearest(option.replace(/^-+/, ''), known);
      return messages.unknownOption(verb, option, meant && `--${meant}`);
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return error.message.includes('does not take')
        ? messages.noValue(verb, option)
        : messages.needsValue(verb, option);
    default:
      return messages.unexpected(verb, named);
  }
}

const USAGE = both(
  {
    tooFew: (verb: string) => `${verb}: something is missing`,
    unexpected: (verb: string, what: string) => `${verb}: ${JSON.stringify(what)} was not expected`,
    unknownOption: (verb: string, option: string, meant: string | undefined) =>
      `${verb}: unknown option ${option}${meant ? `; did you mean ${meant}?` : ''}`,
    needsValue: (verb: string, option: string) => `${verb}: ${option} needs a value`,
    noValue: (verb: string, option: string) => `${verb}: ${option} takes no value`,
    seeHelp: (verb: string) => `See: ccc ${verb.split(' ')[0]} --help`,
  },
  {
    tooFew: (verb) => `${verb}：缺少参数`,
    unexpected: (verb, what) => `${verb}：多余的 ${JSON.stringify(what)}`,
    unknownOption: (verb, option, meant) => `${verb}：没有选项 ${option}${meant ? `；你是想用 ${meant} 吗？` : ''}`,
    needsValue: (verb, option) => `${verb}：${option} 需要一个值`,
    noValue: (verb, option) => `${verb}：${option} 不带值`,
    seeHelp: (verb) => `请看：ccc ${verb.split(' ')[0]} --help`,
  },
);
