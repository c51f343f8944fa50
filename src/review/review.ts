import type { SupervisorConfig } from '../config/supervisor-config.ts';
import type { HookInput } from '../hook/protocol/input.ts';
import type { Deadlines } from '../hook/rules/deadlines.ts';
import type { Verdict } from '../hook/rules/verdict.ts';
import type { ReadyProvider } from '../providers/ready-provider.ts';
import type { SessionInfo } from '../transcript/session-info.ts';
import type { ContextKind } from './context.ts';
import type { ApiWait } from './patience.ts';

/** Who reviews: by default the worker's own service and model. */
export interface ReviewerChoice {
  provider: ReadyProvider | undefined;
  /** The provider is another service than the worker's. */
  isOtherService: boolean;
  model: string | undefined;
  /** Whether the API that a repository's settings name may be asked. */
  usesProjectEnv?: boolean;
}

/** A verdict that the user has called wrong. */
export interface OverruledReview {
  verdict: 'allow' | 'block';
  time: string;
  /** The user's reason; may be empty. */
  why: string;
}

export interface ReviewRequest {
  input: HookInput;
  count: number;
  max: number;
  deadlines: Deadlines;
  /** The folder that the session belongs to. */
  folder: string;
  /** From its transcript; undefined if there is none. */
  workerSession: SessionInfo | undefined;
  /** What else the reviewer should know; trusted text, unlike the material. */
  notes: readonly string[];
  /** The last verdict on this work, if the user has overruled it. */
  overruled: OverruledReview | undefined;
  /** The review prompt, the same for every event. */
  prompt: string;
  /** Called while the client boots; the function it resolves to renders the evidence in at most so many bytes. */
  evidence: () => Promise<(maxBytes: number) => string>;
  context: SupervisorConfig['context'];
  answerQuestions: SupervisorConfig['answerQuestions'];
  /** Whether a plan that the reviewer approves is begun without the user. */
  approvesPlans: boolean;
  choice: ReviewerChoice;
  /** What is left of the budget; undefined means no limit. */
  maxUsd: number | undefined;
}

export interface Tokens {
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
}

export interface Review {
  verdict: Verdict;
  /** Of the review itself, without what the worker had spent; null if unknown. */
  costUsd: number | null;
  tokens: Tokens | null;
  model: string | null;
  context: ContextKind | null;
  turns: number | null;
  /** The reviewer had reached the limit of tool rounds and judged by what it had seen. */
  outOfToolRounds: boolean;
  /** Asked twice, it gave no verdict: its words were taken as an objection. */
  fromProse?: boolean;
  /** How long it had to wait for the API; null: not at all. */
  wait: ApiWait | null;
  /** The user's own `SUPERVISOR.md`, if it could not be read: the built-in prompt was used. */
  unreadablePrompt?: { path: string; code: string };
}

/** Reviews one event. Whatever goes wrong is a `failed` verdict; it never rejects. */
export type Reviewer = (request: ReviewRequest) => Promise<Review>;

/** A review that failed before the reviewer ran. */
export const failedReview = (verdict: Verdict): Review => ({
  verdict,
  costUsd: null,
  tokens: null,
  model: null,
  context: null,
  turns: null,
  outOfToolRounds: false,
  wait: null,
});
