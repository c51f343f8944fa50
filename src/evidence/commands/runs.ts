import { basename, resolve } from 'node:path';
import { CHECKED_KINDS, type CheckedKind, isInconclusive, type RunOutcome } from '../evidence.ts';
import { copyOfStart } from '../limits.ts';
import { isAfter, type Moment } from '../moment.ts';
import type { CommandCall, CommandEnd } from './command-end.ts';
import type { CommandLine, CommandPart } from './command-part.ts';
import { failedNames } from './failed-names.ts';
import { effectsOf, mayChangeFilesFrom } from './file-effects.ts';
import type { ChangedBehind, KindRun, RecordedRun, RunTimes } from './kind-run.ts';
import { observedParts } from './observed.ts';
import { mayHaveRun } from './opaque-programs.ts';
import { outcomesAfterFailure, partOutcome, shownIn } from './outcome.ts';
import { analyseCommand, type CommandContext } from './parts.ts';
import { includesStep, mayIncludeStep } from './steps.ts';
import { type UnresolvedRun, unresolvedAmong } from './unresolved-runs.ts';

const MAX_COMMANDS = 800;
const MAX_RUNS_PER_KIND = 300;
const MAX_OPAQUE = 100;
const MAX_COMMAND_LENGTH = 1_000;

/** Every distinct command with its last outcome, and the runs of each kind. Bounded: what passed is dropped first. */
export class Runs {
  private readonly known = new Map<string, RecordedRun>();
  private sorted: RecordedRun[] | undefined;
  /** Asked for several times, and comparing all runs with each other takes long. */
  private open: UnresolvedRun[] | undefined;
  private readonly byKind = new Map<CheckedKind, KindRun[]>();
  /** Commands that may have run anything: nothing says what they did. */
  readonly opaque: { command: string; ended: Moment }[] = [];
  private readonly replaced = new Set<string>();
  /** Distinct commands in all, including those that were dropped. */
  total = 0;

  constructor(private readonly context: CommandContext = {}) {}

  add(
    call: CommandCall,
    end: CommandEnd,
    ended: Moment,
    { began = ended, called = began }: Partial<RunTimes> = {},
  ): void {
    this.sorted = undefined;
    this.open = undefined;
    const key = keyOf(call);
    const before = this.known.get(key);
    const line = before?.line ?? this.analyse(call);
    const observed = observedParts(line, end);
    const parts =
      observed.length > 0 ? [...line.parts.filter(({ kind }) => kind !== 'other'), ...observed] : line.parts;
    const each = parts.map((part) => partOutcome(part, end));
    const outcomes = end.outcome.kind === 'failed' ? outcomesAfterFailure(parts, each, end) : each;
    const { cwd } = call;
    const command = before?.command ?? copyOfStart(call.command, MAX_COMMAND_LENGTH);
    const kinds = [...new Set(parts.map(({ kind }) => kind))];
    this.known.delete(key);
    if (!before) this.total++;
    // Subagents' transcripts are read after the main one, but did not happen after it.
    const known = outcomes.filter((one) => one !== undefined);
    // What failed is none of its known parts: a push behind the tests.
    const failedElsewhere = end.outcome.kind === 'failed' && known.every(({ kind }) => kind === 'ok');
    const outcome = failedElsewhere ? end.outcome : worst(known);
    const newest =
      before && isAfter(before.ended, ended)
        ? before
        : {
            command,
            cwd,
            kinds: failedElsewhere ? [...kinds, 'other' as const] : kinds,
            line,
            outcome,
            called,
            began,
            ended,
            runs: 1,
          };
    newest.runs = (before?.runs ?? 0) + 1;
    this.known.set(key, newest);
    parts.forEach((part, at) => {
      const own = outcomes[at];
      if (part.kind === 'other' || !own) return;
      const times = { called, began, ended };
      this.addToKind(part.kind, part, own, { command, cwd, ...times }, end, changedBehind(call, end, part));
    });
    if (observed.length === 0 && mayHaveRun(line, end)) this.addOpaque(command, ended);
    if (this.known.size > MAX_COMMANDS) this.drop();
  }

  /** A background run has ended. Without its output a hidden status stays hidden. */
  finish(call: CommandCall, end: CommandEnd, moment: Moment, began: Moment): void {
    const before = this.known.get(keyOf(call));
    this.add(call, end, moment, { began });
    const known = this.known.get(keyOf(call));
    // It was one run, not two.
    if (known && before) known.runs--;
    for (const kind of known?.kinds ?? []) {
      const last = kind === 'other' ? undefined : this.byKind.get(kind)?.at(-1);
      if (last && before) last.runs--;
    }
  }

