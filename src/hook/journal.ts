import { appendLine } from '../platform/private-file.ts';
import { type Redact, redactedJson } from '../platform/redact.ts';
import type { Tokens } from '../review/review.ts';

/** One decision of the hook: a line of `ccc/reviews.jsonl`. Fields are added, never renamed. */
export interface JournalEntry {
  time: string;
  session_id: string;
  supervisor_id: string;
  prompt_id: string | null;
  event: string;
  tool: string | null;
  verdict: 'allow' | 'block' | 'failed';
  /**
   * `review` or `check`, whichever decided; or why neither did (`off`, `limit`, `background`, `compaction`, `unchanged`,
   * `budget`); or `stall`; or why the review failed.
   */
  cause: string;
  feedback: string;
  count: number | null;
  max: number;
  duration_ms: number;
  /** Of the review itself, without what the worker had spent. */
  cost_usd: number | null;
  tokens: Tokens | null;
  model: string | null;
  provider: string;
  /** What the reviewer had: the worker's conversation, facts and transcript, or only the event and the folder. */
  context: 'fork' | 'evidence' | 'fresh' | null;
  turns: number | null;
  /** The checks that belong to this stop, and what came of each. */
  checks: { name: string; outcome: string; reused: boolean; ms: number }[];
  /** Files that changed while the reviewer was at work. */
  touched: string[];
  /** What else the user was told. */
  notices: string[];
}

export function appendJournal(path: string, entry: JournalEntry, redact: Redact): void {
  appendLine(path, redactedJson(entry, redact));
}
