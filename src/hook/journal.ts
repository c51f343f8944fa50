import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Paths } from '../config/paths.ts';
import { appendLine } from '../platform/private-file.ts';
import { type Redact, redactedJson } from '../platform/redact.ts';
import { openRegular } from '../platform/regular-file.ts';
import type { Tokens } from '../review/review.ts';
import { isJudged } from './rules/summary.ts';

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
   * `review` or `check`, whichever decided; why nothing was judged (`off`, `limit`, `background`, `compaction`,
   * `unchanged`, `budget`); `stall`; or why the review failed.
   */
  cause: string;
  feedback: string;
  count: number | null;
  max: number;
  duration_ms: number;
  /** Of the review alone, without what the worker had spent. */
  cost_usd: number | null;
  tokens: Tokens | null;
  model: string | null;
  provider: string;
  /** What the reviewer was given: the worker's conversation, evidence and transcript, or only the event and the folder. */
  context: 'fork' | 'evidence' | 'fresh' | null;
  turns: number | null;
  /** The checks of this stop, with the outcome of each. */
  checks: { name: string; outcome: string; reused: boolean; ms: number }[];
  /** Files that changed during the review. */
  touched: string[];
  /** The other lines that the user was shown. */
  notices: string[];
}

export function appendJournal(path: string, entry: JournalEntry, redact: Redact): void {
  appendLine(path, redactedJson(entry, redact));
}

const CHUNK = 256 * 1024;

/**
 * The entries of the journal, oldest first; with `lastBytes` only those in its last bytes. Read in chunks, because it grows
 * forever. A line that cannot be parsed (cut by a full disk, or edited) is skipped: the others still count.
 */
export function* journalEntries(path: string, lastBytes = Number.POSITIVE_INFINITY): Generator<JournalEntry> {
  let fd: number;
  try {
    fd = openRegular(path);
  } catch {
    return;
  }
  try {
    const { size } = fstatSync(fd);
    let at = Math.max(0, size - lastBytes);
    let rest = Buffer.alloc(0);
    let whole = at === 0;
    const chunk = Buffer.alloc(CHUNK);
    for (let length = readSync(fd, chunk, 0, CHUNK, at); length > 0; length = readSync(fd, chunk, 0, CHUNK, at)) {
      at += length;
      const text = Buffer.concat([rest, chunk.subarray(0, length)]);
      const end = text.lastIndexOf(10);
      rest = Buffer.from(text.subarray(end + 1));
      const lines = text
        .subarray(0, end + 1)
        .toString('utf8')
        .split('\n');
      if (!whole) lines.shift();
      whole ||= end >= 0;
      for (const line of lines) {
        const entry = parseEntry(line);
        if (entry) yield entry;
      }
    }
  } finally {
    closeSync(fd);
  }
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.supervisor_id === 'string' && typeof entry.verdict === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** The end of the journal that holds a whole task: a hundred rounds of at most 10 kB. */
const TASK_BYTES = 1024 * 1024;
const MAX_VERDICTS = 10;

/** Earlier verdicts of the task that the session is at, oldest first: those after its last approved stop. */
export function earlierVerdicts(sessionId: string, paths: Paths): JournalEntry[] {
  const judged = [...journalEntries(paths.journal, TASK_BYTES)].filter(
    (entry) => entry.session_id === sessionId && isJudged(entry) && hasTexts(entry),
  );
  const approved = judged.findLastIndex(
    ({ cause, verdict, event }) => cause === 'review' && verdict === 'allow' && event === 'Stop',
  );
  return judged.slice(approved + 1).slice(-MAX_VERDICTS);
}

/** The file belongs to the user, who may have edited it. */
const hasTexts = ({ time, feedback, cause }: JournalEntry) =>
  [time, feedback, cause].every((text) => typeof text === 'string');
