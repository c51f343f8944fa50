import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Env, Language } from '../config/env.ts';
import { both } from '../i18n/both.ts';
import { nearest } from '../platform/nearest-name.ts';
import { codeOf, Problem } from '../platform/user-error.ts';

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
  const say = USAGE[env.language];
  try {
    const parsed = parseArgs({ args: argv, options, allowPositionals: true, strict: true });
    const { length } = parsed.positionals;
    if (length < words.min) throw new Problem(say.tooFew(verb), say.seeHelp(verb), 2);
    if (length > words.max)
      throw new Problem(say.unexpected(verb, parsed.positionals[words.max] ?? ''), say.seeHelp(verb), 2);
    return { values: parsed.values, words: parsed.positionals };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(wrongOption(error as Error, argv, Object.keys(options), verb, say), say.seeHelp(verb), 2);
  }
}

type Usage = (typeof USAGE)['en'];

/** The platform's own message names the option in quotes. */
function wrongOption(error: Error, argv: string[], known: string[], verb: string, say: Usage): string {
  const named = /'([^']+)'/.exec(error.message)?.[1] ?? argv.join(' ');
  const option = named.split(/[ ,=]/)[0] ?? named;
  switch (codeOf(error)) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const meant = nearest(option.replace(/^-+/, ''), known);
      return say.unknownOption(verb, option, meant && `--${meant}`);
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return error.message.includes('does not take') ? say.noValue(verb, option) : say.needsValue(verb, option);
    default:
      return say.unexpected(verb, named);
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
