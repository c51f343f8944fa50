import type { Tokens } from '../hook/journal.ts';

/** What is heard from a reviewer, in our own words: only `agent-sdk.ts` knows the SDK's. */
export type ReviewerMessage =
  /** The client is up and turns to the API. */
  | { kind: 'ready' }
  /** The API has begun to answer. */
  | { kind: 'word'; model: string }
  /** Words of the reviewer; whether they are its last the end of the turn tells. */
  | { kind: 'said'; text: string }
  /** The reviewer has used a tool and goes on. */
  | { kind: 'tool-round' }
  /** The client tries the API again. */
  | { kind: 'retry'; detail: string }
  /** The end of a turn. Cost is the running total, tokens are this turn's. */
  | { kind: 'answer'; text: string; costUsd: number; tokens: Tokens; turns: number }
  /**
   * The end of a turn that came to nothing: at its `start`, before the API was asked, as when a session cannot be
   * resumed; because the `budget` was used up; or `elsewhere`.
   */
  | { kind: 'error'; detail: string; at: 'start' | 'budget' | 'elsewhere'; costUsd: number; tokens: Tokens };

/** One run of the reviewer, for as long as it takes. */
export interface ReviewerSession {
  messages: AsyncIterable<ReviewerMessage>;
  ask(text: string): void;
  /** From here on every call of a tool is refused. */
  forbidTools(): void;
  /** Ends the turn that is under way; the conversation goes on. */
  interrupt(): Promise<void>;
  /** Ends everything, processes included. */
  end(): Promise<void>;
}
