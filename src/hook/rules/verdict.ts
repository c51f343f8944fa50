/** Why a review failed. `deadline` has an exit code of its own. */
export type FailureCause = 'deadline' | 'api' | 'no-answer' | 'client' | 'interrupted' | 'over-budget' | 'internal';

/** The result of a review. A failed review is neither an approval nor an objection (docs/adr/0002-three-verdicts.md). */
export type Verdict =
  | { kind: 'allow'; feedback: string }
  | { kind: 'block'; feedback: string }
  | { kind: 'failed'; cause: FailureCause; message: string };

export const isInterrupted = (verdict: Verdict): boolean =>
  verdict.kind === 'failed' && verdict.cause === 'interrupted';

export const failed = (cause: FailureCause, message: string): Verdict => ({ kind: 'failed', cause, message });
