import type { Rules, State } from './state.ts';

/** What the journal says of one decision, as far as a summary needs it. */
export interface JournalDecision {
  supervisor_id: string;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  time: string;
  cost_usd: number | null;
  notices?: readonly string[] | undefined;
}

/** A verdict; or the brake that let the work through without one. */
export type LastOutcome = JournalDecision['verdict'] | 'stall' | 'budget';

export interface Summary {
  /** Paused: on, but at its limit, so that nothing is reviewed until it is switched on anew. */
  mode: 'on' | 'off' | 'paused';
  count: number;
  max: number;
  /** The last judgement, or attempt at one, or brake; what else was let through unjudged does not count. */
  last: { verdict: JournalDecision['verdict']; outcome: LastOutcome; feedback: string; time: string } | null;
  reviews: number;
  /** Of the hook, also those without a review. */
  decisions: number;
  costUsd: number;
  /** Why the last decision was what it was, judged or not. */
  lastCause: string | null;
  /** What else the user was told, each once. */
  notices: string[];
}

const UNJUDGED = ['off', 'limit', 'background', 'compaction', 'unchanged', 'budget'];

/** Whether somebody, or a check, looked at the work, or tried to. */
export const isJudged = ({ cause }: Pick<JournalDecision, 'cause'>): boolean => !UNJUDGED.includes(cause);

/** Pure: how the supervision of one session stands; with `since`, by what was decided from then on. */
export function summarize(
  id: string,
  state: State | undefined,
  rules: Rules,
  decisions: Iterable<JournalDecision>,
  since = '',
): Summary {
  const on = state?.enabled ?? rules.enabledByDefault;
  const count = state?.count ?? 0;
  const summary: Summary = {
    mode: !on ? 'off' : isPaused(state, rules) ? 'paused' : 'on',
    count,
    max: rules.maxIterations,
    last: null,
    reviews: 0,
    decisions: 0,
    costUsd: 0,
    lastCause: null,
    notices: [],
  };
  const told = new Set<string>();
  for (const decision of decisions) {
    if (decision.supervisor_id !== id || decision.time < since) continue;
    summary.decisions += 1;
    const { verdict, cause, feedback, time } = decision;
    summary.lastCause = cause;
    for (const notice of decision.notices ?? []) told.add(notice);
    if (isJudged(decision) || cause === 'budget')
      summary.last = { verdict, outcome: cause === 'stall' || cause === 'budget' ? cause : verdict, feedback, time };
    if (!isJudged(decision)) continue;
    // A check is no review, and costs nothing.
    if (cause !== 'check') summary.reviews += 1;
    summary.costUsd += decision.cost_usd ?? 0;
  }
  return { ...summary, notices: [...told] };
}

/** A task that was allowed to stop in its last round is over, not paused: the next prompt counts anew. */
const isPaused = (state: State | undefined, rules: Rules) =>
  state !== undefined && state.count >= rules.maxIterations && state.settled_prompt_id === undefined;
