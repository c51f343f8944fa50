import type { SessionHistory } from '../history/session-history.ts';
import type { SessionStatus } from '../history/session-status.ts';
import { stateText } from '../history/state-text.ts';
import type { Language } from '../i18n/language.ts';
import { nextStepOf, type ReportMessages, reportMessages } from '../i18n/report.ts';

// What `ccc report` says of a session, in both languages, because the page can change its own. Not in the page itself,
// which would have all texts of the report then.

/** Pure: what stands of a session if that is more than its outcome; null: the outcome says it all. */
export function statusText(
  session: SessionHistory,
  status: SessionStatus,
  isRunning: boolean,
): Record<Language, string> | null {
  const [en, zh] = [reportMessages.en, reportMessages.zh].map((messages) =>
    statusTextIn(messages, session, status, isRunning),
  );
  return en && zh ? { en, zh } : null;
}

function statusTextIn(
  messages: ReportMessages,
  session: SessionHistory,
  status: SessionStatus,
  isRunning: boolean,
): string | undefined {
  // The page says by itself that a session runs, and what it asks.
  if (status.isAsking && isRunning) return undefined;
  const text = stateText(session, status, isRunning, messages);
  const isSaid = text === messages.outcome[session.outcome] || text === messages.nothingReviewedYet;
  return isSaid || session.outcome === 'sent-back' ? undefined : text;
}

/** Pure: what the user can do about a session; null: it does not need them. */
export function nextStep(
  { outcome }: SessionHistory,
  { group, isAsking, isWaiting }: SessionStatus,
  isRunning: boolean,
): Record<Language, string> | null {
  if (group !== 'open') return null;
  const about = { outcome, isAsking: isAsking || isWaiting, isRunning };
  return { en: nextStepOf(about, reportMessages.en), zh: nextStepOf(about, reportMessages.zh) };
}
