/**
 * What stands in a field of a line. The file belongs to the user, and so to everything that runs as the user: any field
 * may hold anything.
 */
export const isText = (value: unknown): value is string => typeof value === 'string';

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text if it is one and says something. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Thirty years in milliseconds: what is more was made up, and sums of it are no numbers any more. */
const MAX_AMOUNT = 1e12;

/** A number from 0 on: whatever is counted or measured here. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT;

export const amountOf = (value: unknown): number => (isAmount(value) ? value : 0);
export const amountOrNull = (value: unknown): number | null => (isAmount(value) ? value : null);

/** The items of a list that have the right shape. */
export function itemsOf<T>(value: unknown, isItem: (item: unknown) => item is T): T[] {
  if (!Array.isArray(value)) return [];
  return value.every(isItem) ? value : value.filter(isItem);
}

export const textsIn = (value: unknown): string[] => itemsOf(value, isText);

/** Deeper than any line of ours: `JSON.stringify` has no room on the stack for some thousand levels. */
const MAX_DEPTH = 20;
/** Shorter lines cannot be nested that deep. */
const SHORT_LINE = 4_000;

/** Whether an object could not be written as JSON again. `length` is that of its text. */
export const isTooDeep = (value: object, length: number): boolean =>
  length > SHORT_LINE && goesDeeper(value, MAX_DEPTH);

const goesDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => goesDeeper(one, levels - 1)));
