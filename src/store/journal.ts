import { appendLine } from './private-file.ts';
import { type Redact, redactedJson } from './redact.ts';

/** One decision of the hook: a line of `ccc/reviews.jsonl`. Fields are added, never renamed. */
export interface JournalEntry {
  time: string;
  session_id: string;
  supervisor_id: string;
  prompt_id: string | null;
  event: string;
  tool: string | null;
  verdict: 'allow' | 'block' | 'failed';
  /** `review`; or why there was none (`off`, `limit`, `background`, `compaction`); or why it failed. */
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
  /** Whether the reviewer had the worker's conversation (`fork`) or only the event and the folder (`fresh`). */
  context: 'fork' | 'fresh' | null;
  turns: number | null;
}

export interface Tokens {
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
}

export function appendJournal(path: string, entry: JournalEntry, redact: Redact): void {
  appendLine(path, redactedJson(entry, redact));
}