  private analyse({ command, cwd }: CommandCall): CommandLine {
    const findTask = this.context.findTask;
    const line = analyseCommand(command, {
      ...this.context,
      findTask: findTask && ((task, folder) => findTask(task, cwd === undefined ? folder : resolve(cwd, folder))),
    });
    if (cwd === undefined) return line;
    for (const part of new Set([...line.parts, ...line.opaque]))
      part.folder = resolve(cwd, part.folder.startsWith('~') ? inHome(cwd, part.folder) : part.folder);
    return line;
  }

  private addToKind(
    kind: CheckedKind,
    part: CommandPart,
    outcome: RunOutcome,
    about: CommandCall & RunTimes,
    { output }: CommandEnd,
    behind: ChangedBehind | undefined,
  ): void {
    const all = this.byKind.get(kind) ?? [];
    this.byKind.set(kind, all);
    const isFailed = outcome.kind === 'failed';
    const run: KindRun = {
      ...about,
      ...{
        kind,
        part,
        outcome: outcome.kind === 'ok' && this.isReplaced(part, about.command) ? REPLACED : outcome,
        behind,
      },
      failed: isFailed ? failedNames(output) : [],
      summaryIsGreen: isFailed && shownIn(output).isGreen(kind),
      runs: (all.at(-1)?.runs ?? 0) + 1,
    };
    // One that began in the background long ago is not the newest because it ended last.
    const at = all.findLastIndex((other) => !isAfter(other.began, run.began)) + 1;
    all.splice(at, 0, run);
    const newest = all.at(-1) as KindRun;
    newest.runs = Math.max(newest.runs, run.runs);
    // The oldest that did not fail is dropped first.
    if (all.length > MAX_RUNS_PER_KIND)
      all.splice(
        Math.max(
          0,
          all.findIndex((one) => one.outcome.kind !== 'failed'),
        ),
        1,
      );
  }

  /** A file was written where this is kept: what runs under its name from now on, or with it, is not known. */
  addReplaced(...names: string[]): void {
    for (const name of names) this.replaced.add(name);
  }

  private isReplaced({ tool = '' }: CommandPart, command: string): boolean {
    if (this.replaced.size === 0) return false;
    // Of a task the line names the runner, and the definition the tool.
    return [
      tool.split(' ')[0] as string,
      ...command.split(/[^\w@./-]+/).flatMap((word) => [word, basename(word)]),
    ].some((name) => this.replaced.has(name));
  }

  addOpaque(command: string, ended: Moment): void {
    this.open = undefined;
    this.opaque.push({ command: copyOfStart(command, 200), ended });
    if (this.opaque.length > MAX_OPAQUE) this.opaque.shift();
  }

  /** Half of them at once, so that it happens seldom. */
  private drop(): void {
    const worth = ({ outcome, kinds }: RecordedRun) => (outcome.kind === 'failed' ? 2 : kinds[0] === 'other' ? 0 : 1);
    for (const least of [0, 1, 2])
      for (const [key, known] of this.known) {
        if (this.known.size <= MAX_COMMANDS / 2) return;
        if (worth(known) <= least) this.known.delete(key);
      }
  }

  /** The newest run that shows something, or else the newest that really ran; of all commands, or of these. */
  lastRunOf(kind: CheckedKind, isWanted: (command: string) => boolean = () => true): KindRun | undefined {
    const all = this.ranOf(kind).filter(({ command }) => isWanted(command));
    const last = all.findLast(({ outcome }) => !isInconclusive(outcome)) ?? all.at(-1);
    return last && { ...last, runs: all.at(-1)?.runs ?? 1 };
  }

  /** If how the last one ended cannot be told: the newest that passed, unless a later one is known to have failed. */
  lastPassed(kind: CheckedKind): KindRun | undefined {
    const decided = ['ok', 'failed', undefined];
    if (decided.includes(this.lastRunOf(kind)?.outcome.kind)) return undefined;
    const last = this.ranOf(kind).findLast(({ outcome }) => outcome.kind === 'ok' || outcome.kind === 'failed');
    return last?.outcome.kind === 'ok' ? last : undefined;
  }

  /** The newest of its kind that passed before a run. */
  passedBefore({ kind, began }: KindRun): KindRun | undefined {
    return this.ranOf(kind).findLast(({ outcome, ended }) => outcome.kind === 'ok' && isAfter(began, ended));
  }

