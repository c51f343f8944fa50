import type { Rules, State } from './session.ts';

/** What the journal says of one decision, as far as a summary needs it. */
export interface Decision {
  supervisor_id: string;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  time: string;
  cost_usd: number | null;
}

/** A verdict; or the brake that let the work through without one. */
export type Ending = Decision['verdict'] | 'stall' | 'budget';

export interface Summary {
  /** Paused: on, but at its limit, so that nothing is reviewed until it is switched on anew. */
  mode: 'on' | 'off' | 'paused';
  count: number;
  max: number;
  /** The last judgement, or attempt at one, or brake; what else was let through unjudged does not count. */
  last: { verdict: Decision['verdict']; outcome: Ending; feedback: string; time: string } | null;
  reviews: number;
  /** Of the hook, also those without a review. */
  decisions: number;
  costUsd: number;
}

const UNJUDGED = ['off', 'limit', 'background', 'compaction', 'unchanged', 'budget'];

/** Whether somebody, or a check, looked at the work, or tried to. */
export const isJudged = ({ cause }: Pick<Decision, 'cause'>): boolean => !UNJUDGED.includes(cause);

/** Pure: how the supervision of one session stands. */
export function summarize(id: string, state: State | undefined, rules: Rules, decisions: Iterable<Decision>): Summary {
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
  };
  for (const decision of decisions) {
    if (decision.supervisor_id !== id) continue;
    summary.decisions += 1;
    const { verdict, cause, feedback, time } = decision;
    if (isJudged(decision) || cause === 'budget')
      summary.last = { verdict, outcome: cause === 'stall' || cause === 'budget' ? cause : verdict, feedback, time };
    if (!isJudged(decision)) continue;
    summary.reviews += 1;
    summary.costUsd += decision.cost_usd ?? 0;
  }
  return summary;
}

/** A task that was allowed to stop in its last round is over, not paused: the next prompt counts anew. */
const isPaused = (state: State | undefined, rules: Rules) =>
  state !== undefined && state.count >= rules.maxIterations && state.settled_prompt_id === undefined;
