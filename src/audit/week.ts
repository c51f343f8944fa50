/** A week of ISO 8601, which begins on Monday, in the local time zone. */
export interface Week {
  /** `2026-W46`. */
  name: string;
  /** Its Monday, `2026-11-09`. */
  from: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function weekOf(time: Date): Week {
  // Days of the local calendar, counted in UTC: there every day has 24 hours.
  const day = Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;
  // A week belongs to the year that has its Thursday.
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const number = 1 + Math.floor((monday + 3 * DAY_MS - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return {
    name: `${year}-W${String(number).padStart(2, '0')}`,
    from: new Date(monday).toISOString().slice(0, 10),
  };
}
