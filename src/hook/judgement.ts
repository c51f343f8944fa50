import type { CheckResult } from '../checks/check.ts';
import type { Claim, Evidence } from '../evidence/evidence.ts';
import type { Review } from '../review/review.ts';
import type { ProjectRules } from '../trust/project-rules.ts';
import type { QuestionAnswer } from './answer-question.ts';
import type { Budget } from './rules/budget.ts';
import type { SessionLocation } from './session-location.ts';

/** Where an event took place, and by which rules it is judged there. */
export interface ProjectContext extends SessionLocation, ProjectRules {
  /** Another work tree of the repository, in which the worker is now: neither checks nor evidence look there. */
  elsewhere?: string | undefined;
}

/** Why an event is allowed although nobody approved it. */
export type LimitReached =
  | ({ kind: 'budget' } & NonNullable<Budget['reached']>)
  /** The same objection so many times, with no file changed. */
  | { kind: 'stall'; objection: string; times: number };

/** What was decided about an event, and by whom. */
export type JudgementOutcome =
  /** `answer`: the reviewer proposed an answer to the worker's question. */
  | { kind: 'review'; review: Review; answer?: QuestionAnswer | undefined }
  | { kind: 'check'; failed: CheckResult; feedback: string }
  /** What the last message claims is not true of the session. */
  | { kind: 'claims'; claims: Claim[]; feedback: string }
  | { kind: 'limit'; limit: LimitReached; review: Review | undefined };

export interface Judgement {
  outcome: JudgementOutcome;
  project: ProjectContext;
  checks: CheckResult[];
  /** Files with results of checks that something other than this program wrote. */
  editedResults?: string[];
  /** Something that the worker started was running after the checks: what has passed may fail any moment. */
  mayChangeLater: boolean;
  /** Fingerprint of the work tree that was judged; empty where no objection or approval can refer to it. */
  treeFingerprint: string;
  /** Files that changed during the review. */
  changedDuringReview: string[];
  /** What decided, or what the reviewer was given; undefined: not needed, or it could not be computed. */
  evidence: Evidence | undefined;
}

/** An outcome as `ccc review` and `ccc eval` report it. */
export interface Decision {
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
}

/** A limit that keeps the reviewer from being asked does not approve: where one asks for a review, it has failed. */
export function decisionOf({ outcome }: Judgement): Decision {
  switch (outcome.kind) {
    case 'check':
      return { verdict: 'block', cause: 'check', feedback: outcome.feedback };
    case 'claims':
      return { verdict: 'block', cause: 'claims', feedback: outcome.feedback };
    case 'limit': {
      const { limit } = outcome;
      const uncounted =
        limit.kind === 'budget' && limit.uncounted ? ': the journal is too large to count what was spent' : '';
      const feedback =
        limit.kind === 'budget' ? `supervisor.${limit.key} ($${limit.usd})${uncounted}` : limit.objection;
      return { verdict: 'failed', cause: limit.kind, feedback };
    }
    case 'review': {
      const { verdict } = outcome.review;
      if (verdict.kind === 'failed') return { verdict: 'failed', cause: verdict.cause, feedback: verdict.message };
      // Asked for a review, it is no approval.
      if (verdict.kind === 'impossible') return { verdict: 'block', cause: 'impossible', feedback: verdict.feedback };
      return { verdict: verdict.kind, cause: 'review', feedback: verdict.feedback };
    }
  }
}
