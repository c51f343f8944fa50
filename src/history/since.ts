import { dayOf } from '../platform/local-time.ts';

const MINUTE_MS = 60_000;
const UNITS: Record<string, number> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

/** `30m`, `2h`, `3d` or `1w` before now, a local day, or a time; `future` if it is still to come, undefined if it is none of them. */
export function parseSince(text: string, now: Date): Date | 'future' | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (UNITS[unit] as number) * MINUTE_MS);
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?))?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  // 2026-02-30 would be a day in March.
  const midnight = new Date(`${day}T00:00:00`);
  if (Number.isNaN(midnight.getTime()) || dayOf(midnight) !== day) return undefined;
  const at = time === undefined ? midnight : new Date(`${day}T${time}`);
  if (Number.isNaN(at.getTime())) return undefined;
  return at > now ? 'future' : at;
}
