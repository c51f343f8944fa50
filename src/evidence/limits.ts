import type { LimitedList } from './evidence.ts';

/** How many items of each list are kept. */
export const MAX_ITEMS = {
  verdicts: 8,
  files: 100,
  commands: 60,
  unresolved: 20,
  mayHaveRun: 20,
  todos: 30,
  weakenings: 40,
  background: 20,
  checks: 20,
  after: 20,
  betweenVerdicts: 10,
};

/** How many characters of each text are kept. */
export const MAX_LENGTH = {
  latestRequest: 4_000,
  firstRequest: 1_000,
  sentence: 400,
  command: 300,
  name: 200,
  lastMessage: 3_000,
  checkOutput: 2_000,
};

export const limitedList = <T>(all: T[], most: number): LimitedList<T> => ({
  total: all.length,
  items: all.slice(0, most),
});

/** Foreign text as one line: it cannot start a line of ours, move the cursor or reverse the text. */
export function oneLine(text: string, max: number): string {
  // Only as much as can be shown is processed: a line may be megabytes.
  const part = text.length > max * 8 ? text.slice(0, max * 8) : text;
  const seen = part.replaceAll(/\p{Default_Ignorable_Code_Point}|[\p{Cf}\p{Cs}]/gu, '');
  const joined = seen.replaceAll(/[\p{Cc}\s]+/gu, (gap) => (/[\n\u2028\u2029]/.test(gap) ? LINE_BREAK : ' '));
  return truncate(withoutEnds(joined), max);
}

/** A loop, because a pattern would start again at each of many breaks. */
function withoutEnds(text: string): string {
  const isGap = (at: number) => text[at] === ' ' || text[at] === '⏎';
  let start = 0;
  let end = text.length;
  while (start < end && isGap(start)) start++;
  while (end > start && isGap(end - 1)) end--;
  return text.slice(start, end);
}

/** Stands where a line ended. */
const LINE_BREAK = ' ⏎ ';

/** At most `max` characters, the last of which says that more followed. Half a surrogate pair is removed. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${withoutSurrogates(text.slice(0, max - 1))}…`;
}

/** Both ends: the topic stands at the start, the result at the end. */
export function fromBothEnds(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor((max - 5) / 2);
  return `${withoutSurrogates(text.slice(0, half))} […] ${withoutSurrogates(text.slice(-half))}`;
}

const withoutSurrogates = (text: string) => text.replaceAll(/\p{Cs}/gu, '');

/** The first `max` characters as a copy, because a slice would keep the whole text in memory. */
export const copyOfStart = (text: string, max: number): string =>
  text.length <= max ? text : Buffer.from(text.slice(0, max), 'utf16le').toString('utf16le');

/** The last `max` characters, likewise. */
export const copyOfEnd = (text: string, max: number): string =>
  text.length <= max ? text : Buffer.from(text.slice(-max), 'utf16le').toString('utf16le');
