import { readRegular } from '../platform/regular-file.ts';

/** A move of HEAD. */
export interface LogLine {
  from: string;
  to: string;
  seconds: number;
  what: string;
}

/** Its end: thousands of moves. */
const MOST_BYTES = 1024 * 1024;

const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*> (\d+) [+-]\d{4}(?:\t(.*))?$/;

/** The log that git keeps of HEAD, oldest first; what is no line of it is left out. */
export function logLines(path: string): LogLine[] {
  const text = readRegular(path, { maxBytes: MOST_BYTES, from: 'end' })?.bytes.toString('utf8') ?? '';
  return text.split('\n').flatMap((line) => {
    const [, from, to, seconds, what = ''] = LINE.exec(line) ?? [];
    return from && to ? [{ from, to, seconds: Number(seconds), what }] : [];
  });
}
