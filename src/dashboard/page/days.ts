import type { Day } from './model.ts';

const DAY_MS = 86_400_000;

/**
 * Pure: each day from the first to the last on which something was recorded, also those without work, so that a week
 * off is as wide as a week. Of more than `most` days the last: what is older is in the figures, and a bar needs a few
 * pixels to be seen. None after `today`: one line of a clock that was years ahead would leave no room for any other.
 */
export function everyDay(days: readonly Day[], most: number, today: string): Day[] {
  const known = new Map(days.flatMap((day) => (Number.isFinite(startOf(day.day)) ? [[startOf(day.day), day]] : [])));
  const starts = [...known.keys()].filter((start) => start <= startOf(today));
  if (starts.length === 0) return [];
  const last = Math.max(...starts);
  const first = Math.max(Math.min(...starts), last - (most - 1) * DAY_MS);
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, at) => {
    const start = first + at * DAY_MS;
    return known.get(start) ?? { day: dayAt(start), rounds: 0, approvals: 0, blocks: 0, failures: 0, costUsd: 0 };
  });
}

/** A local day is only a name here. It is counted in UTC, where each has 24 hours, also when the clocks change. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (start: number): string => new Date(start).toISOString().slice(0, 10);
