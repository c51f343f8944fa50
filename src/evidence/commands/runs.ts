import { resolve } from 'node:path';
import { CHECKED_KINDS, type CheckedKind, type CommandKind, isInconclusive, type RunOutcome } from '../evidence.ts';
import { copyOfStart } from '../limits.ts';
import { isAfter, type Moment } from '../moment.ts';
import { type CommandEnd, outcomesAfterFailure, partOutcome, withObservedTests } from './outcome.ts';
import { type CommandPart, commandParts, resolvesFailureOf } from './parts.ts';

/** A command, and the folder that the shell was in, if known. */
export interface CommandCall {
  command: string;
  cwd: string | undefined;
}

export interface RecordedRun extends CommandCall {
  kinds: CommandKind[];
  parts: CommandPart[];
  /** Those parts that a later run has to pass if this one failed. */
  toResolve: CommandPart[];
  outcome: RunOutcome;
  /** In the background, long before it ended. */
  began: Moment;
  ended: Moment;
  runs: number;
}

const MAX_COMMANDS = 800;
const MAX_COMMAND_LENGTH = 1_000;

/** Every distinct command with its last outcome, and the last run of each kind. Bounded: what passed is dropped first. */
export class Runs {
  private readonly known = new Map<string, RecordedRun>();
  private readonly last = new Map<CheckedKind, RecordedRun>();
  /** Distinct commands in all, including those that were dropped. */
  total = 0;

  add(call: CommandCall, how: CommandEnd, ended: Moment, began = ended): void {
    const key = keyOf(call);
    const before = this.known.get(key);
    const parts = withObservedTests(before?.parts ?? partsIn(call), how);
    const each = parts.map((part) => partOutcome(part, how));
    const outcomes = how.outcome.kind === 'failed' ? outcomesAfterFailure(parts, each, how) : each;
    const bad = parts.filter((_, at) => outcomes[at] !== undefined && outcomes[at]?.kind !== 'ok');
    const toResolve = bad.length > 0 ? bad : parts;
    const { cwd } = call;
    const command = before?.command ?? copyOfStart(call.command, MAX_COMMAND_LENGTH);
    const kinds = parts === before?.parts ? before.kinds : [...new Set(parts.map(({ kind }) => kind))];
    // Field by field: a spread takes longer than all the rest.
    const runWith = (outcome: RunOutcome): RecordedRun => ({
      command,
      cwd,
      kinds,
      parts,
      toResolve,
      outcome,
      began,
      ended,
      runs: 1,
    });
    this.known.delete(key);
    if (!before) this.total++;
    // Subagents' transcripts are read after the main one, but did not happen after it.
    const newest = before && isAfter(before.ended, ended) ? before : runWith(worst(each));
    newest.runs = (before?.runs ?? 0) + 1;
    this.known.set(key, newest);
    parts.forEach((part, at) => {
      const own = outcomes[at];
      if (part.kind !== 'other' && own) this.addToKind(part.kind, runWith(own));
    });
    if (this.known.size > MAX_COMMANDS) this.drop();
  }

  /** A background run has ended. Its output is in another file, so a hidden status stays hidden. */
  finish(call: CommandCall, outcome: RunOutcome, moment: Moment, began: Moment): void {
    const before = this.known.get(keyOf(call));
    this.add(call, { outcome, output: '' }, moment, began);
    const known = this.known.get(keyOf(call));
    // It was one run, not two.
    if (known && before) known.runs--;
    for (const kind of known?.kinds ?? []) {
      const last = kind === 'other' ? undefined : this.last.get(kind);
      if (last) last.runs--;
    }
  }

  private addToKind(kind: CheckedKind, run: RecordedRun): void {
    const before = this.last.get(kind);
    const last = before && !replaces(run, before) ? before : run;
    last.runs = (before?.runs ?? 0) + 1;
    this.last.set(kind, last);
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

  lastRunOf(kind: CheckedKind): RecordedRun | undefined {
    return this.last.get(kind);
  }

  /** The newest first. */
  all(): RecordedRun[] {
    return [...this.known.values()].sort((a, b) => (isAfter(a.ended, b.ended) ? -1 : 1));
  }

  /** The last run failed, and no later run resolved it. */
  unresolved(): RecordedRun[] {
    const all = this.all();
    return all.filter(
      (run) =>
        run.outcome.kind === 'failed' &&
        !isSearch(run) &&
        !all.some((later) => later.outcome.kind === 'ok' && isAfter(later.ended, run.ended) && resolves(later, run)),
    );
  }
}

/** A newer run replaces an older one, unless it proves nothing. */
function replaces(run: RecordedRun, other: RecordedRun): boolean {
  const isNothing = isInconclusive(run.outcome);
  return isNothing === isInconclusive(other.outcome) ? isAfter(run.ended, other.ended) : !isNothing;
}

/** The same command line in another folder is another command. */
const keyOf = ({ command, cwd = '' }: CommandCall) =>
  `${cwd}\0${copyOfStart(command.replaceAll(/\s+/g, ' ').trim(), MAX_COMMAND_LENGTH)}`;

const partsIn = ({ command, cwd }: CommandCall): CommandPart[] =>
  commandParts(command).map((part) => (cwd === undefined ? part : { ...part, folder: resolve(cwd, part.folder) }));

const resolves = (later: RecordedRun, run: RecordedRun) =>
  run.toResolve.every((part) => later.parts.some((other) => part.kind !== 'other' && resolvesFailureOf(other, part)));

/** The status of a search or comparison is its answer, not a failure. */
const isSearch = ({ parts }: RecordedRun) =>
  parts.every(({ kind, ecosystem, hidden }) => kind === 'other' && (hidden !== undefined || SEARCHES.test(ecosystem)));
const SEARCHES =
  /^(?:e?grep|rg|ag|ack|find|fd|ls|cat|head|tail|diff|cmp|test|\[|\[\[|which|type|command|pgrep|pkill|kill|stat|wc|jq|sed|awk|echo|true|false|cd|curl|ping|nc|sleep)$/;

const BY_SEVERITY: RunOutcome['kind'][] = ['failed', 'interrupted', 'denied', 'unknown', 'background', 'ok'];

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
