import type { Overrule } from './overrule.ts';
import { isEnabled, type Rules, type State } from './state.ts';

/** The fields of a journal entry that a summary needs. */
export interface JournalDecision {
  supervisor_id: string;
  /** Absent in lines of a test only. */
  event?: string | undefined;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  time: string;
  cost_usd: number | null;
  count?: number | null | undefined;
  context?: string | null | undefined;
  notices?: readonly string[] | undefined;
}

/** The fields of the line of an overruled verdict that a summary needs. */
export interface JournalOverrule {
  supervisor_id: string;
  time: string;
  overruled: { time: string; verdict: 'allow' | 'block'; feedback: string };
  why: string;
  by: Overrule['by'];
}

/** The fields of the line for supervision that was turned on or off. */
export interface JournalMode {
  supervisor_id: string;
  time: string;
  mode: 'on' | 'off';
}

/** The fields of the line of a review by hand. */
export interface JournalByHand {
  supervisor_id: string;
  time: string;
  by_hand: { verdict: JournalDecision['verdict'] };
}

/** Any other line, which a summary does not need: a session that began or ended, an error of the API. */
interface OtherLine {
  supervisor_id: string;
  time: string;
  verdict?: undefined;
}

export const isOverrule = <T extends object>(line: T): line is Extract<T, { overruled: object }> => 'overruled' in line;
export const isDecision = <T extends object>(line: T): line is Extract<T, { verdict: string }> => 'verdict' in line;

interface Timed {
  /** When it ended. */
  time: string;
  duration_ms?: number | undefined;
}

/** When what a line records began. */
export const beganAt = (line: Timed): number =>
  Date.parse(line.time) - (Number.isFinite(line.duration_ms) ? (line.duration_ms as number) : 0);

/**
 * Whether a line says something later than one before it in the journal. It does: lines are written in their order, and a
 * clock that is set back, or a line with a time of somebody's making, changes nothing about that. But of two reviews in
 * the background the one that began first may end last.
 */
export const isLater = (line: Timed, before: Timed): boolean =>
  line.time < before.time || beganAt(line) >= beganAt(before);

/** Lines as they stand in the journal, in the order in which what they record began. */
export function inOrder<T extends Timed>(lines: Iterable<T>): T[] {
  const ordered: T[] = [];
  for (const line of lines) {
    let at = ordered.length;
    while (at > 0 && !isLater(line, ordered[at - 1] as T)) at -= 1;
    ordered.splice(at, 0, line);
  }
  return ordered;
}

/** A verdict; the limit that allowed the stop without one; or a verdict that the user overruled, which is none. */
export type LastOutcome = JournalDecision['verdict'] | 'stall' | 'budget' | 'overruled' | 'impossible' | 'cut-off';

export interface Summary {
  /** Paused: on, but all rounds are used up, so that nothing is reviewed until it is turned on again. */
  mode: 'on' | 'off' | 'paused';
  count: number;
  max: number;
  /** The last round that was begun, if nothing is recorded of it yet: it is under way, or its hook was ended. */
  openRound: NonNullable<State['round']> | null;
  /** The last judgement, failed review or limit; an event that was not judged does not count. */
  last: { verdict: JournalDecision['verdict']; outcome: LastOutcome; feedback: string; time: string } | null;
  /** Decisions for which the reviewer was asked. */
  reviews: number;
  /** All decisions of the hook. */
  decisions: number;
  costUsd: number;
  /** The last review that the user asked for (`ccc review`), which decides nothing. */
  byHand: { verdict: JournalDecision['verdict']; time: string } | null;
  /** Of the last decision, judged or not. */
  lastCause: string | null;
  /** The other lines that the user was shown, each once. */
  notices: string[];
  /** What the user overruled, or somebody in their name. */
  overrules: JournalOverrule[];
}

