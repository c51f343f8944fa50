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
  /** The limit that is used up, if one is. */
  reached: { key: 'max_cost_usd' | 'max_cost_usd_per_day'; usd: number } | undefined;
}

export const hasLimit = ({ maxCostUsd, maxCostUsdPerDay }: CostLimits): boolean =>
  maxCostUsd !== undefined || maxCostUsdPerDay !== undefined;

/** What is left for the reviews of a session. `today` is the start of the current day. */
export function budgetFor(
  limits: CostLimits,
  sessionId: string,
  today: string,
  journal: Iterable<JournalCost>,
): Budget {
  let session = 0;
  let day = 0;
  for (const { session_id, time, cost_usd } of journal) {
    if (typeof cost_usd !== 'number') continue;
    if (session_id === sessionId) session += cost_usd;
    if (time >= today) day += cost_usd;
  }
  const rows = [
    { key: 'max_cost_usd', limit: limits.maxCostUsd, spent: session },
    { key: 'max_cost_usd_per_day', limit: limits.maxCostUsdPerDay, spent: day },
  ] as const;
  const limited = rows.flatMap(({ key, limit, spent }) => (limit === undefined ? [] : [{ key, limit, spent }]));
  const reached = limited.find(({ limit, spent }) => spent >= limit);
  const left = Math.min(...limited.map(({ limit, spent }) => limit - spent));
  return {
    leftUsd: limited.length === 0 ? undefined : Math.max(0, left),
    reached: reached && { key: reached.key, usd: reached.limit },
  };
}

/** A sum of fractions ends in 0000000001; a millionth of a dollar is exact enough. */
export const roundedUsd = (usd: number): number => Math.round(usd * 1e6) / 1e6;
