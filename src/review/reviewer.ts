import type { HookInput } from '../protocol/input.ts';
import type { Tokens } from '../store/journal.ts';
import type { Deadlines } from '../supervisor/deadlines.ts';
import type { Verdict } from '../supervisor/verdict.ts';

export interface ReviewRequest {
  input: HookInput;
  count: number;
  max: number;
  deadlines: Deadlines;
}

export interface Review {
  verdict: Verdict;
  /** Of the review itself; null where nothing is known. */
  costUsd: number | null;
  tokens: Tokens | null;
  model: string | null;
  context: 'fork' | 'fresh' | null;
  turns: number | null;
}

/** Judges one event. Never throws for what a review can run into: that is a `failed` verdict. */
export type Reviewer = (request: ReviewRequest) => Promise<Review>;

/** A review that ended before it began. */
export const unreviewed = (verdict: Verdict): Review => ({
  verdict,
  costUsd: null,
  tokens: null,
  model: null,
  context: null,
  turns: null,
});
