import { resolve } from 'node:path';
import { CHECKED_KINDS, type CheckedKind, type Kind, provesNothing, type RunOutcome } from '../facts.ts';
import { isAfter, type Moment } from '../moments.ts';
import { copied } from '../one-line.ts';
import { type CommandEnd, partOutcome, untangled, withTests } from './outcome.ts';
import { type CommandPart, commandParts, makesUpFor } from './parts.ts';

/** A command, and the folder that the shell was in, if that is known. */
export interface Call {
  command: string;
  cwd: string | undefined;
}

export interface RecordedRun extends Call {
  kinds: Kind[];
  parts: CommandPart[];
  /** Those of them that a later run has to make up for. */
  left: CommandPart[];
  outcome: RunOutcome;
  /** In the background, long before it ended. */
  began: Moment;
  ended: Moment;
  runs: number;
}

const MOST = 800;
const LONGEST = 1_000;

/** Every distinct command with its last outcome, and the last run of each kind. Bounded: what went well is forgotten first. */
export class Runs {
  private readonly known = new Map<string, RecordedRun>();
  private readonly last = new Map<CheckedKind, RecordedRun>();
  /** Distinct commands in all, also those that were forgotten. */
  total = 0;

  add(call: Call, how: CommandEnd, ended: Moment, began = ended): void {
    const key = keyOf(call);
    const before = this.known.get(key);
    const parts = withTests(before?.parts ?? partsIn(call), how);
    const each = parts.map((part) => partOutcome(part, how));
    const outcomes = how.outcome.kind === 'failed' ? untangled(parts, each, how) : each;
    const bad = parts.filter((_, at) => outcomes[at] !== undefined && outcomes[at]?.kind !== 'ok');
    const left = bad.length > 0 ? bad : parts;
    const { cwd } = call;
    const command = before?.command ?? copied(call.command, LONGEST);
    const kinds = parts === before?.parts ? before.kinds : [...new Set(parts.map(({ kind }) => kind))];
    // By name: to spread it takes longer than all the rest.
    const runWith = (outcome: RunOutcome): RecordedRun => ({
      command,
      cwd,
      kinds,
      parts,
      left,
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
      if (part.kind !== 'other' && own) this.ran(part.kind, runWith(own));
    });
    if (this.known.size > MOST) this.forget();
  }

  /** A run that went into the background has ended. What it printed is elsewhere: a hidden status stays hidden. */
  finish(call: Call, outcome: RunOutcome, moment: Moment, began: Moment): void {
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

  private ran(kind: CheckedKind, run: RecordedRun): void {
    const before = this.last.get(kind);
    const last = before && !countsBefore(run, before) ? before : run;
    last.runs = (before?.runs ?? 0) + 1;
    this.last.set(kind, last);
  }

  /** Half of them at once, so that it is seldom done. */
  private forget(): void {
    const worth = ({ outcome, kinds }: RecordedRun) => (outcome.kind === 'failed' ? 2 : kinds[0] === 'other' ? 0 : 1);
    for (const least of [0, 1, 2])
      for (const [key, known] of this.known) {
        if (this.known.size <= MOST / 2) return;
        if (worth(known) <= least) this.known.delete(key);
      }
  }

  lastOf(kind: CheckedKind): RecordedRun | undefined {
    return this.last.get(kind);
  }

  /** The newest first. */
  all(): RecordedRun[] {
    return [...this.known.values()].sort((a, b) => (isAfter(a.ended, b.ended) ? -1 : 1));
  }

  /** The last run failed, and no later run of the same made up for it. */
  unresolved(): RecordedRun[] {
    const all = this.all();
    return all.filter(
      (run) =>
        run.outcome.kind === 'failed' &&
        !isLooking(run) &&
        !all.some((later) => later.outcome.kind === 'ok' && isAfter(later.ended, run.ended) && covers(later, run)),
    );
  }
}

/** The newer one, but a run that proves nothing never. */
function countsBefore(run: RecordedRun, other: RecordedRun): boolean {
  const isNothing = provesNothing(run.outcome);
  return isNothing === provesNothing(other.outcome) ? isAfter(run.ended, other.ended) : !isNothing;
}

/** The same words in another folder are another command. */
const keyOf = ({ command, cwd = '' }: Call) => `${cwd}\0${copied(command.replaceAll(/\s+/g, ' ').trim(), LONGEST)}`;

const partsIn = ({ command, cwd }: Call): CommandPart[] =>
  commandParts(command).map((part) => (cwd === undefined ? part : { ...part, folder: resolve(cwd, part.folder) }));

const covers = (later: RecordedRun, run: RecordedRun) =>
  run.left.every((part) => later.parts.some((other) => part.kind !== 'other' && makesUpFor(other, part)));

/** A search that finds nothing, a comparison that differs: their status is their answer. */
const isLooking = ({ parts }: RecordedRun) =>
  parts.every(({ kind, family, hidden }) => kind === 'other' && (hidden !== undefined || LOOKING.test(family)));
const LOOKING =
  /^(?:e?grep|rg|ag|ack|find|fd|ls|cat|head|tail|diff|cmp|test|\[|\[\[|which|type|command|pgrep|pkill|kill|stat|wc|jq|sed|awk|echo|true|false|cd|curl|ping|nc|sleep)$/;

const GRAVITY: RunOutcome['kind'][] = ['failed', 'interrupted', 'denied', 'unknown', 'background', 'ok'];

function worst(outcomes: RunOutcome[]): RunOutcome {
  return (
    outcomes.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))[0] ?? {
      kind: 'unknown',
      why: 'no result',
    }
  );
}

export const eachKind = <T>(make: (kind: CheckedKind) => T): Record<CheckedKind, T> =>
  Object.fromEntries(CHECKED_KINDS.map((kind) => [kind, make(kind)])) as Record<CheckedKind, T>;
