import { CLAUDE_SUBCOMMANDS } from '../claude/subcommands.ts';

/** What was typed after `ccc`. */
export type LaunchRequest =
  | { kind: 'help'; topic: string | undefined }
  | { kind: 'version' }
  | {
      kind: 'launch';
      /** From the command line; undefined means `current_provider`. */
      provider: string | undefined;
      args: string[];
      dryRun: boolean;
      /** Exit with another code than 0 unless the work ended with an approval. */
      requireApproval: boolean;
    }
  /** A subcommand of the client: started without our hooks and settings. */
  | { kind: 'pass'; provider: string | undefined; args: string[]; dryRun: boolean; requireApproval: boolean }
  | { kind: 'unknown'; word: string; requireApproval: boolean };

/** Options with which the client starts no session. */
const NO_SESSION = ['--help', '-h', '--version', '-v', '--update', '--upgrade', '--claude-in-chrome-mcp'];

export function parseLaunchArguments(argv: string[], providers: readonly string[]): LaunchRequest {
  const { provider, rest, ...flags } = ourFlags(argv);
  const [first, ...others] = rest;
  if (first === '--help' || first === 'help') return { kind: 'help', topic: others[0] };
  if (first === '--version' || first === 'version') return { kind: 'version' };
  if (first === '--') return { kind: 'launch', provider, args: others, ...flags };
  if (first === undefined || first.startsWith('-')) return startRequest(provider, rest, flags);
  if (provider === undefined && providers.includes(first)) {
    // People also type them after the provider.
    const { rest: args, ...more } = switches(others, flags);
    if (args[0] === '--') return { kind: 'launch', provider: first, args: args.slice(1), ...more };
    return startRequest(first, args, more);
  }
  if (CLAUDE_SUBCOMMANDS.includes(first)) return { kind: 'pass', provider, args: rest, ...flags };
  if (isPrompt(first) || provider !== undefined) return { kind: 'launch', provider, args: rest, ...flags };
  return { kind: 'unknown', word: first, requireApproval: flags.requireApproval };
}

/** White space; or other than ASCII characters, because Chinese is written without spaces. */
const isPrompt = (text: string) => /[\s\u0080-\u{10ffff}]/u.test(text);

/** Started as `claude`, only a leading provider name is ours; everything else means what it means to the client. */
export function parseAsClaudeArguments(argv: string[], providers: readonly string[]): LaunchRequest {
  const [first, ...others] = argv;
  return first !== undefined && providers.includes(first)
    ? startRequest(first, others, NO_FLAGS)
    : startRequest(undefined, argv, NO_FLAGS);
}

function startRequest(provider: string | undefined, args: string[], flags: Flags): LaunchRequest {
  const [first] = args;
  const noSession = first !== undefined && (CLAUDE_SUBCOMMANDS.includes(first) || NO_SESSION.includes(first));
  return { kind: noSession ? 'pass' : 'launch', provider, args, ...flags };
}

interface Flags {
  dryRun: boolean;
  requireApproval: boolean;
}

const NO_FLAGS: Flags = { dryRun: false, requireApproval: false };

const SWITCHES: Record<string, keyof Flags> = { '--dry-run': 'dryRun', '--require-approval': 'requireApproval' };

/** Those of our options without a value that come first, and the words after them. */
function switches(argv: string[], before: Flags): Flags & { rest: string[] } {
  const end = argv.findIndex((word) => !Object.hasOwn(SWITCHES, word));
  const leading = end < 0 ? argv : argv.slice(0, end);
  const given = Object.fromEntries(leading.map((word) => [SWITCHES[word], true]));
  return { ...before, ...given, rest: argv.slice(leading.length) };
}

function ourFlags(argv: string[]): Flags & { provider: string | undefined; rest: string[] } {
  let provider: string | undefined;
  let { rest, ...flags } = switches(argv, NO_FLAGS);
  while (rest[0] === '--provider' || rest[0]?.startsWith('--provider=')) {
    const isSeparate = rest[0] === '--provider';
    provider = isSeparate ? (rest[1] ?? '') : rest[0].slice('--provider='.length);
    ({ rest, ...flags } = switches(rest.slice(isSeparate ? 2 : 1), flags));
  }
  return { ...flags, provider, rest };
}

/**
 * An option of ours that stands among the client's arguments, which does not know it. Behind another option it may be
 * that one's value; that is left to the client, except behind `-p`, which takes none.
 */
export function misplacedSwitch(argv: readonly string[], clientArgs: readonly string[]): string | undefined {
  const end = argv.indexOf('--') < 0 ? argv.length : argv.indexOf('--');
  return argv
    .slice(0, end)
    .find(
      (word, i) =>
        i >= argv.length - clientArgs.length &&
        Object.hasOwn(SWITCHES, word) &&
        (!argv[i - 1]?.startsWith('-') || ['-p', '--print'].includes(argv[i - 1] ?? '')),
    );
}

/**
 * Whether nobody sees a screen. Without a terminal to write to the client never shows one. A bundle of short options may
 * hold `-p`, or a value with that letter in it: that is taken for `-p` too, because a line too many does no harm.
 */
export function isWithoutScreen(args: readonly string[], isTerminal: boolean): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return !isTerminal || options.some((word) => word === '--print' || word === '--init-only' || /^-[a-z]*p/i.test(word));
}

/** `-cp` as `-c -p`: short options without a value can stand together. What follows another letter may be its value. */
export const withoutBundles = (args: readonly string[]): string[] => {
  const end = args.indexOf('--') < 0 ? args.length : args.indexOf('--');
  return args.flatMap((word, at) => {
    const [, bundle = '', rest = ''] = (at < end && /^-([cp]+)([a-z]?)$/.exec(word)) || [];
    return bundle === '' ? [word] : [...bundle, ...rest].map((letter) => `-${letter}`);
  });
};

/** Whether the client returns at once and the session goes on without it. */
export const goesToBackground = (args: readonly string[]): boolean =>
  ['--bg', '--background'].some((name) =>
    args.slice(0, args.indexOf('--') < 0 ? undefined : args.indexOf('--')).includes(name),
  );

/** The client's arguments, with the values of one option marked. After `--` there are no options. */
function splitByOption(args: string[], name: string): ({ word: string } | { value: string })[] {
  const end = args.indexOf('--') < 0 ? args.length : args.indexOf('--');
  const parts: ({ word: string } | { value: string })[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (i < end && word === name && i + 1 < args.length) parts.push({ value: args[++i] as string });
    else if (i < end && word.startsWith(`${name}=`)) parts.push({ value: word.slice(name.length + 1) });
    else parts.push({ word });
  }
  return parts;
}

/** Takes every occurrence of an option with a value out of the client's arguments. */
export function takeOption(args: string[], name: string): { values: string[]; rest: string[] } {
  const parts = splitByOption(args, name);
  return {
    values: parts.flatMap((part) => ('value' in part ? [part.value] : [])),
    rest: parts.flatMap((part) => ('word' in part ? [part.word] : [])),
  };
}

/**
 * Replaces every `--settings` by our file, or adds it in front. Replaced and not removed, because an option with several
 * values ends where the next option begins.
 */
export function withSettings(args: string[], file: string): string[] {
  const ours = ['--settings', file];
  const parts = splitByOption(args, '--settings');
  const placed = parts.flatMap((part) => ('value' in part ? ours : [part.word]));
  return placed.length === parts.length ? [...ours, ...placed] : placed;
}
