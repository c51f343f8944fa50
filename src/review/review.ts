import type { SupervisorConfig } from '../config/supervisor-config.ts';
import type { Tokens } from '../hook/journal.ts';
import type { HookInput } from '../hook/protocol/input.ts';
import type { Deadlines } from '../hook/rules/deadlines.ts';
import type { Verdict } from '../hook/rules/verdict.ts';
import type { ReadyProvider } from '../providers/ready-provider.ts';
import type { SessionInfo } from '../transcript/session-info.ts';
import type { ContextKind } from './context.ts';

/** Who reviews, if not the worker's own service and model. */
export interface ReviewerChoice {
  provider: ReadyProvider | undefined;
  /** It is another service than the worker's. */
  elsewhere: boolean;
  model: string | undefined;
}

export interface ReviewRequest {
  input: HookInput;
  count: number;
  max: number;
  deadlines: Deadlines;
  /** The folder that the session belongs to. */
  folder: string;
  /** What its transcript says; undefined: there is none. */
  session: SessionInfo | undefined;
  /** What else the reviewer should know, in our own words. */
  notes: readonly string[];
  /** The review prompt, the same for every event. */
  prompt: string;
  /** Called while the reviewer starts: facts in at most so many bytes. */
  facts: () => Promise<(maxBytes: number) => string>;
  context: SupervisorConfig['context'];
  choice: ReviewerChoice;
  /** What is left to be spent; undefined: no limit. */
  maxUsd: number | undefined;
}

export interface Review {
  verdict: Verdict;
  /** Of the review itself; null where nothing is known. */
  costUsd: number | null;
  tokens: Tokens | null;
  model: string | null;
  context: ContextKind | null;
  turns: number | null;
  /** It had used its tools as often as it may, and judged on what it had seen. */
  outOfTurns: boolean;
}

/** Judges one event. Never throws for what a review can run into: that is a `failed` verdict. */
export type Reviewer = (request: ReviewRequest) => Promise<Review>;

/** A review that ended before it began. */
export const failedReview = (verdict: Verdict): Review => ({
  verdict,
  costUsd: null,
  tokens: null,
  model: null,
  context: null,
  turns: null,
  outOfTurns: false,
});
