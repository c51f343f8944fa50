/** Limits on the cost of reviews, in dollars; undefined: no limit. */
export interface CostLimits {
  maxCostUsd: number | undefined;
  maxCostUsdPerDay: number | undefined;
}

/** The fields of a journal entry that concern its cost. */
interface JournalCost {
  session_id: string;
  time: string;
  cost_usd: number | null;
}

export interface Budget {
  /** What the next review may cost; undefined: no limit. */
  leftUsd: number | undefined;
  /** The limit that is used up, if one is; `uncounted`: or may be, because not all that was spent could be counted. */
  reached: { key: 'max_cost_usd' | 'max_cost_usd_per_day'; usd: number; uncounted?: true } | undefined;
}

/** What is left for the reviews of a session. `today` is the start of the current day. `isUncounted`: `journal` has not all of it. */
export function budgetFor(
  limits: CostLimits,
  sessionId: string,
  today: string,
  journal: Iterable<JournalCost>,
  isUncounted: { session: boolean; day: boolean } = { session: false, day: false },
): Budget {
  let session = 0;
  let day = 0;
  for (const { session_id, time, cost_usd } of journal) {
    if (typeof cost_usd !== 'number') continue;
    if (session_id === sessionId) session += cost_usd;
    if (time >= today) day += cost_usd;
  }
  const rows = [
    { key: 'max_cost_usd', limit: limits.maxCostUsd, spent: session, isPart: isUncounted.session },
    { key: 'max_cost_usd_per_day', limit: limits.maxCostUsdPerDay, spent: day, isPart: isUncounted.day },
  ] as const;
  const limited = rows.flatMap(({ limit, ...row }) => (limit === undefined ? [] : [{ ...row, limit }]));
  const reached = limited.find(({ limit, spent }) => spent >= limit);
  const mayBeReached = limited.find(({ isPart }) => isPart);
  const left = mayBeReached ? 0 : Math.min(...limited.map(({ limit, spent }) => limit - spent));
  return {
    leftUsd: limited.length === 0 ? undefined : Math.max(0, left),
    reached: reached
      ? { key: reached.key, usd: reached.limit }
      : mayBeReached && { key: mayBeReached.key, usd: mayBeReached.limit, uncounted: true },
  };
}

/** A sum of fractions ends in 0000000001; a millionth of a dollar is exact enough. */
export const roundedUsd = (usd: number): number => Math.round(usd * 1e6) / 1e6;
