/** Why no judgement could be had. `deadline` has an exit code of its own. */
export type FailureCause = 'deadline' | 'api' | 'no-answer' | 'client' | 'interrupted' | 'over-budget' | 'internal';

/** What a review comes to. A failure is an outcome of its own and never dressed up as one of the other two. */
export type Verdict =
  | { kind: 'allow'; feedback: string }
  | { kind: 'block'; feedback: string }
  | { kind: 'failed'; cause: FailureCause; message: string };

export const isInterrupted = (verdict: Verdict): boolean =>
  verdict.kind === 'failed' && verdict.cause === 'interrupted';

export const failed = (cause: FailureCause, message: string): Verdict => ({ kind: 'failed', cause, message });
