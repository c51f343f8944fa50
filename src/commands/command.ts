import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Env, Language } from '../config/env.ts';
import { Problem } from '../problem.ts';
import { both } from '../words/both.ts';

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
    throw new Problem(say.unexpected(verb, offending(error as Error, argv)), say.seeHelp(verb), 2);
  }
}

/** The platform's own message names the option in quotes. */
const offending = (error: Error, argv: string[]) => /'([^']+)'/.exec(error.message)?.[1] ?? argv.join(' ');

const USAGE = both(
  {
    tooFew: (verb: string) => `ccc ${verb}: something is missing`,
    unexpected: (verb: string, what: string) => `ccc ${verb}: cannot be used like this: ${what}`,
    seeHelp: (verb: string) => `See: ccc ${verb.split(' ')[0]} --help`,
  },
  {
    tooFew: (verb) => `ccc ${verb}：缺少参数`,
    unexpected: (verb, what) => `ccc ${verb}：不能这样用：${what}`,
    seeHelp: (verb) => `请看：ccc ${verb.split(' ')[0]} --help`,
  },
);
