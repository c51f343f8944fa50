import { copyOfStart } from '../evidence/limits.ts';

/**
 * How much of each text is kept of a session. A line of the journal may have 2 MB, in any field, and there may be hundreds
 * of thousands of sessions; what `ccc` writes is mostly far below it.
 */
export const MAX_KEPT = {
  name: 300,
  request: 2_000,
  why: 4_000,
  message: 2_000,
  file: 1_000,
  earlier: 500,
  answer: 500,
};

/** More files are counted. */
export const MAX_FILES = 50;

/** Longer than any path that a system opens. Its beginning would be another folder. */
const MAX_PATH = 4_096;

/** A copy, because a slice would keep the whole text in memory. */
export const shortText = (text: string, max: number): string =>
  text.length <= max ? text : `${copyOfStart(text, max - 1)}…`;

export const shortOrNull = (text: string | null, max: number): string | null => text && shortText(text, max);

export const pathOrNull = (path: string | null): string | null => (path && path.length <= MAX_PATH ? path : null);
