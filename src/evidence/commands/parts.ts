import { posix } from 'node:path';
import { parseShellLine, type ShellWords, withoutAssignments } from '../../platform/shell.ts';
import type { CommandKind } from '../evidence.ts';
import { type CommandLine, type CommandPart, type Surroundings, within } from './command-part.ts';
import { echoedByStatus, isMasked, keepsPipeStatus, statusLine } from './exit-status.ts';
import { changesLines, dropsLines, isFilter, shownPatterns } from './filters.ts';
import { purposeOf } from './kinds.ts';
import { effectAround } from './line-effects.ts';
import { logOf } from './log-file.ts';
import { otherOutput } from './own-output.ts';
import type { Purpose } from './purpose.ts';
import { isSkippable, optionsAt } from './reached.ts';
import { preparation } from './replaced-programs.ts';
import { mayFailInstead } from './rivals.ts';
import { isPlainRun, isPlainShell, isToolElsewhere, loadsAnother } from './run-options.ts';
import { type Runner, runnerFor } from './runner.ts';
import { isInPipedGroup, runsSeveral } from './several-runs.ts';
import { isCleanUp } from './silent-programs.ts';
import type { FindTask } from './task-definitions.ts';
import { foldersAlong, inside, plainFolder, plainTarget } from './working-folder.ts';
import { folderOption, innerShellLine, substitutedLine, withoutWrappers } from './wrappers.ts';

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
  };
}

