import { posix } from 'node:path';
import { type Pipeline, parseShellLine, type ShellWords } from '../../platform/shell.ts';
import type { CommandKind, RunOutcome } from '../evidence.ts';
import { echoedByStatus, isMasked, linesAlwaysPrinted, statusLine } from './exit-status.ts';
import { isFilter, shownPatterns } from './filters.ts';
import { type Purpose, purposeOf } from './kinds.ts';
import type { Runner } from './runner.ts';
import { runnerFor } from './runner.ts';
import type { FindTask } from './task-definitions.ts';
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
  /** A line that the command prints only if this part passed, or only if it failed. */
  onSuccess?: string | undefined;
  onFailure?: string | undefined;
  /** Only programs that do not fail stand behind it: `| tail`. If the whole failed, this part did. */
  isFailureVisible: boolean;
  /** Lines of its output may be missing: `| head`, `| grep`. */
  isFiltered: boolean;
  /** The patterns of `grep` behind it: only lines that fit all of them are shown. */
  patterns: RegExp[];
  /** Something runs only if this part passed, and may fail in its place. */
  isFollowed: boolean;
  /** Something else in the command may have failed in its place, before or after it. */
  hasRivals: boolean;
  background: boolean;
  /** Run again and again: an earlier turn may have failed, and a later one passed. */
  inLoop: boolean;
  /** The user's own rule for it. */
  runner?: Runner | undefined;
}

/** A command line taken apart. */
export interface CommandLine {
  /** What it was run for; at least one part, of the kind `other` if nothing is known of it. */
  parts: CommandPart[];
  /** Programs of which nothing says what they run. */
  opaque: CommandPart[];
  /** It has a formatter in it. */
  rewrites: boolean;
  /** It prints texts of its own beside what the parts print: `cat old.log`, `echo "12 passed"`. */
  printsTexts: boolean;
}

/** What is known beside the command line itself. */
export interface CommandContext {
  /** The definition of a task in a folder, where its file can be read. */
  findTask?: FindTask | undefined;
  runners?: readonly Runner[] | undefined;
}

const MAX_DEPTH = 3;

/** What a command line was run for. */
export const commandParts = (command: string): CommandPart[] => analyseCommand(command).parts;

export const kindsIn = (command: string): CommandKind[] => [...new Set(commandParts(command).map(({ kind }) => kind))];

export function analyseCommand(command: string, context: CommandContext = {}, depth = 0): CommandLine {
  const all = allParts(command, context, depth);
  const checked = all.filter(({ kind }) => kind !== 'other');
  const opaque = all.filter(({ isOpaque }) => isOpaque);
  return {
    parts: checked.length > 0 ? checked : all.slice(-1),
    opaque,
    rewrites: all.some(({ rewrites }) => rewrites),
    printsTexts: printsTexts(command),
  };
}

