import type { Evidence } from '../../evidence/evidence.ts';
import { renderEvidence } from '../../evidence/render/text.ts';
import { type Decision, decisionOf, type Judgement } from '../../hook/judgement.ts';
import type { HookInput } from '../../hook/protocol/input.ts';
import { roundedUsd } from '../../hook/rules/budget.ts';
import { figures } from '../../i18n/judgement.ts';
import type { Language } from '../../i18n/language.ts';
import { reviewMessages } from '../../i18n/review.ts';
import { sessionMessages } from '../../i18n/sessions.ts';
import { type Redact, redactedJson } from '../../platform/known-secrets.ts';
import { withSnakeCaseKeys } from '../../platform/letter-case.ts';
import { visible } from '../../platform/visible-text.ts';
import type { StoredSession } from '../../transcript/stored-sessions.ts';
import type { TrustStatus } from '../../trust/trust-status.ts';

export interface ReviewReport {
  session: StoredSession;
  input: HookInput;
  judgement: Judgement;
  evidence: Evidence;
  seconds: number;
  trust: TrustStatus;
  redact: Redact;
}

/** 0: the agent may stop; 3: sent back; 1: the review failed. */
export function exitCodeFor(judgement: Judgement): number {
  return { allow: 0, block: 3, failed: 1 }[decisionOf(judgement).verdict];
}

const reviewOf = ({ outcome }: Judgement) => (outcome.kind === 'review' ? outcome.review : undefined);

export function reviewData({ session, input, judgement, evidence, seconds, trust, redact }: ReviewReport): object {
  const review = reviewOf(judgement);
  return withSnakeCaseKeys({
    session_id: session.id,
    folder: session.folder,
    event: input.event.name,
    ...redactedDecision(judgement, redact),
    context: review?.context ?? null,
    model: review?.model ?? null,
    turns: review?.turns ?? null,
    tokens: review?.tokens ?? null,
    cost_usd: typeof review?.costUsd === 'number' ? roundedUsd(review.costUsd) : null,
    duration_ms: Math.round(seconds * 1000),
    checks: JSON.parse(redactedJson(judgement.checks, redact)),
    touched: judgement.changedDuringReview,
    // Its checks, limits and prompt were used only if this is `trusted`.
    repository: trust.kind,
    facts: evidence,
  });
}

/**
 * Unlike the agent, who has seen what the reviewer saw, people pass this on: into an issue, or the log of a CI run. A
 * service that refuses a key may repeat it, too.
 */
function redactedDecision(judgement: Judgement, redact: Redact): Decision {
  const decision = decisionOf(judgement);
  return { ...decision, feedback: redact(decision.feedback) };
}

export function reviewText(
  { session, judgement, evidence, seconds, redact }: ReviewReport,
  language: Language,
): string {
  const messages = reviewMessages[language];
  const { verdict, cause, feedback } = redactedDecision(judgement, redact);
  const review = reviewOf(judgement);
  const costUsd = review?.costUsd ?? null;
  const details = [
    review?.context && messages.context[review.context],
    review?.model,
    figures({ seconds, costUsd }, language),
  ];
  const lines = [
    sessionMessages[language].session(session.id, session.folder),
    '',
    renderEvidence(evidence).trimEnd(),
    '',
    messages.withDetails(
      messages.verdict(verdict, cause),
      details.filter((part): part is string => !!part),
    ),
    feedback,
    ...(judgement.changedDuringReview.length > 0 ? ['', messages.changedFiles(judgement.changedDuringReview)] : []),
  ];
  return `${visible(lines.join('\n'))}\n`;
}
