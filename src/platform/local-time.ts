const two = (value: number) => String(value).padStart(2, '0');

/** In the local time zone, without seconds. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockTime(at.getTime())}`;
}

/** The hour and minute in the local time zone. */
export function clockTime(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}