function allParts(command: string, context: CommandContext, depth: number): CommandPart[] {
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
    const masked =
      isMasked(pipelines, at, errexit) ||
      pipeline.negated ||
      (pipeline.inLoop && !errexit && pipeline.followedBy !== '||');
    pipeline.programs.forEach((program, position) => {
      const piped = position < pipeline.programs.length - 1 && !pipefail && !/PIPESTATUS|pipestatus/.test(command);
      const covered: CommandPart['hidden'] = piped ? 'hidden by a pipe' : masked ? 'hidden by what follows' : undefined;
      const behind = pipeline.programs.slice(position + 1);
      const bare = withoutWrappers(program);
      const statusDecides = !piped && (pipeline.followedBy === '&&' || pipeline.followedBy === '||');
      const place = {
        hidden: covered,
        isFailureVisible:
          piped &&
          !masked &&
          behind.every(([name = '']) =>
            /^(?:tail|head|cat|tee|sort|uniq|wc|less|cut|tr|sed|awk|nl|column|strings|fold)$/.test(name),
          ),
        isFiltered: behind.some(isFilter),
        patterns: shownPatterns(bare[0] ?? '', behind, pipelines, at),
        isFollowed: pipeline.followedBy === '&&',
        background: pipeline.followedBy === '&',
        inLoop: pipeline.inLoop,
      } as const;
      const inner = innerShellLine(bare) ?? substitutedLine(program);
      const nested = inner === undefined ? undefined : allParts(inner, context, depth + 1);
      const own = folderOption(program) ?? '';
      // Of several parts inside, the status that is printed may be that of any.
      const around = (inside: CommandPart[], hasRivals: boolean, hidden: CommandPart['hidden']): Surroundings => ({
        ...place,
        hidden,
        hasRivals,
        statusLine: piped || inside.length > 1 ? undefined : statusLine(pipelines, at),
        alwaysPrinted: statusDecides ? [] : linesAlwaysPrinted(pipelines, at),
      });
      if (nested && depth < MAX_DEPTH) {
        const hasRivals = pipelines.some((other, i) => i !== at && mayFailInstead(other, i < at));
        const surroundings = around(nested, hasRivals, covered);
        parts.push(...nested.map((part) => within(part, surroundings, folder)));
        return;
      }
      const purpose = purposeOf(bare);
      const hidden = covered ?? (purpose.endsWell || mayBeEmpty(program) ? 'hidden by an option' : undefined);
      const hasRivals = pipelines.some((other, i) => i !== at && mayFailInstead(other, i < at, purpose.kind));
      const where = inside(folder, own);
      const runner = runnerFor(bare, context.runners);
      const defined = depth < MAX_DEPTH && !runner ? definedParts(purpose, where, context, depth) : [];
      if (defined.length > 0) {
        const surroundings = around(defined, hasRivals, hidden);
        parts.push(...defined.map((part) => within(part, surroundings, where)));
        return;
      }
      const kind = runner?.kind ?? purpose.kind;
      const isOpaque = purpose.isOpaque && !runner;
      const isRun = kind !== 'other' || isOpaque;
      // Field by field: a spread takes longer than all the rest, and there may be thousands of commands.
      const part: CommandPart = {
        kind,
        ecosystem: purpose.ecosystem,
        tool: purpose.tool,
        targets: purpose.targets,
        isOpaque,
        rewrites: purpose.rewrites,
        endsWell: purpose.endsWell,
        moreKinds: purpose.moreKinds,
        tasks: purpose.tasks,
        folder: where,
        hidden,
        statusLine: piped || !isRun ? undefined : statusLine(pipelines, at),
        alwaysPrinted: statusDecides || !isRun ? [] : linesAlwaysPrinted(pipelines, at),
        ...(piped ? {} : echoedByStatus(pipelines, at)),
        isFailureVisible: place.isFailureVisible,
        isFiltered: place.isFiltered,
        patterns: place.patterns,
        isFollowed: place.isFollowed,
        hasRivals,
        background: place.background,
        inLoop: place.inLoop,
        runner,
      };
      parts.push(part);
      // Of several tasks in one call, which one failed is not known.
      if (purpose.moreKinds.length > 0) part.hasRivals = true;
      for (const more of runner ? [] : purpose.moreKinds) parts.push({ ...part, kind: more, isFollowed: true });
    });
  });
  return parts;
}

/** `xargs -r eslint`: perhaps there was no file. */
const mayBeEmpty = ([name, ...args]: ShellWords) =>
  name === 'xargs' && args.some((word) => /^-\w*r|^--no-run/.test(word));

/** What a line around a part says of it. */
type Surroundings = Pick<
  CommandPart,
  | 'hidden'
  | 'statusLine'
  | 'alwaysPrinted'
  | 'isFailureVisible'
  | 'isFiltered'
  | 'patterns'
  | 'isFollowed'
  | 'hasRivals'
  | 'background'
  | 'inLoop'
>;

/** A part of a line that stands inside another one. */
const within = (part: CommandPart, place: Surroundings, folder: string): CommandPart => ({
  ...part,
  statusLine: place.statusLine ?? part.statusLine,
  alwaysPrinted: [...part.alwaysPrinted, ...place.alwaysPrinted],
  folder: inside(folder, part.folder),
  hidden: place.hidden ?? part.hidden,
  isFailureVisible: place.hidden ? place.isFailureVisible && part.hidden === undefined : part.isFailureVisible,
  isFiltered: place.isFiltered || part.isFiltered,
  patterns: [...part.patterns, ...place.patterns],
  isFollowed: place.isFollowed || part.isFollowed,
  hasRivals: place.hasRivals || part.hasRivals,
  background: place.background || part.background,
  inLoop: place.inLoop || part.inLoop,
});

