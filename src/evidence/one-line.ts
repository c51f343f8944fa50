/** Foreign text as one line: nothing in it can begin a line of ours, move the cursor or turn the text around. */
export function oneLine(text: string, max: number): string {
  // Looked at only as far as it can be shown: a line may be megabytes.
  const part = text.length > max * 8 ? text.slice(0, max * 8) : text;
  const seen = part.replaceAll(/\p{Default_Ignorable_Code_Point}|[\p{Cf}\p{Cs}]/gu, '');
  const joined = seen.replaceAll(/[\p{Cc}\s]+/gu, (gap) => (/[\n\u2028\u2029]/.test(gap) ? LINE_BREAK : ' '));
  return shortened(withoutEnds(joined), max);
}

/** By hand: a pattern would try anew from each of many breaks. */
function withoutEnds(text: string): string {
  const isGap = (at: number) => text[at] === ' ' || text[at] === '⏎';
  let start = 0;
  let end = text.length;
  while (start < end && isGap(start)) start++;
  while (end > start && isGap(end - 1)) end--;
  return text.slice(start, end);
}

/** Where a line ended, now that it does not. */
const LINE_BREAK = ' ⏎ ';

/** The beginning, by whole characters. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${withoutHalves(text.slice(0, max - 1))}…`;
}

/** Both ends: what it is about stands at the start, what came of it at the end. */
export function fromBothEnds(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor((max - 5) / 2);
  return `${withoutHalves(text.slice(0, half))} […] ${withoutHalves(text.slice(-half))}`;
}

const withoutHalves = (text: string) => text.replaceAll(/\p{Cs}/gu, '');

/** A copy that does not keep the long text alive which it was cut from. */
export const copied = (text: string, max: number): string =>
  text.length <= max ? text : Buffer.from(text.slice(0, max), 'utf16le').toString('utf16le');

/** The same from the end. */
export const copiedEnd = (text: string, max: number): string =>
  text.length <= max ? text : Buffer.from(text.slice(-max), 'utf16le').toString('utf16le');
