import { type ApprovalDoubt, doubtAbout, isApproval } from './approval.ts';
import { isCutOff, type JournalDecision } from './summary.ts';

/** What a stop came to. Only `approved` may be read as an approval. */
export type StopOutcome =
  | 'approved'
  | ApprovalDoubt
  | 'sent-back'
  | 'failed'
  /** The review was ended before its verdict: Esc, Ctrl-C, or the session itself ended. */
  | 'cut-off'
  | 'limit'
  | 'stall'
  | 'budget'
  | 'impossible'
  | 'overruled'
  | 'not-reviewed';

/** What any decision came to. */
export type DecisionOutcome =
  | StopOutcome
  /** A question that the reviewer answered in the user's place. */
  | 'answered'
  /** A plan that was begun because the reviewer approved it. */
  | 'plan-approved'
  /** A question that was refused, because nobody was there to answer it. */
  | 'unattended'
  /** Any other event that was reviewed and let through. */
  | 'no-objection';

interface Decision extends Pick<JournalDecision, 'verdict' | 'cause' | 'event'> {
  touched?: readonly string[] | undefined;
  changed_settings?: readonly string[] | undefined;
  plan_approved?: true | undefined;
}

/** Pure: one word for a decision, because `allow` alone is no approval: what was given up is let through as well. */
export function outcomeOf(decision: Decision): DecisionOutcome {
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