/** What the definitions of its tasks say, if they say more than their names. */
function definedParts(
  { kind, tasks, targets }: Purpose,
  folder: string,
  context: CommandContext,
  depth: number,
): CommandPart[] {
  if (!context.findTask || tasks.length === 0) return [];
  const lines = tasks.map((task) => context.findTask?.(task, folder)?.replaceAll(PLACEHOLDER, ''));
  const parts = lines.flatMap((line) => (line === undefined ? [] : allParts(line, context, depth + 1)));
  const checked = parts.filter((part) => part.kind !== 'other');
  // `echo "no tests yet"`: its name promises more than it does.
  if (lines.every((line) => line !== undefined) && parts.length > 0 && parts.every(isIdle)) return parts;
  // What was given to the task narrows the last program of it: `npm test -- a.test.ts`.
  const last = checked.at(-1);
  if (last) last.targets = [...last.targets, ...targets].sort();
  // A task called `build` builds, whatever it runs for that: `tsc`.
  const named = last && kind !== 'other' && !checked.some((part) => part.kind === kind) ? [{ ...last, kind }] : [];
  // Several of one kind are one run of that task: how each of them ended is not shown.
  const distinct = checked.filter((part, at) => checked.findIndex((other) => other.kind === part.kind) === at);
  return [...distinct, ...named];
}

const isIdle = ({ kind, isOpaque, ecosystem }: CommandPart) =>
  kind === 'other' && !isOpaque && /^(?:echo|printf|true|:|exit|sleep|cd)$/.test(ecosystem);

/** Where a definition puts what the task was given: `{{args}}`, `{args:tests}`, `$(ARGS)`, `$@`. */
const PLACEHOLDER = /\{\{[^}\n]*\}\}|\{args(?::[^}\n]*)?\}|\$[({]\w*(?:ARGS|FLAGS|OPTS)[)}]|\$[@*]/g;

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

const inside = (folder: string, way: string) => (/^[/~]/.test(way) ? way : posix.join(folder, way).replace(/^\.$/, ''));

/** Programs that do not fail, or whose failure says that nothing else was started. */
const NEVER_FAILS =
  /^(?:cd|pushd|popd|echo|printf|export|set|source|\.|sleep|true|:|unset|mkdir|pwd|date|clear|local|declare|trap)$/;

const lastPurposes = new WeakMap<Pipeline, Purpose>();

/** Whether the failure of the whole may be that of this pipeline, and not that of a run of this kind. */
function mayFailInstead(pipeline: Pipeline, isBefore: boolean, kind?: CommandKind): boolean {
  const last = pipeline.programs.at(-1) ?? [];
  const [name = ''] = last;
  if (NEVER_FAILS.test(name) || /^\w+=/.test(name)) return false;
  // Every pipeline is asked about by all the others.
  const other = lastPurposes.get(pipeline) ?? purposeOf(withoutWrappers(last));
  lastPurposes.set(pipeline, other);
  // A formatter fails only on code that nothing else could read either. Of several test runs, one has failed.
  if (other.rewrites || (other.kind !== 'other' && other.kind === kind)) return false;
  return isBefore ? pipeline.followedBy === '&&' : true;
}

const PRINTS = /\b(?:cat|tail|head|less|bat|sed|awk|grep|rg|jq|printf|gh|git (?:log|show|diff))\b/;

/** A text from elsewhere may look like the summary of a run. What the command itself wrote to a file does not count. */
function printsTexts(command: string): boolean {
  if (!PRINTS.test(command)) return false;
  const pipelines = parseShellLine(command);
  const written = new Set(pipelines.flatMap(({ writes }) => writes));
  return pipelines.some(({ programs: [first = []] }) => {
    const [name = '', ...args] = first;
    if (!PRINTS.test(name) && !(name === 'git' && PRINTS.test(`git ${args[0]}`))) return false;
    return !args.some((word) => written.has(word));
  });
}
