const two = (value: number) => String(value).padStart(2, '0');

/** In the local time zone, without seconds. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  return `${dayOf(at)} ${clockTime(at.getTime())}`;
}

/** The day in the local time zone, `2026-11-09`. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The hour and minute in the local time zone. */
export function clockTime(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}
