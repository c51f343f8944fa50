import type { SessionHistory } from '../history/session-history.ts';
import type { Language } from '../i18n/language.ts';
import { type ReportMessages, reportMessages } from '../i18n/report.ts';
import { isAsking, isForUser } from './session-filter.ts';

/**
 * Pure: what the user can do about a session, as `ccc report` says it; null: it does not need them. In both languages,
 * because the page can change its own. Not in the page itself, which would have all texts of the report then.
 */
export function nextStep(session: SessionHistory, isRunning: boolean): Record<Language, string> | null {
  if (!isForUser(session, isRunning)) return null;
  const stepIn = ({ nextStep: steps, inItsTerminal, field, answerThere }: ReportMessages): string => {
    const step = isAsking(session, isRunning) ? answerThere : (steps[session.outcome] ?? steps['sent-back'] ?? '');
    return isRunning ? field(inItsTerminal, step) : step;
  };
  return { en: stepIn(reportMessages.en), zh: stepIn(reportMessages.zh) };
}
