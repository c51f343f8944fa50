const HOUR_MS = 60 * 60 * 1000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/** `12h`, `30d` or `4w` in milliseconds, at least one of them; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] as number);
}
