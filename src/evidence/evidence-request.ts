import type { CheckResult } from '../checks/check.ts';
import type { ReadLimits } from '../git/git-reader.ts';

/** Of which session the facts are wanted, and what its transcript does not say. */
export interface EvidenceRequest {
  /** Undefined or unreadable: what git says alone. */
  transcript: string | undefined;
  /** The project folder. */
  folder: string;
  /** When supervision began; undefined: the start of the session. */
  since: Date | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** From the hook's input. */
  background: readonly BackgroundWork[];
  /** From the hook's input; it beats the transcript, which lags. */
  lastMessage: string | undefined;
  /** Earlier ones of this task, oldest first. */
  verdicts: readonly EarlierVerdict[];
  /** Those that ran just now. */
  checks: readonly CheckResult[];
  /** How far the look at the files may go. */
  bounds?: ReadLimits | undefined;
}

export interface BackgroundWork {
  type?: string | undefined;
  status?: string | undefined;
  description?: string | undefined;
  command?: string | undefined;
  id?: string | undefined;
}

export interface EarlierVerdict {
  time: string;
  verdict: 'allow' | 'block' | 'failed';
  feedback: string;
  cause: string;
}
