import { newestFirst, newestOfId } from '../journal/read.ts';
import { ReadLimit } from '../journal/read-limit.ts';
import { type Budget, budgetFor, type CostLimits } from './rules/budget.ts';
import { isDecision } from './rules/summary.ts';

/**
 * What is left of the limits on cost. Of the journal only what the limits that are set need is read: the lines of this
 * session, and those of today. Without a session only the day counts.
 *
 * What a look at the journal did not reach may have cost anything, so the limit that it is for counts as used up. Whoever
 * has a shell can make the journal that large, and can write lines with any cost into it as well.
 */
export function budgetOf(
  limits: CostLimits,
  sessionId: string | undefined,
  journal: string,
  now: Date = new Date(),
  newLimit: () => ReadLimit = () => new ReadLimit(),
): Budget {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const today = midnight.toISOString();
  const [day, session] = [newLimit(), newLimit()];
  const ofToday = limits.maxCostUsdPerDay === undefined ? [] : [...newestFirst(journal, day, today)];
  const ofSession =
    limits.maxCostUsd === undefined || sessionId === undefined ? [] : [...newestOfId(journal, sessionId, session)];
  // Lines of today count for the session too, and must not count twice.
  const isCounted = limits.maxCostUsdPerDay === undefined ? () => false : (time: string) => time >= today;
  const lines = [...ofToday, ...ofSession.filter(({ time }) => !isCounted(time))];
  return budgetFor(limits, sessionId ?? '', today, lines.filter(isDecision), {
    session: session.isReached,
    day: day.isReached,
  });
}
