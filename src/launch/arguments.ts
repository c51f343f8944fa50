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
    }
  /** A subcommand of the client: started without our hooks and settings. */
  | { kind: 'pass'; provider: string | undefined; args: string[]; dryRun: boolean }
  | { kind: 'unknown'; word: string };

/** Options with which the client starts no session. */
const NO_SESSION = ['--help', '-h', '--version', '-v', '--update', '--upgrade', '--claude-in-chrome-mcp'];

export function parseLaunchArguments(argv: string[], providers: readonly string[]): LaunchRequest {
  const { provider, dryRun, rest } = ourFlags(argv);
  const [first, ...others] = rest;
  if (first === '--help' || first === 'help') return { kind: 'help', topic: others[0] };
  if (first === '--version' || first === 'version') return { kind: 'version' };
  if (first === '--') return { kind: 'launch', provider, args: others, dryRun };
  if (first === undefined || first.startsWith('-')) return startRequest(provider, rest, dryRun);
  if (provider === undefined && providers.includes(first)) {
    // People also type `--dry-run` after the provider.
    const dry = others[0] === '--dry-run';
    const args = dry ? others.slice(1) : others;
    if (args[0] === '--') return { kind: 'launch', provider: first, args: args.slice(1), dryRun: dryRun || dry };
    return startRequest(first, args, dryRun || dry);
  }
  if (CLAUDE_SUBCOMMANDS.includes(first)) return { kind: 'pass', provider, args: rest, dryRun };
  if (isPrompt(first) || provider !== undefined) return { kind: 'launch', provider, args: rest, dryRun };
  return { kind: 'unknown', word: first };
}

/** White space; or other than ASCII characters, because Chinese is written without spaces. */
const isPrompt = (text: string) => /[\s\u0080-\u{10ffff}]/u.test(text);

/** Started as `claude`, only a leading provider name is ours; everything else means what it means to the client. */
export function parseAsClaudeArguments(argv: string[], providers: readonly string[]): LaunchRequest {
  const [first, ...others] = argv;
  return first !== undefined && providers.includes(first)
    ? startRequest(first, others, false)
    : startRequest(undefined, argv, false);
}

function startRequest(provider: string | undefined, args: string[], dryRun: boolean): LaunchRequest {
  const [first] = args;
  const noSession = first !== undefined && (CLAUDE_SUBCOMMANDS.includes(first) || NO_SESSION.includes(first));
  return { kind: noSession ? 'pass' : 'launch', provider, args, dryRun };
}

function ourFlags(argv: string[]) {
  const rest = [...argv];
  let provider: string | undefined;
  let dryRun = false;
  for (;;) {
    if (rest[0] === '--dry-run') {
      dryRun = true;
      rest.shift();
    } else if (rest[0] === '--provider') {
      provider = rest[1] ?? '';
      rest.splice(0, 2);
    } else if (rest[0]?.startsWith('--provider=')) {
      provider = rest[0].slice('--provider='.length);
      rest.shift();
    } else return { provider, dryRun, rest };
  }
}

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
