/** What a terminal acts on, or shows as nothing, and `JSON.stringify` leaves as it is. */
const UNSEEN = /(?!\ufe0e|\ufe0f)[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * JSON for stdout, which may be a terminal: the same value, with such characters as `\uXXXX`. In JSON they can only stand
 * in a string.
 */
export const printedJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(UNSEEN, escaped);

/** Outside the first plane, in two halves. */
const escaped = (letter: string): string =>
  letter
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
