import type { Tokens } from './review.ts';

/** A running reviewer. Only `agent-sdk.ts` knows that the SDK is behind it. */
export interface ReviewerSession {
  messages: AsyncIterable<ReviewerMessage>;
  ask(text: string): void;
  /** Refuses every tool call from now on. */
  forbidTools(): void;
  /** Ends the current turn; the session continues. */
  interrupt(): Promise<void>;
  /** Ends the session and its processes. */
  end(): Promise<void>;
}

export type ReviewerMessage =
  /** The client is up and about to call the API. */
  | { kind: 'ready' }
  /** The API has begun to answer. */
  | { kind: 'response-started'; model: string }
  /** A message that the reviewer has finished and that calls no tool. Whether it is the last is known at the end of the turn. */
  | { kind: 'finished-message'; text: string }
  /** A tool has run and the reviewer continues. */
  | { kind: 'tool-round' }
  /** A request failed; the client tries again after `delayMs`. Without a status no answer came: none in time, or none at all. */
  | { kind: 'retry'; detail: string; status: number | null; delayMs: number; isHang: boolean }
  /** The end of a turn. The cost is the running total, tokens and turns are this turn's. */
  | { kind: 'answer'; text: string; isFinished: boolean; costUsd: number; tokens: Tokens; turns: number }
  /**
   * The end of a turn without an answer: `not-started`, before the API was called (as when a session cannot be resumed),
   * `over-budget`, because the budget was used up, `unavailable`, because the API was overloaded, limited the rate or broke
   * the connection, or for any `other` reason.
   */
  | {
      kind: 'error';
      detail: string;
      reason: ErrorReason;
      status: number | null;
      costUsd: number;
      tokens: Tokens;
      turns: number;
    };

export type ErrorReason = 'not-started' | 'over-budget' | 'unavailable' | 'other';
