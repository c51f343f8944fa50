import { type CompletionSource, type Declaration, flagOf, type LocalizedText, type Option } from './declaration.ts';

export interface CommandLine {
  /** `ccc` itself: what may be typed before claude's own arguments. */
  launch: Declaration;
  commands: readonly Declaration[];
}

export interface Candidate {
  word: string;
  help?: LocalizedText;
}

/** What belongs at the cursor: files, which the shell completes best, or words, some of which have to be looked up. */
export type Completion = 'files' | { words: Candidate[]; lookUp?: Exclude<CompletionSource, 'file' | 'command'> };

const NOTHING: Completion = { words: [] };

/** What may stand in the place of the last word. */
export function complete(words: readonly string[], { launch, commands }: CommandLine): Completion {
  const typed = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const command = commands.find(({ name }) => name === typed[0]);
  return command ? inCommand(command, typed.slice(1), current, commands) : inLaunch(typed, current, launch, commands);
}

/** Whatever is not ours belongs to claude, whose arguments are mostly files. */
function inLaunch(
  typed: readonly string[],
  current: string,
  launch: Declaration,
  commands: readonly Declaration[],
): Completion {
  let hasProvider = false;
  for (let i = 0; i < typed.length; i++) {
    const option = optionTyped(launch, typed[i] as string);
    if (option === undefined) return 'files';
    if (option.placeholder === undefined) continue;
    if (i + 1 === typed.length) return offer(option);
    hasProvider = true;
    i++;
  }
  if (current.startsWith('-')) return { words: [...optionsOf(launch), ...(typed.length === 0 ? GENERAL : [])] };
  if (hasProvider) return 'files';
  return { words: typed.length === 0 ? commands.map(named) : [], lookUp: 'provider' };
}

const GENERAL: Candidate[] = [{ word: '--help' }, { word: '--version' }];

function inCommand(
  declaration: Declaration,
  typed: readonly string[],
  current: string,
  commands: readonly Declaration[],
): Completion {
  const { subcommands } = declaration;
  if (subcommands) {
    const next = subcommands.find(({ name }) => name === typed[0]);
    if (next) return inCommand(next, typed.slice(1), current, commands);
    const begun = subcommands.filter(({ name }) => current !== '' && name.startsWith(current));
    if (!declaration.arguments) {
      if (typed.length > 0) return NOTHING;
      return { words: current.startsWith('-') ? [{ word: '--help' }] : subcommands.map(named) };
    }
    if (typed.length === 0 && begun.length > 0) return { words: begun.map(named) };
  }
  const given: string[] = [];
  for (let i = 0; i < typed.length; i++) {
    const word = typed[i] as string;
    if (word === '--') return 'files';
    const option = optionTyped(declaration, word);
    if (option?.placeholder !== undefined) {
      if (i + 1 === typed.length) return offer(option);
      i++;
    } else if (!word.startsWith('-')) given.push(word);
  }
  if (current.startsWith('-')) return { words: [...optionsOf(declaration), { word: '--help' }] };
  const all = Object.values(declaration.arguments ?? {});
  const next = all[given.length] ?? all.findLast(({ repeated }) => repeated);
  if (next?.suggestions === 'command') return { words: commandsBelow(given, commands).map(named) };
  return next ? offer(next) : NOTHING;
}

/** The commands that may follow these words: all of them, or the subcommands of the last. */
const commandsBelow = (words: readonly string[], commands: readonly Declaration[]): readonly Declaration[] =>
  words.reduce((level, word) => level.find(({ name }) => name === word)?.subcommands ?? [], commands);

function offer({ choices, suggestions }: Pick<Option, 'choices' | 'suggestions'>): Completion {
  if (suggestions === 'file') return 'files';
  if (suggestions === 'command') return NOTHING;
  if (typeof suggestions === 'string') return { words: [], lookUp: suggestions };
  return { words: (choices ?? suggestions ?? []).map((word) => ({ word })) };
}

const optionTyped = ({ options = {} }: Declaration, word: string): Option | undefined =>
  Object.entries(options).find(([name]) => flagOf(name) === word)?.[1];

const optionsOf = ({ options = {} }: Declaration): Candidate[] =>
  Object.entries(options).map(([name, { help }]) => ({ word: flagOf(name), help }));

const named = ({ name, summary }: Declaration): Candidate => ({ word: name, help: summary });
