import { doubtAbout, isApproval } from '../hook/rules/approval.ts';
import { isCutOff } from '../hook/rules/summary.ts';
import type { JournalEntry } from '../journal/record.ts';

/** What a decision came to, in the words of `SessionOutcome`. Only `approved` may be read as an approval. */
export type DecisionOutcome =
  | 'approved'
  /** Approved, but files changed during the review. */
  | 'files-changed'
  /** Approved, but what decides about the review was changed before. */
  | 'settings-changed'
  | 'sent-back'
  | 'failed'
  /** The review was ended before its verdict. */
  | 'cut-off'
  | 'impossible'
  | 'stall'
  | 'limit'
  | 'budget'
  /** Let through, because the user overruled what had sent it back. */
  | 'overruled'
  /** A question that the reviewer answered in the user's place. */
  | 'answered'
  /** A plan that was begun because the reviewer approved it. */
  | 'plan-approved'
  /** A question that was refused, because nobody was there to answer it. */
  | 'unattended'
  /** Any other event that was reviewed and let through. */
  | 'no-objection'
  /** Let through for a reason that is none of these, without a review. */
  | 'not-reviewed';

type Decided = Pick<JournalEntry, 'verdict' | 'cause' | 'event'> &
  Partial<Pick<JournalEntry, 'touched' | 'changed_settings' | 'plan_approved'>>;

/** Pure: one word for a decision, because `allow` alone is no approval: what was given up is let through as well. */
export function outcomeOf(decision: Decided): DecisionOutcome {
  const { verdict, cause } = decision;
  switch (verdict) {
    case 'failed':
      return isCutOff(decision) ? 'cut-off' : 'failed';
    case 'block':
      return cause === 'unattended' ? cause : 'sent-back';
    case 'allow':
      switch (cause) {
        case 'review':
          if (isApproval(decision)) return doubtAbout(decision) ?? 'approved';
          return decision.plan_approved ? 'plan-approved' : 'no-objection';
        case 'impossible':
        case 'stall':
        case 'limit':
        case 'budget':
        case 'overruled':
        case 'answered':
          return cause;
        default:
          return 'not-reviewed';
      }
  }
}
