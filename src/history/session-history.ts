import type { StopOutcome } from '../hook/rules/decision-outcome.ts';

/** What stands now of the work of a session. Only `approved` says that a reviewer was content with it. */
export type SessionOutcome =
  | StopOutcome
  | 'api-error'
  | 'off'
  /** It was sent back, and then supervision was turned off. */
  | 'turned-off';

/** What the journal says of one session. */
export interface SessionHistory {
  id: string;
  supervisorId: string;
  folder: string | null;
  branch: string | null;
  /** Of its last task. */
  request: string | null;
  /** Of the reviewer, as in the figures; before the first review that of the worker. */
  provider: string | null;
  /** Of the reviewer. */
  model: string | null;
  startedAt: string;
  lastAt: string;
  /** By a line that says so, if nothing came after it. */
  endedAt: string | null;
  /** Judged events. */
  rounds: number;
  approvals: number;
  blocks: number;
  failures: number;
  answers: number;
  /** Verdicts that the user overruled. */
  overruled: number;
  /** Claims that the evidence contradicts, in what was sent back. */
  falseClaims: number;
  costUsd: number;
  reviewMs: number;
  outcome: SessionOutcome;
  /** The feedback, error or reason behind the outcome; may be empty. */
  why: string;
  /** The files that its last task has changed; null: not known. */
  changed: { files: string[]; more: number } | null;
  /** Its tasks before the last one, without the oldest of many. */
  earlier: { request: string; outcome: SessionOutcome }[];
  /** What the user was asked last, if no other decision came after it. */
  asked: { time: string; what: 'question' | 'plan'; text: string } | null;
  /** The reviewer of its last stop had the transcript; if that is gone now, somebody has removed it. */
  hadTranscript: boolean;
  /** The last one, also if the work went on after it. */
  apiError: { error: string; message: string; time: string } | null;
}
