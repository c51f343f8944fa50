import { posix } from 'node:path';
import { type Pipeline, parseShellLine, type ShellWords } from '../../platform/shell.ts';
import type { CommandKind, RunOutcome } from '../evidence.ts';
import { type Purpose, purposeOf } from './kinds.ts';
import { folderOption, innerShellLine, substitutedLine, withoutWrappers } from './wrappers.ts';

/** One thing that a command line was run for. */
export interface CommandPart extends Purpose {
  /** Where it ran, as far as `cd` and options say. */
  folder: string;
  /** Why the exit status of the whole does not say how this part ended; undefined: it does. */
  hidden: Extract<RunOutcome, { kind: 'unknown' }>['why'] | undefined;
  /** Matches the line on which the command itself prints this part's exit status. */
  statusLine: RegExp | undefined;
  /** Lines that the command prints however this part ended. */
  alwaysPrinted: string[];
  /** Lines of its output may be missing: `| head`, `| grep`. */
  isFiltered: boolean;
  /** Something runs only if this part passed, and may fail in its place. */
  isFollowed: boolean;
  background: boolean;
}

/** What a command line was run for; at least one part, of the kind `other` if nothing is known of it. */
export function commandParts(command: string, depth = 0): CommandPart[] {
  const pipelines = parseShellLine(command);
  const parts: CommandPart[] = [];
  const folders = foldersAlong(pipelines);
  let pipefail = false;
  let errexit = false;
  pipelines.forEach((pipeline, at) => {
    const [first = []] = pipeline.programs;
    const folder = folders[at] as string;
    if (first[0] === 'set') {
      pipefail ||= first.includes('pipefail');
      errexit ||= first.some((word) => /^-[a-z]*e/.test(word));
    }
    const masked = isMasked(pipelines, at, errexit) || (pipeline.inLoop && !errexit && pipeline.followedBy !== '||');
    pipeline.programs.forEach((program, position) => {
      const piped = position < pipeline.programs.length - 1 && !pipefail && !/PIPESTATUS|pipestatus/.test(command);
      const hidden = piped ? 'hidden by a pipe' : masked ? 'hidden by what follows' : undefined;
      const statusDecides = !piped && (pipeline.followedBy === '&&' || pipeline.followedBy === '||');
      const isFiltered = pipeline.programs.slice(position + 1).some(isFilter);
      const isFollowed = pipeline.followedBy === '&&';
      const background = pipeline.followedBy === '&';
      const bare = withoutWrappers(program);
      const inner = innerShellLine(bare) ?? substitutedLine(program);
      if (inner !== undefined && depth < 3) {
        parts.push(
          ...commandParts(inner, depth + 1).map((part) => ({
            ...part,
            folder: inside(folder, part.folder),
            hidden: hidden ?? part.hidden,
            isFiltered: isFiltered || part.isFiltered,
            isFollowed: isFollowed || part.isFollowed,
          })),
        );
      } else {
        // Field by field: a spread takes longer than all the rest, and there may be thousands of commands.
        const { kind, ecosystem, tool, targets } = purposeOf(bare);
        parts.push({
          kind,
          ecosystem,
          tool,
          targets,
          folder: inside(folder, folderOption(program) ?? ''),
          hidden,
          statusLine: piped || kind === 'other' ? undefined : statusLine(pipelines, at),
          alwaysPrinted: statusDecides || kind === 'other' ? [] : linesAlwaysPrinted(pipelines, at),
          isFiltered,
          isFollowed,
          background,
        });
      }
    });
  });
  const checked = parts.filter(({ kind }) => kind !== 'other');
  if (checked.length > 0) return checked;
  return parts.filter(
    (part, at) => at === parts.length - 1 || (part.hidden === 'hidden by a pipe' && mayRunTests(part)),
  );
}

/** Where each pipeline runs, as far as `cd` says. A `cd` between parentheses ends with them. */
function foldersAlong(pipelines: readonly Pipeline[]): string[] {
  const inEach = new Map<number, string>();
  return pipelines.map(({ programs, subshells }) => {
    const [name, way = '~'] = programs[0] ?? [];
    const outer = inEach.get(subshells.findLast((around) => inEach.has(around)) ?? 0) ?? '';
    const folder = name === 'cd' || name === 'pushd' ? inside(outer, way) : outer;
    inEach.set(subshells.at(-1) ?? 0, folder);
    return folder;
  });
}

