import type { CheckResult } from '../checks/check.ts';
import type { Review } from '../review/review.ts';
import type { Budget } from './rules/budget.ts';

/** Why an event was let through although nobody found it good. */
export type LimitReached =
  | ({ kind: 'budget' } & NonNullable<Budget['reached']>)
  /** Supervisor and worker could not agree on this. */
  | { kind: 'stall'; about: string; times: number };

/** What was decided about an event, and by whom. */
export type JudgementOutcome =
  | { kind: 'review'; review: Review }
  | { kind: 'check'; failed: CheckResult; feedback: string }
  | { kind: 'brake'; brake: LimitReached; review: Review | undefined };

export interface Judgement {
  outcome: JudgementOutcome;
  checks: CheckResult[];
  /** Of the files, when all was over. */
  tree: string;
  /** Files that changed while the reviewer was at work. */
  touched: string[];
}