  private ranOf(kind: CheckedKind): KindRun[] {
    return (this.byKind.get(kind) ?? []).filter(({ outcome }) => !['denied', 'not-started'].includes(outcome.kind));
  }

  /** The kinds of the newest command that ran any. */
  lastKinds(): CheckedKind[] {
    const newest = CHECKED_KINDS.flatMap(
      (kind) => this.byKind.get(kind)?.findLast(({ outcome }) => !isInconclusive(outcome)) ?? [],
    );
    const last = newest.toSorted((a, b) => (isAfter(a.ended, b.ended) ? -1 : 1))[0];
    return last ? newest.filter(({ ended }) => ended.order === last.ended.order).map(({ kind }) => kind) : [];
  }

  /**
   * The newest that passed after that moment and may have included a run of that kind, as a step that nothing names. Of
   * a task whose name is all that is known, only where there was no run of that kind at all.
   */
  mayInclude(kind: CheckedKind, since: Moment | undefined): KindRun | undefined {
    const others = CHECKED_KINDS.flatMap((other) => (other === kind ? [] : this.ranOf(other)));
    return others
      .filter(
        ({ outcome, part }) =>
          outcome.kind === 'ok' &&
          (includesStep(part, kind) || ((!since || part.kind === 'build') && mayIncludeStep(part, kind))),
      )
      .filter(({ ended }) => since === undefined || isAfter(ended, since))
      .toSorted((a, b) => (isAfter(a.ended, b.ended) ? -1 : 1))[0];
  }

  /** The newest first. */
  all(): RecordedRun[] {
    this.sorted ??= [...this.known.values()].sort((a, b) => (isAfter(a.ended, b.ended) ? -1 : 1));
    return this.sorted;
  }

  /** Other commands that failed, and that never passed later: nothing is known of what they do. */
  failedOthers(): RecordedRun[] {
    return this.all().filter(
      ({ outcome, line, kinds }) => outcome.kind === 'failed' && kinds.includes('other') && !isSearch(line),
    );
  }

  /** The last run of the same command failed, and no later run resolved it. The newest first. */
  unresolved(): UnresolvedRun[] {
    this.open ??= unresolvedAmong([...this.byKind.values()].flat(), this.opaque, this.all());
    return this.open;
  }
}

const REPLACED: RunOutcome = { kind: 'unknown', why: 'its program was replaced' };

function changedBehind(call: CommandCall, end: CommandEnd, { position }: CommandPart): ChangedBehind | undefined {
  if (!MAY_GO_ON.test(call.command)) return undefined;
  const effects = effectsOf(call, end, position + 1);
  const mayBeMore = mayChangeFilesFrom(call.command, position + 1);
  return effects || mayBeMore ? { effects, mayBeMore } : undefined;
}

/** Tried before parsing: most commands are one. */
const MAY_GO_ON = /[;&\n]|\|\|/;

/** The home folder, by where the session is; elsewhere nothing is known of it. */
const inHome = (cwd: string, folder: string) =>
  folder.replace(/^~(?=\/|$)/, /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(cwd)?.[0] ?? '/?');

/** The same command line in another folder is another command. */
const keyOf = ({ command, cwd = '' }: CommandCall) =>
  `${cwd}\0${copyOfStart(command.replaceAll(/\s+/g, ' ').trim(), MAX_COMMAND_LENGTH)}`;

/** The status of a search or comparison is its answer, not a failure. */
const isSearch = ({ parts }: CommandLine) =>
  parts.every(({ kind, ecosystem, hidden }) => kind === 'other' && (hidden !== undefined || SEARCHES.test(ecosystem)));
const SEARCHES =
  /^(?:e?grep|rg|ag|ack|find|fd|ls|cat|head|tail|diff|cmp|test|\[|\[\[|which|type|command|pgrep|pkill|kill|stat|wc|jq|sed|awk|echo|true|false|cd|curl|ping|nc|sleep)$/;

const BY_SEVERITY: RunOutcome['kind'][] = [
  'failed',
  'interrupted',
  'denied',
  'not-started',
  'unknown',
  'background',
  'ok',
];

function worst(outcomes: RunOutcome[]): RunOutcome {
  return (
    outcomes.toSorted((a, b) => BY_SEVERITY.indexOf(a.kind) - BY_SEVERITY.indexOf(b.kind))[0] ?? {
      kind: 'unknown',
      why: 'no result',
    }
  );
}

export const recordByKind = <T>(make: (kind: CheckedKind) => T): Record<CheckedKind, T> =>
  Object.fromEntries(CHECKED_KINDS.map((kind) => [kind, make(kind)])) as Record<CheckedKind, T>;
