import type { ResponseForm } from '../protocol/events.ts';

/** `askMs` and `endMs` count from the start of the hook process, `firstByteMs` from the first request. */
export interface Deadlines {
  /** The reviewer is asked for its verdict as things stand. */
  askMs: number;
  /** The review is ended and the hook exits 124. */
  endMs: number;
  /** How long the API may take for the first byte of an answer before it counts as dead. */
  firstByteMs: number;
  /** How long a review may wait for an API that is overloaded, limits the rate or breaks connections. */
  patienceMs: number;
  /** From then on it no longer waits: that the API failed says more than that time ran out. */
  giveUpMs: number;
  /** Tool rounds after which the reviewer is asked for its verdict. */
  toolRounds: number;
}

export interface TimeLimits {
  timeoutSeconds: number;
  questionTimeoutSeconds: number;
  maxTurns: number;
  patienceSeconds: number;
}

/** Only for reviews of more than a minute: a shorter one ends at its deadline soon enough. */
const DEAD_API_MS = 25_000;

/** What a failed review needs to end before its deadline. */
const GIVE_UP_BEFORE_MS = 2_000;

/** The hook has to answer and end the reviewer before `timeoutSeconds`, when Claude Code kills it without a message. */
export function deadlinesFor(form: ResponseForm, limits: TimeLimits): Deadlines {
  const outer = limits.timeoutSeconds * 1000;
  const patienceMs = limits.patienceSeconds * 1000;
  const inner = outer - Math.min(10_000, Math.max(2_000, outer * 0.05));
  if (form === 'question') {
    const endMs = Math.min(limits.questionTimeoutSeconds * 1000, inner);
    return {
      askMs: (endMs * 2) / 3,
      endMs,
      firstByteMs: Number.POSITIVE_INFINITY,
      patienceMs,
      giveUpMs: endMs - GIVE_UP_BEFORE_MS,
      toolRounds: Math.min(4, limits.maxTurns),
    };
  }
  const firstByteMs = inner > 60_000 ? DEAD_API_MS : Number.POSITIVE_INFINITY;
  return {
    askMs: (inner * 5) / 6,
    endMs: inner,
    firstByteMs,
    patienceMs,
    giveUpMs: inner - GIVE_UP_BEFORE_MS,
    toolRounds: limits.maxTurns,
  };
}
