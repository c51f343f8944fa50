import type { SessionHistory } from '../history/session-history.ts';
import type { SessionStatus } from '../history/session-status.ts';
import type { Language } from '../i18n/language.ts';
import { type ReportMessages, reportMessages } from '../i18n/report.ts';

/**
 * Pure: what stands of a session if that is more than its outcome, as `ccc report` says it; null: the outcome says it all.
 * In both languages, because the page can change its own. Not in the page itself, which would have all texts of the
 * report then.
 */
export function statusText(
  session: SessionHistory,
  status: SessionStatus,
  isRunning: boolean,
): Record<Language, string> | null {
  const [en, zh] = [reportMessages.en, reportMessages.zh].map((messages) =>
    textIn(messages, session, status, isRunning),
  );
  return en && zh ? { en, zh } : null;
}

function textIn(
  messages: ReportMessages,
  { outcome, asked }: SessionHistory,
  { isAsking, wentOn, transcriptGone, notLookedUp }: SessionStatus,
  isRunning: boolean,
): string | undefined {
  if (isAsking && asked && !isRunning) return messages.leftAsking[asked.what];
  if (!wentOn || outcome === 'sent-back') return undefined;
  const outcomeText = messages.outcome[outcome];
  if (outcome === 'not-reviewed') return isRunning ? undefined : messages.field(outcomeText, messages.leftBeforeReview);
  if (notLookedUp) return messages.state(outcomeText, messages.goingOnNotLookedUp);
  return messages.state(outcomeText, transcriptGone ? messages.transcriptGone : messages.wentOn);
}
