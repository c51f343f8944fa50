import type { CheckResult } from '../checks/check.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Review } from '../review/review.ts';
import type { TrustStatus } from '../trust/trust-status.ts';
import type { Budget } from './rules/budget.ts';
import type { SessionLocation } from './session-location.ts';

/** Where an event took place, and by which rules it is judged there. */
export interface ProjectContext extends SessionLocation {
  trust: TrustStatus;
  /** The user's rules, with those of a repository that they trust. */
  supervisor: SupervisorConfig;
}

/** Why an event is allowed although nobody approved it. */
export type LimitReached =
  | ({ kind: 'budget' } & NonNullable<Budget['reached']>)
  /** The same objection so many times, with no file changed. */
  | { kind: 'stall'; objection: string; times: number };

/** What was decided about an event, and by whom. */
export type JudgementOutcome =
  | { kind: 'review'; review: Review }
  | { kind: 'check'; failed: CheckResult; feedback: string }
  | { kind: 'limit'; limit: LimitReached; review: Review | undefined };

export interface Judgement {
  outcome: JudgementOutcome;
  project: ProjectContext;
  checks: CheckResult[];
  /** Fingerprint of the work tree at the end; empty where no objection or approval can refer to it. */
  treeFingerprint: string;
  /** Files that changed during the review. */
  changedDuringReview: string[];
  /** What the reviewer was given; undefined: it was not asked, or the evidence could not be computed. */
  evidence: Evidence | undefined;
}
