import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parseShellLine, type ShellWords } from '../../platform/shell.ts';
import type { CommandEnd } from './command-end.ts';
import type { CommandCall } from './kind-run.ts';
import { withoutWrappers } from './wrappers.ts';

/** What a command did to files, as far as its words and its output say. */
export interface FileEffects {
  written: string[];
  removed: string[];
  /** Put back by git: perhaps as they were. */
  restored: string[];
  /** Put away by `git stash`, until they are taken out again. */
  stashed: string[];
  /** The command that changed files without naming them: a formatter, or git moving to another commit. */
  changedOthers: { command: string; by: 'formatter' | 'git'; folder: string } | undefined;
}

/** Tried before parsing: most commands change nothing. */
const MAY_CHANGE =
  />|\b(?:tee|sed|perl|mv|cp|rm|unlink|trash|patch|git|fmt|format|prettier|black|ruff|isort|gofmt|goimports|biome|eslint|dprint|rustfmt|install|rsync|fix|mise|make|just|task|npm|pnpm|yarn|bun)\b/;

export function effectsOf({ command, cwd }: CommandCall, { outcome, output }: CommandEnd): FileEffects | undefined {
  if (outcome.kind !== 'ok' && outcome.kind !== 'background') return undefined;
  if (!MAY_CHANGE.test(command)) return undefined;
  const effects: FileEffects = { written: [], removed: [], restored: [], stashed: [], changedOthers: undefined };
  let folder = cwd ?? '';
  const full = (word: string) => (folder === '' ? word : resolve(folder, word));
  for (const { programs, writes } of parseShellLine(command)) {
    const [first = []] = programs;
    if (first[0] === 'cd' && first[1] !== undefined) folder = full(first[1]);
    effects.written.push(...writes.map(full));
    for (const program of programs) {
      const words = withoutWrappers(program);
      const { written = [], removed = [], restored = [], stashed = [] } = namedFiles(words);
      effects.written.push(...written.map(full));
      effects.removed.push(...removed.map(full));
      effects.restored.push(...restored.map(full));
      if (/Saved working directory/.test(output)) effects.stashed.push(...stashed.map(full));
    }
  }
  const lists = [effects.written, effects.removed, effects.restored, effects.stashed];
  // A variable or a pattern names no file that is known.
  for (const list of lists) list.splice(0, list.length, ...list.filter((path) => !/[$*`]/.test(path)));
  effects.changedOthers = changedOthers(command, folder, stripVTControlCharacters(output));
  return lists.some((list) => list.length > 0) || effects.changedOthers ? effects : undefined;
}

function namedFiles([name = '', ...args]: ShellWords): Partial<Omit<FileEffects, 'changedOthers'>> {
  const plain = args.filter((word) => !word.startsWith('-'));
  switch (name.replace(/^.*\//, '')) {
    case 'tee':
      return { written: plain };
    case 'sed':
    case 'perl':
      return args.some((word) => /^-\w*i|^--in-place/.test(word)) ? { written: plain.slice(1) } : {};
    case 'mv':
      return { written: plain.slice(-1), removed: plain.slice(0, -1) };
    case 'cp':
    case 'install':
      return { written: plain.slice(-1) };
    case 'rm':
    case 'unlink':
    case 'trash':
      return { removed: plain };
    case 'git': {
      const [subcommand = '', ...rest] = plain;
      if (subcommand === 'rm') return { removed: rest };
      if (subcommand === 'mv') return { written: rest.slice(-1), removed: rest.slice(0, -1) };
      if (subcommand === 'restore' && !args.includes('--staged')) return { restored: rest };
      if (subcommand === 'stash' && args.includes('--')) return { stashed: args.slice(args.indexOf('--') + 1) };
      if (subcommand === 'checkout' && args.includes('--')) return { restored: args.slice(args.indexOf('--') + 1) };
      return {};
    }
    default:
      return {};
  }
}

const GIT_CHANGED =
  /^(?:Switched to (?:branch|a new branch .* set up)|HEAD is now at|Updating [0-9a-f]+\.\.|Fast-forward|Successfully rebased|Saved working directory|Dropped refs\/stash|Merge made by|Auto-merging|Note: switching to)/m;
const GIT_MOVES =
  /\bgit(?: -[cC] \S+)* (?:checkout|switch|pull|merge|rebase|reset --(?:hard|merge|keep)|stash(?! (?:list|show|drop))|cherry-pick|revert|am|apply|restore)\b/;
const NEW_BRANCH = /\bgit(?: -[cC] \S+)* (?:checkout -[bB]|switch -[cC])\b/;
const FORMATTED =
  /\b[1-9]\d* files? (?:reformatted|formatted|changed|fixed)\b|^(?:reformatted|Fixing|Formatted) \S+|\bFixed [1-9]\d* files?\b|\([1-9]\d* fixed, \d+ remaining\)|\bFormatted \d+ files? \([1-9]\d* changed\)/im;
const FORMATS =
  /\b(?:fmt|format|prettier|black|ruff|isort|gofmt|goimports|biome|dprint|rustfmt|fix|lint|eslint|check)\b/;

function changedOthers(command: string, folder: string, output: string): FileEffects['changedOthers'] {
  const shown = command.replaceAll(/\s+/g, ' ').slice(0, 120);
  if (GIT_MOVES.test(command) && !NEW_BRANCH.test(command) && GIT_CHANGED.test(output))
    return { command: shown, by: 'git', folder };
  return FORMATS.test(command) && FORMATTED.test(output) && !/\bgit\b/.test(command)
    ? { command: shown, by: 'formatter', folder }
    : undefined;
}
