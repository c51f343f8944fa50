import { linesOfId, linesSince } from '../journal/read.ts';
import { type Budget, budgetFor, type CostLimits } from './rules/budget.ts';
import { isDecision } from './rules/summary.ts';

/**
 * What is left of the limits on cost. Of the journal only what the limits that are set need is read: the lines of this
 * session, and those of today. Without a session only the day counts.
 */
export function budgetOf(
  limits: CostLimits,
  sessionId: string | undefined,
  journal: string,
  now: Date = new Date(),
): Budget {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const today = midnight.toISOString();
  const ofToday = limits.maxCostUsdPerDay === undefined ? [] : linesSince(journal, today);
  const ofSession = limits.maxCostUsd === undefined || sessionId === undefined ? [] : linesOfId(journal, sessionId);
  // Lines of today count for the session too, and must not count twice.
  const isCounted = limits.maxCostUsdPerDay === undefined ? () => false : (time: string) => time >= today;
  const lines = [...ofToday, ...ofSession.filter(({ time }) => !isCounted(time))];
  return budgetFor(limits, sessionId ?? '', today, lines.filter(isDecision));
}
