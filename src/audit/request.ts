import { parseDuration } from '../platform/duration.ts';

/** Which sessions are asked for. */
export interface AuditRequest {
  /** Of this folder and those below it; undefined: of any. */
  folder: string | undefined;
  /** Ended at this time or later. */
  since: Date | undefined;
  /** At most so many, the latest. */
  last: number | undefined;
}

/** A whole number from 1 on; undefined for anything else. */
export const parseCount = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** `30d` before now, or the start of a local day; `future` if it is still to come, undefined if it is neither. */
export function parseSince(text: string, now: Date): Date | 'future' | undefined {
  const duration = parseDuration(text);
  if (duration !== undefined) return new Date(now.getTime() - duration);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(year, month - 1, day);
  // 2026-02-30 would be a day in March.
  const isThatDay = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  if (!isThatDay) return undefined;
  return date > now ? 'future' : date;
}
