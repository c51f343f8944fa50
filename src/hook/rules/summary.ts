import { isEnabled, type Rules, type State } from './state.ts';

/** The fields of a journal entry that a summary needs. */
export interface JournalDecision {
  supervisor_id: string;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  time: string;
  cost_usd: number | null;
  context?: string | null | undefined;
  notices?: readonly string[] | undefined;
}

/** A verdict; or the limit that allowed the stop without one. */
export type LastOutcome = JournalDecision['verdict'] | 'stall' | 'budget';

export interface Summary {
  /** Paused: on, but all rounds are used up, so that nothing is reviewed until it is turned on again. */
  mode: 'on' | 'off' | 'paused';
  count: number;
  max: number;
  /** The last judgement, failed review or limit; an event that was not judged does not count. */
  last: { verdict: JournalDecision['verdict']; outcome: LastOutcome; feedback: string; time: string } | null;
  /** Decisions for which the reviewer was asked. */
  reviews: number;
  /** All decisions of the hook. */
  decisions: number;
  costUsd: number;
  /** Of the last decision, judged or not. */
  lastCause: string | null;
  /** The other lines that the user was shown, each once. */
  notices: string[];
}

const UNJUDGED = ['off', 'limit', 'background', 'compaction', 'unchanged', 'budget'];

/** Whether a reviewer or a check looked at the work, or tried to. */
export const isJudged = ({ cause }: Pick<JournalDecision, 'cause'>): boolean => !UNJUDGED.includes(cause);

/** The supervision of one id; with `since`, by the decisions from then on. */
export function summarize(
  id: string,
  state: State | undefined,
  rules: Rules,
  decisions: Iterable<JournalDecision>,
  since = '',
): Summary {
  const summary: Summary = {
    mode: !isEnabled(state, rules) ? 'off' : isPaused(state, rules) ? 'paused' : 'on',
    count: state?.count ?? 0,
    max: rules.maxIterations,
    last: null,
    reviews: 0,
    decisions: 0,
    costUsd: 0,
    lastCause: null,
    notices: [],
  };
  const notices = new Set<string>();
  for (const decision of decisions) {
    if (decision.supervisor_id !== id || decision.time < since) continue;
    const { verdict, cause, feedback, time } = decision;
    summary.decisions += 1;
    summary.lastCause = cause;
    for (const notice of decision.notices ?? []) notices.add(notice);
    if (isJudged(decision) || cause === 'budget')
      summary.last = { verdict, outcome: cause === 'stall' || cause === 'budget' ? cause : verdict, feedback, time };
    if (askedReviewer(decision)) summary.reviews += 1;
    if (isJudged(decision)) summary.costUsd += decision.cost_usd ?? 0;
  }
  return { ...summary, notices: [...notices] };
}

/** A check costs nothing; a stall can be about a failing check, and an interruption can come while checks run. */
function askedReviewer({ verdict, cause, cost_usd, context }: JournalDecision): boolean {
  switch (cause) {
    case 'review':
      return true;
    case 'stall':
      return cost_usd !== null;
    case 'interrupted':
      return typeof context === 'string';
    default:
      return verdict === 'failed';
  }
}

/** A task that was approved in its last round is over, not paused: the next prompt starts a new count. */
const isPaused = (state: State | undefined, rules: Rules) =>
  state !== undefined && state.count >= rules.maxIterations && state.approvedPromptId === undefined;