/** `npm run ci`, `mvn package`: only the output may tell whether such a command ran tests. */
export const mayRunTests = ({ ecosystem, tool }: Purpose): boolean =>
  /^(?:js|make|php|jvm|python)$/.test(ecosystem) && (tool === undefined || ecosystem === 'jvm');

const inside = (folder: string, way: string) => (/^[/~]/.test(way) ? way : posix.join(folder, way).replace(/^\.$/, ''));

export const kindsIn = (command: string): CommandKind[] => [...new Set(commandParts(command).map(({ kind }) => kind))];

/** Programs that drop lines. `grep -v` does not count: it is used to drop noise. */
const isFilter = ([name = '', ...args]: ShellWords) =>
  /^(?:head|[ef]?grep|rg|sed|awk)$/.test(name) && !args.some((word) => /^-[a-zA-Z]*v|^--invert-match$/.test(word));

/** Whether the status of this pipeline is replaced by that of something after it. */
function isMasked(pipelines: Pipeline[], at: number, errexit: boolean): boolean {
  for (let i = at; i < pipelines.length - 1; i++) {
    const { followedBy } = pipelines[i] as Pipeline;
    const next = pipelines[i + 1]?.programs[0] ?? [];
    if (followedBy === '||' && !(next[0] === 'exit' && next[1] !== '0') && next[0] !== 'false') return true;
    if (followedBy === ';' && !errexit && !(next[0] === 'exit' && /\$|[1-9]/.test(next[1] ?? ''))) return true;
    if (followedBy === ';' || followedBy === '||') return false;
  }
  return false;
}

/** `$?`, or what bash and zsh keep of a pipe. */
const STATUS = /\$\?|\$\{?(?:PIPESTATUS|pipestatus)(?:\[[01]\])?\}?/;

/**
 * A pattern of the line on which a command prints how the pipeline at `at` ended: `; echo "exit: $?"`, or
 * `; rc=$?; …; echo "exit: $rc"`. Only a status that is taken right after the pipeline is its own.
 */
function statusLine(pipelines: Pipeline[], at: number): RegExp | undefined {
  let end = at;
  while (pipelines[end]?.followedBy === '&&') end++;
  const after = pipelines.slice(end + 1).map(({ programs }) => programs[0] ?? []);
  const [next = []] = after;
  const kept = next.length === 1 ? /^(\w+)=(.+)$/.exec(next[0] as string) : null;
  if (kept && STATUS.test(kept[2] as string)) {
    const variable = new RegExp(`\\$(?:${kept[1]}\\b|\\{${kept[1]}\\})`);
    return after.map((words) => printedBy(words, variable)).find(Boolean);
  }
  return printedBy(next, STATUS);
}

/** What a command prints however the pipeline at `at` ended: `; echo OK`. */
function linesAlwaysPrinted(pipelines: Pipeline[], at: number): string[] {
  return pipelines
    .slice(at + 1)
    .map(({ programs }) => programs[0] ?? [])
    .filter(([name]) => name === 'echo')
    .map(echoedText);
}

const echoedText = (words: ShellWords) => words.slice(/^-[neE]+$/.test(words[1] ?? '') ? 2 : 1).join(' ');

function printedBy(words: ShellWords, variable: RegExp): RegExp | undefined {
  if (words[0] !== 'echo') return undefined;
  const [before, after, ...more] = echoedText(words).split(variable);
  // Other substitutions print what is not known.
  if (before === undefined || after === undefined || more.length > 0 || /[$`\\]/.test(before + after)) return undefined;
  return new RegExp(`^${escapeRegExp(before)}(\\d{1,3})${escapeRegExp(after)}$`, 'gm');
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^{}()|[\]]/g, '\\$&');

/** Whether what failed in `earlier` is resolved by `later` having passed. */
export function resolvesFailureOf(later: CommandPart, earlier: CommandPart): boolean {
  return (
    later.kind === earlier.kind &&
    later.ecosystem === earlier.ecosystem &&
    (later.tool === earlier.tool || later.tool === undefined || earlier.tool === undefined) &&
    later.folder === earlier.folder &&
    (later.targets.length === 0 ||
      (earlier.targets.length > 0 && earlier.targets.every((target) => later.targets.includes(target))))
  );
}
