import { CLAUDE_SUBCOMMANDS } from '../claude/subcommands.ts';

/** What somebody typed after `ccc`, read in the contract's order. */
export type LaunchRequest =
  | { kind: 'help'; topic: string | undefined }
  | { kind: 'version' }
  | {
      kind: 'launch';
      /** Named on the command line; undefined leaves it to `current_provider`. */
      provider: string | undefined;
      args: string[];
      dryRun: boolean;
    }
  /** A subcommand of claude's own: no hooks, no settings of ours. */
  | { kind: 'pass'; provider: string | undefined; args: string[]; dryRun: boolean }
  | { kind: 'unknown'; word: string };

/** Options with which claude only tells something and starts no session. */
const ONLY_TELLS = ['--help', '-h', '--version', '-v', '--update', '--upgrade', '--claude-in-chrome-mcp'];

export function parseLaunchArguments(argv: string[], providers: readonly string[]): LaunchRequest {
  const { provider, dryRun, rest } = ourFlags(argv);
  const [first, ...others] = rest;
  if (first === '--help' || first === 'help') return { kind: 'help', topic: others[0] };
  if (first === '--version' || first === 'version') return { kind: 'version' };
  if (first === '--') return { kind: 'launch', provider, args: others, dryRun };
  if (first === undefined || first.startsWith('-')) return started(provider, rest, dryRun);
  if (provider === undefined && providers.includes(first)) {
    // After the provider `--dry-run` may still be ours: that is where a hand puts it.
    const dry = others[0] === '--dry-run';
    const args = dry ? others.slice(1) : others;
    if (args[0] === '--') return { kind: 'launch', provider: first, args: args.slice(1), dryRun: dryRun || dry };
    return started(first, args, dryRun || dry);
  }
  if (CLAUDE_SUBCOMMANDS.includes(first)) return { kind: 'pass', provider, args: rest, dryRun };
  if (isPrompt(first) || provider !== undefined) return { kind: 'launch', provider, args: rest, dryRun };
  return { kind: 'unknown', word: first };
}

/** White space, or letters that no command and hardly a provider has: Chinese is written without spaces. */
const isPrompt = (text: string) => /[\s\u0080-\u{10ffff}]/u.test(text);

/** Under the name `claude` every word keeps its meaning; only a leading provider name is ours. */
export function parseAsClaudeArguments(argv: string[], providers: readonly string[]): LaunchRequest {
  const [first, ...others] = argv;
  return first !== undefined && providers.includes(first)
    ? started(first, others, false)
    : started(undefined, argv, false);
}

function started(provider: string | undefined, args: string[], dryRun: boolean): LaunchRequest {
  const [first] = args;
  const tells = first !== undefined && (CLAUDE_SUBCOMMANDS.includes(first) || ONLY_TELLS.includes(first));
  return { kind: tells ? 'pass' : 'launch', provider, args, dryRun };
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

/** Claude's arguments, with the values of one option told apart. Behind `--` there are no options. */
function piecesOf(args: string[], name: string): ({ word: string } | { value: string })[] {
  const end = args.indexOf('--') < 0 ? args.length : args.indexOf('--');
  const pieces: ({ word: string } | { value: string })[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (i < end && word === name && i + 1 < args.length) pieces.push({ value: args[++i] as string });
    else if (i < end && word.startsWith(`${name}=`)) pieces.push({ value: word.slice(name.length + 1) });
    else pieces.push({ word });
  }
  return pieces;
}

/** Takes an option with a value out of claude's arguments, as often as it is given. */
export function takeOption(args: string[], name: string): { values: string[]; rest: string[] } {
  const pieces = piecesOf(args, name);
  return {
    values: pieces.flatMap((piece) => ('value' in piece ? [piece.value] : [])),
    rest: pieces.flatMap((piece) => ('word' in piece ? [piece.word] : [])),
  };
}

/**
 * Our file in the place of every `--settings`, else in front: an option with many values ends where the next one begins,
 * so nothing may be taken out.
 */
export function withSettings(args: string[], file: string): string[] {
  const ours = ['--settings', file];
  const pieces = piecesOf(args, '--settings');
  const placed = pieces.flatMap((piece) => ('value' in piece ? ours : [piece.word]));
  return placed.length === pieces.length ? [...ours, ...placed] : placed;
}