function allParts(command: string, context: CommandContext, depth: number): CommandPart[] {
  const pipelines = parseShellLine(command);
  const parts: CommandPart[] = [];
  const folders = foldersAlong(pipelines);
  const trapped = pipelines.some(({ programs: [words = []] }) => setsStatusAtEnd(words));
  const isStatusChosen = pipelines.some(
    ({ programs: [words = []] }) => words[0] === 'exit' && /^\d+$/.test(words[1] ?? ''),
  );
  const mayPrepare = MAY_PREPARE.test(command);
  const written = pipelines.flatMap(({ writes }) => writes);
  const mayLead = /[$`]|\bln\b/.test(command);
  const maySet = /\bset(?:opt)?\b/.test(command);
  pipelines.forEach((pipeline, at) => {
    const folder = folders[at] as string;
    const { errexit, pipefail } = maySet ? optionsAt(pipelines, at) : NO_OPTIONS;
    const isLost = trapped || pipeline.negated || (pipeline.inLoop && !errexit && pipeline.followedBy !== '||');
    const mayBeSkipped = isSkippable(pipelines, at);
    const effect = pipelines.length === 1 ? 'none' : effectAround(pipelines, at);
    pipeline.programs.forEach((program, position) => {
      const masked = isLost || isMasked(pipelines, at, errexit, pipefail, position);
      const piped =
        (position < pipeline.programs.length - 1 && !pipefail && !(position === 0 && keepsPipeStatus(pipelines, at))) ||
        (pipeline.isPiped && !pipefail);
      const covered: CommandPart['hidden'] = mayBeSkipped
        ? 'it may not have been reached'
        : piped
          ? 'hidden by a pipe'
          : masked
            ? 'hidden by what follows'
            : undefined;
      const behind = pipeline.programs.slice(position + 1);
      const bare = withoutWrappers(program);
      // What goes to a file is shown by what prints that file later.
      const log = logOf(pipelines, at);
      const shownBy = [...behind, ...(log?.shownBy ?? [])];
      const isNotShown = pipeline.writes.length > 0 && log?.readers.length === 0;
      const patterns = shownPatterns(bare[0] ?? '', shownBy, pipeline, isNotShown);
      const isFiltered = shownBy.some(isFilter);
      const isSeen = !(pipeline.discards.output && pipeline.discards.errors) && !changesLines(shownBy);
      const others = (kind: CommandKind) => otherOutput(pipelines, at, kind, isFiltered || patterns.length > 0);
      const place = {
        hidden: covered,
        isFailureVisible:
          piped &&
          !masked &&
          behind.every(([name = '']) =>
            /^(?:tail|head|cat|tee|sort|uniq|wc|less|cut|tr|sed|awk|nl|column|strings|fold)$/.test(name),
          ),
        isFiltered,
        isCut: (shownBy.some(dropsLines) && runsSeveral(bare)) || isInPipedGroup(command, pipelines, at),
        patterns,
        isStatusChosen,
        position: at,
        isFollowed: pipeline.followedBy === '&&',
        background: pipeline.followedBy === '&' || isDetached(program),
        inLoop: pipeline.inLoop,
      } as const;
      const inner = innerShellLine(bare) ?? substitutedLine(program);
      const nested = inner === undefined ? undefined : allParts(inner, context, depth + 1);
      const own = plainFolder(folderOption(program) ?? '', pipelines);
      const prepared = mayPrepare ? preparation(command, program, bare) : undefined;
      const mayBeAnother =
        effect === 'replaces' ||
        loadsAnother(bare, written) ||
        isToolElsewhere(bare[0] ?? '', plainFolder(posix.dirname(bare[0] ?? ''), pipelines));
      const isItself = prepared !== 'other' && !mayBeAnother;
      // Of several parts inside, the status that is printed may be that of any.
      const around = (
        inside: CommandPart[],
        hasRivals: boolean,
        hidden: CommandPart['hidden'],
        isStatusSure: boolean,
      ): Surroundings => {
        const { lines, isUnknown, section } = others(inside[0]?.kind ?? 'other');
        return {
          ...place,
          hidden,
          hasRivals,
          isStatusSure,
          statusLine:
            piped || mayBeSkipped || inside.length > 1 ? undefined : statusLine(pipelines, at, pipefail, position),
          printedByOthers: lines,
          isOutputShown: isSeen && isItself,
          isOutputOwn: isSeen && !isUnknown && isItself,
          sections: [section],
        };
      };
      if (nested && depth < MAX_DEPTH) {
        const hasRivals = pipelines.some((other, i) => i !== at && mayFailInstead(other, i < at));
        const isPlain = !prepared && isPlainShell(bare, inner as string) && isPlainRun(program, bare, 'other');
        const surroundings = around(
          nested,
          hasRivals,
          covered ?? (isItself ? undefined : 'something else may have run'),
          effect === 'none' && isPlain,
        );
        parts.push(...nested.map((part) => within(part, surroundings, folder)));
        return;
      }
      const purpose = prepared === 'other' ? unknownProgram(bare) : purposeOf(bare);
      if (mayLead) purpose.targets = purpose.targets.map((target) => plainTarget(target, pipelines));
      const isLoose = purpose.endsWell || prepared === 'loose' || mayBeEmpty(program);
      const isStatusSure = effect === 'none' && isPlainRun(program, bare, purpose.kind);
      const hidden =
        covered ?? (mayBeAnother ? 'something else may have run' : isLoose ? 'hidden by an option' : undefined);
      const hasRivals = pipelines.some((other, i) => i !== at && mayFailInstead(other, i < at, purpose.kind));
      const where = inside(folder, own);
      const runner = runnerFor(bare, context.runners);
      const defined = depth < MAX_DEPTH && !runner ? definedParts(purpose, where, context, depth) : [];
      if (defined.length > 0) {
        const surroundings = around(defined, hasRivals, hidden, isStatusSure);
        parts.push(...defined.map((part) => within(part, surroundings, where)));
        return;
      }
      const kind = runner?.kind ?? purpose.kind;
      const isOpaque = purpose.isOpaque && !runner;
      const isRun = kind !== 'other' || isOpaque;
      const { lines, isUnknown, section } = isRun ? others(kind) : NO_OUTPUT;
      // Field by field: a spread takes longer than all the rest, and there may be thousands of commands.
      const part: CommandPart = {
        kind,
        ecosystem: purpose.ecosystem,
        tool: purpose.tool,
        targets: purpose.targets,
        isOpaque,
        isInline: purpose.isInline,
        rewrites: purpose.rewrites,
        endsWell: purpose.endsWell,
        moreKinds: purpose.moreKinds,
        tasks: purpose.tasks,
        folder: where,
        hidden,
        isStatusSure,
        statusLine: piped || mayBeSkipped || !isRun ? undefined : statusLine(pipelines, at, pipefail, position),
        printedByOthers: lines,
        isOutputShown: isSeen && isItself,
        isOutputOwn: isSeen && !isUnknown && isItself,
        sections: [section],
        isStatusChosen,
        position: at,
        ...(piped || mayBeSkipped ? {} : echoedByStatus(pipelines, at)),
        isFailureVisible: place.isFailureVisible,
        isFiltered: place.isFiltered,
        isCut: place.isCut,
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

/** Tried first: most lines set nothing. */
const MAY_PREPARE = /\bfunction\b|\w=|\(\s*\)|-\w*S|--split/;
const NO_OPTIONS = { errexit: false, pipefail: false };

const NO_OUTPUT = { lines: [], isUnknown: false, section: {} };

/** Its name says nothing: a function or a file of that name runs in its place. */
const unknownProgram = ([name = '']: ShellWords): Purpose => ({ ...purposeOf([]), ecosystem: name, isOpaque: true });

/** `trap 'exit 0' EXIT`: what is trapped decides how the whole ends. */
function setsStatusAtEnd([name, handler = '', ...signals]: ShellWords): boolean {
  if (name !== 'trap' || !signals.some((signal) => /^(?:SIG)?(?:EXIT|0|ERR|RETURN|DEBUG)$/i.test(signal))) return false;
  // A function may do anything; removing files and ending processes keeps the status.
  return !isCleanUp(handler);
}

/** `xargs -r eslint`: perhaps there was no file. */
const mayBeEmpty = ([name, ...args]: ShellWords) =>
  name === 'xargs' && args.some((word) => /^-\w*[rIi]|^-J|^--no-run|^--replace/.test(word));

/** It goes on by itself, and how it ends is not waited for: `setsid -f`, `docker run -d`, `ssh -f`. */
function isDetached(program: ShellWords): boolean {
  const words = withoutAssignments(program);
  const [name = ''] = words;
  const own = words.slice(1, 1 + words.slice(1).findIndex((word) => !/^-/.test(word)));
  if (name === 'setsid' || name === 'ssh') return own.some((word) => /^-[a-zA-Z]*f|^--fork$/.test(word));
  if (!/^(?:docker|podman|docker-compose|nerdctl)$/.test(name)) return false;
  return (
    words.some((word) => /^(?:run|exec|up)$/.test(word)) &&
    words.some((word) => /^-[it]*d[it]*$|^--detach(?:=true)?$/.test(word))
  );
}

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
  // A step of which nothing is known may have tested, whatever stands beside it: `cc -o verify … && ./verify`.
  return checked.length > 0 ? [...distinct, ...named, ...parts.filter(({ isOpaque }) => isOpaque)] : [];
}

const isIdle = ({ kind, isOpaque, ecosystem }: CommandPart) =>
  kind === 'other' && !isOpaque && /^(?:echo|printf|true|:|exit|sleep|cd)$/.test(ecosystem);

/** Where a definition puts what the task was given: `{{args}}`, `{args:tests}`, `$(ARGS)`, `$@`. */
const PLACEHOLDER = /\{\{[^}\n]*\}\}|\{args(?::[^}\n]*)?\}|\$[({]\w*(?:ARGS|FLAGS|OPTS)[)}]|\$[@*]/g;