const UNJUDGED = [
  'off',
  'limit',
  'background',
  'compaction',
  'unchanged',
  'notification',
  'command',
  'budget',
  'overruled',
];

/** Whether a reviewer or a check looked at the work, or tried to. */
export const isJudged = ({ cause }: Pick<JournalDecision, 'cause'>): boolean => !UNJUDGED.includes(cause);

/** The review was ended before it came to a verdict, by the user or with the session. That says nothing about the work. */
export const isCutOff = ({ verdict, cause }: Pick<JournalDecision, 'verdict' | 'cause'>): boolean =>
  verdict === 'failed' && cause === 'interrupted';

/** The supervision of one id, by these lines. */
export function summarize(
  id: string,
  state: State | undefined,
  rules: Rules,
  lines: Iterable<JournalDecision | JournalOverrule | JournalMode | JournalByHand | OtherLine>,
): Summary {
  const summary: Summary = {
    mode: !isEnabled(state, rules) ? 'off' : isPaused(state, rules) ? 'paused' : 'on',
    count: state?.count ?? 0,
    max: rules.maxIterations,
    openRound: state?.round ?? null,
    last: null,
    reviews: 0,
    decisions: 0,
    costUsd: 0,
    byHand: null,
    lastCause: null,
    notices: [],
    overrules: [],
  };
  const notices = new Set<string>();
  for (const line of lines) {
    if (line.supervisor_id !== id) continue;
    if (isOverrule(line)) {
      summary.overrules.push(line);
      summary.last = overruledOutcome(summary.last, line);
      continue;
    }
    if ('by_hand' in line) summary.byHand = { verdict: line.by_hand.verdict, time: line.time };
    if (!isDecision(line)) continue;
    const decision = line;
    const { verdict, cause, feedback, time } = decision;
    summary.decisions += 1;
    const { openRound } = summary;
    if (openRound && decision.count === openRound.count && time >= openRound.at) summary.openRound = null;
    summary.lastCause = cause;
    for (const notice of decision.notices ?? []) notices.add(notice);
    if (isAboutWork(decision) && (isJudged(decision) || cause === 'budget' || cause === 'overruled'))
      summary.last = {
        verdict,
        outcome: isCutOff(decision) ? 'cut-off' : isOutcome(cause) ? cause : verdict,
        feedback,
        time,
      };
    if (askedReviewer(decision)) summary.reviews += 1;
    if (isJudged(decision)) summary.costUsd += decision.cost_usd ?? 0;
  }
  return { ...summary, notices: [...notices] };
}

/** That a call or a subagent was let through does not say that the work was approved. */
const isAboutWork = ({ event, verdict }: JournalDecision) =>
  verdict !== 'allow' || event === undefined || event === 'Stop';

const isOutcome = (cause: string): cause is 'stall' | 'budget' | 'overruled' | 'impossible' =>
  cause === 'stall' || cause === 'budget' || cause === 'overruled' || cause === 'impossible';

/** A later verdict stays as it is. */
function overruledOutcome(last: Summary['last'], { overruled, why }: JournalOverrule): Summary['last'] {
  if (last !== null && last.time !== overruled.time) return last;
  const { verdict, feedback, time } = overruled;
  return { verdict, outcome: 'overruled', feedback: why || feedback, time };
}

/** A check costs nothing; a stall can be about a failing check, and an interruption can come while checks run. */
function askedReviewer({ verdict, cause, cost_usd, context }: JournalDecision): boolean {
  switch (cause) {
    case 'review':
    case 'answered':
    case 'impossible':
      return true;
    case 'stall':
      return cost_usd !== null;
    case 'interrupted':
    case 'unattended':
      return typeof context === 'string';
    default:
      return verdict === 'failed';
  }
}

/** A task that was approved in its last round is over, not paused: the next prompt starts a new count. */
const isPaused = (state: State | undefined, rules: Rules) =>
  state !== undefined && state.count >= rules.maxIterations && state.settledPromptId === undefined;
