import type { CommandLine, Offer } from './command-lines.ts';

/** One place a cursor can be in, as the scripts know it. */
export interface Context {
  /** The commands typed so far, `provider add`; empty before the first word; LAUNCH after an option of a launch. */
  name: string;
  /** Words that lead into another context. */
  below: string[];
  /** What may stand here, besides. */
  word: Offer;
  options: string[];
  /** Options that are followed by a value. */
  values: { option: string; offer: Offer }[];
}

/** A launch has begun: none of our commands can follow, and whatever is not ours is claude's. */
export const LAUNCH = 'launch';

export function contextsOf(
  commands: Readonly<Record<string, CommandLine>>,
  launchOptions: Readonly<Record<string, Offer | 'flag'>>,
): Context[] {
  const launch = { options: launchOptions, word: 'provider' } as const;
  return [
    { ...context('', { ...launch, below: commands }), options: [...Object.keys(launchOptions), '--help', '--version'] },
    { ...context(LAUNCH, launch), options: Object.keys(launchOptions) },
    ...Object.entries(commands).flatMap(([name, line]) => within(name, line)),
  ];
}

function within(name: string, line: CommandLine): Context[] {
  const below = Object.entries(line.below ?? {});
  return [context(name, line), ...below.flatMap(([word, inner]) => within(`${name} ${word}`, inner))];
}

function context(name: string, { options = {}, word = 'free', below = {} }: CommandLine): Context {
  return {
    name,
    below: Object.keys(below),
    word,
    options: [...Object.keys(options), '--help'],
    values: Object.entries(options).flatMap(([option, offer]) => (offer === 'flag' ? [] : [{ option, offer }])),
  };
}

/** Before `>` the context, behind it the word that was typed there: what the scripts look up. */
export const key = (context: string, word: string) => `${context}>${word}`;

export const belowKeys = (contexts: Context[], wanted: (name: string) => boolean) =>
  contexts.filter(({ name }) => wanted(name)).flatMap(({ name, below }) => below.map((word) => key(name, word)));

export const valueKeys = ({ name, values }: Context) => values.map(({ option }) => key(name, option));

export const flagKeys = ({ name, options, values }: Context) =>
  options
    .filter(
      (option) => !values.some((value) => value.option === option) && option !== '--help' && option !== '--version',
    )
    .map((option) => key(name, option));
