/** Why a review failed. `deadline` has an exit code of its own. */
export type FailureCause = 'deadline' | 'api' | 'no-answer' | 'client' | 'interrupted' | 'over-budget' | 'internal';

/** The result of a review. A failed review is neither an approval nor an objection (docs/adr/0002-three-verdicts.md). */
export type Verdict =
  | { kind: 'allow'; feedback: string; proposed?: ProposedAnswers }
  | { kind: 'block'; feedback: string }
  /** The task cannot be done as asked. The stop goes through; neither an approval nor a failure. */
  | { kind: 'impossible'; feedback: string }
  | { kind: 'failed'; cause: FailureCause; message: string };

/** What a reviewer proposes to answer in the user's place, and where it says that the answer is; not checked yet. */
export interface ProposedAnswers {
  answers: unknown;
  ground: unknown;
}

export const isInterrupted = (verdict: Verdict): boolean =>
  verdict.kind === 'failed' && verdict.cause === 'interrupted';

export const failed = (cause: FailureCause, message: string): Verdict => ({ kind: 'failed', cause, message });
