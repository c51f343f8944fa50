import { posix, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Pipeline, parseShellLine, type ShellWords } from '../../platform/shell.ts';
import type { CommandCall, CommandEnd } from './command-end.ts';
import { purposeOf } from './kinds.ts';
import { withoutWrappers } from './wrappers.ts';

/** What a command did to files, as far as its words and its output say. */
export interface FileEffects {
  written: string[];
  removed: string[];
  /** Put back by git: perhaps as they were. */
  restored: string[];
  /** Folders that files were put into, or back into, which it does not name. */
  refilled: string[];
  /** Put away by `git stash`, until they are taken out again. */
  stashed: string[];
  /** The command that changed files without naming them: a formatter, or git moving to another commit. */
  changedOthers: { command: string; by: 'formatter' | 'git'; folder: string } | undefined;
}

/** Tried before parsing: most commands change nothing. */
const MAY_CHANGE =
  />|\b(?:tee|sed|perl|mv|cp|ln|dd|ed|ex|truncate|rm|unlink|trash|patch|git|fmt|format|prettier|black|ruff|isort|gofmt|goimports|biome|eslint|dprint|rustfmt|install|rsync|tar|unzip|fix|mise|make|just|task|npm|pnpm|yarn|bun)\b/;

/** `from`: only of the pipelines from that one on. */
export function effectsOf(
  { command, cwd }: CommandCall,
  { outcome, output }: CommandEnd,
  from = 0,
): FileEffects | undefined {
  if (outcome.kind !== 'ok' && outcome.kind !== 'background') return undefined;
  if (!MAY_CHANGE.test(command)) return undefined;
  const effects: FileEffects = {
    written: [],
    removed: [],
    restored: [],
    refilled: [],
    stashed: [],
    changedOthers: undefined,
  };
  let folder = cwd ?? '';
  const full = (word: string) => (folder === '' ? word : resolve(folder, word));
  const pipelines = parseShellLine(command);
  for (const [at, { programs, writes }] of pipelines.entries()) {
    const [first = []] = programs;
    if (first[0] === 'cd' && first[1] !== undefined) folder = full(first[1]);
    if (at < from) continue;
    effects.written.push(...writes.map(full));
    for (const program of programs) {
      const words = withoutWrappers(program);
      const { written = [], removed = [], restored = [], refilled = [], stashed = [] } = namedFiles(words);
      effects.written.push(...written.map(full));
      effects.removed.push(...removed.map(full));
      effects.restored.push(...restored.map(full));
      effects.refilled.push(...refilled.map(full));
      if (/Saved working directory/.test(output)) effects.stashed.push(...stashed.map(full));
    }
  }
  const lists = [effects.written, effects.removed, effects.restored, effects.refilled, effects.stashed];
  // A variable or a pattern names no file that is known.
  for (const list of lists) list.splice(0, list.length, ...list.filter((path) => !/[$*`]/.test(path)));
  const behind = from === 0 ? command : wordsFrom(pipelines, from);
  effects.changedOthers = changedOthers(behind, folder, stripVTControlCharacters(output));
  return lists.some((list) => list.length > 0) || effects.changedOthers ? effects : undefined;
}

const wordsFrom = (pipelines: Pipeline[], from: number) =>
  pipelines
    .slice(from)
    .flatMap(({ programs }) => programs.map((words) => words.join(' ')))
    .join('; ');

/** Behind a run in the same line: may this change files without naming them? */
export function mayChangeFilesFrom(command: string, from: number): boolean {
  return parseShellLine(command)
    .slice(from)
    .some(
      ({ programs, isConditional }) =>
        isConditional ||
        programs.some((program) => {
          const words = withoutWrappers(program);
          const { isOpaque, rewrites, ecosystem } = purposeOf(words);
          return (
            (isOpaque && ecosystem !== 'git') ||
            rewrites ||
            GIT_MOVES.test(words.join(' ')) ||
            UNPACKS.test(words[0] ?? '')
          );
        }),
    );
}

const UNPACKS = /^(?:patch|tar|unzip|rsync|cp|mv|rm|ln|install|dd|ed|ex|vim?|sed|perl|python\d?|node|ruby)$/;

/** `cp -a old/. src`, `mv a b src/`: what is written has the names of what was copied. */
function copied(plain: readonly string[], args: readonly string[]): string[] {
  const option = args.findIndex((word) => word === '-t' || word === '--target-directory');
  const target = option >= 0 ? args[option + 1] : plain.at(-1);
  const sources = option >= 0 ? plain.filter((word) => word !== target) : plain.slice(0, -1);
  if (target === undefined) return [];
  // A name without an ending is mostly a folder: `cp a.js src`. A folder that is copied may be that folder then.
  const names = sources.map((source) => posix.basename(source)).filter((name) => /\.\w+$/.test(name));
  const isFile = sources.length === 1 && option < 0 && /\.\w+$/.test(target);
  return isFile ? [target] : [target, ...names.map((name) => posix.join(target, name))];
}

/** The folder that a folder, or whatever a pattern fits, was copied into. */
function filled(plain: readonly string[], args: readonly string[]): string[] {
  const option = args.findIndex((word) => word === '-t' || word === '--target-directory');
  const target = option >= 0 ? args[option + 1] : plain.at(-1);
  const sources = plain.filter((word) => word !== target);
  return target !== undefined && isNoFile(target) && sources.some((word) => isNoFile(word) || /[*?[{]/.test(word))
    ? [target]
    : [];
}

/** Without an ending, mostly a folder. */
const isNoFile = (path: string) => !/[^/.]\.\w+$/.test(path);
/** `git checkout test` may name a branch or a folder; these are no folders. */
const isNoRevision = (word: string) =>
  !/^(?:-|HEAD|main|master|develop|origin\/|stash)|[~^@{]|^[0-9a-f]{7,40}$/.test(word);

function namedFiles([name = '', ...args]: ShellWords): Partial<Omit<FileEffects, 'changedOthers'>> {
  const plain = args.filter((word) => !word.startsWith('-'));
  switch (name.replace(/^.*\//, '')) {
    case 'tee':
      return { written: plain };
    case 'sed':
    case 'perl':
      return args.some((word) => /^-\w*i|^--in-place/.test(word)) ? { written: plain.slice(1) } : {};
    case 'mv':
      return { written: copied(plain, args), removed: plain.slice(0, -1), refilled: filled(plain, args) };
    case 'cp':
    case 'install':
    case 'ln':
    case 'rsync':
      return { written: copied(plain, args), refilled: filled(plain, args) };
    case 'tar':
    case 'unzip':
      return { refilled: args.flatMap((word, at) => (/^-[Cd]$/.test(args[at - 1] ?? '') ? [word] : [])) };
    case 'truncate':
    case 'ed':
    case 'ex':
      return { written: plain.slice(-1) };
    case 'dd':
      return { written: args.flatMap((word) => /^of=(.+)/.exec(word)?.[1] ?? []) };
    case 'rm':
    case 'unlink':
    case 'trash':
      return { removed: plain };
    case 'git': {
      const [subcommand = '', ...rest] = plain;
      if (subcommand === 'rm') return args.includes('--cached') ? {} : { removed: rest };
      if (subcommand === 'mv') return { written: rest.slice(-1), removed: rest.slice(0, -1) };
      if (subcommand === 'restore' && (!args.includes('--staged') || args.includes('--worktree')))
        return { restored: rest, refilled: rest.filter(isNoFile) };
      if (subcommand === 'stash' && args.includes('--')) return { stashed: args.slice(args.indexOf('--') + 1) };
      if (subcommand === 'checkout' && !args.some((word) => /^-[bBt]$|^--(?:orphan|track|detach)/.test(word))) {
        const paths = args.includes('--') ? args.slice(args.indexOf('--') + 1) : rest.filter(isNoRevision);
        return { restored: paths, refilled: paths.filter(isNoFile) };
      }
      return {};
    }
    default:
      return {};
  }
}

const GIT_CHANGED =
  /^(?:Switched to (?:branch|a new branch .* set up)|HEAD is now at|Updating [0-9a-f]+\.\.|Fast-forward|Successfully rebased|Saved working directory|Dropped refs\/stash|Merge made by|Auto-merging|Note: switching to)/m;
const GIT_MOVES =
  /\bgit(?: -[cC] \S+)* (?:checkout|switch|pull|merge|rebase|reset\b[^;&|]* --(?:hard|merge|keep)|stash(?! (?:list|show|drop))|cherry-pick|revert|am|apply|restore)\b/;
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
