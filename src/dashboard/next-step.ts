import type { SessionHistory } from '../history/session-history.ts';
import type { SessionStatus } from '../history/session-status.ts';
import type { Language } from '../i18n/language.ts';
import { nextStepOf, reportMessages } from '../i18n/report.ts';

/**
 * Pure: what the user can do about a session, as `ccc report` says it; null: it does not need them. In both languages,
 * because the page can change its own. Not in the page itself, which would have all texts of the report then.
 */
export function nextStep(
  { outcome }: SessionHistory,
  { group, isAsking, isWaiting }: SessionStatus,
  isRunning: boolean,
): Record<Language, string> | null {
  if (group !== 'open') return null;
  const about = { outcome, isAsking: isAsking || isWaiting, isRunning };
  return { en: nextStepOf(about, reportMessages.en), zh: nextStepOf(about, reportMessages.zh) };
}
