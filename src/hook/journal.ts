import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Paths } from '../config/paths.ts';
import { appendLine } from '../platform/private-file.ts';
import { type Redact, redactedJson } from '../platform/redact.ts';
import { openRegular } from '../platform/regular-file.ts';
import type { Tokens } from '../review/review.ts';
import type { Overrule, OverruledVerdict } from './rules/overrule.ts';
import { isJudged, isOverrule } from './rules/summary.ts';

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
   * `review`, `check` or `claims`, whichever decided; why nothing was judged (`off`, `limit`, `background`, `compaction`,
   * `unchanged`, `budget`, `overruled`); `stall`; or why the review failed.
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

/**
 * The other kind of line: the user says that a verdict was wrong. The line of the verdict stays as it is. This one has
 * no `verdict` of its own, so that a program that reads decisions skips it.
 */
export interface OverruleEntry {
  time: string;
  session_id: string;
  supervisor_id: string;
  overruled: OverruledVerdict & { cause: string; feedback: string };
  why: string;
  by: Overrule['by'];
}

export type JournalLine = JournalEntry | OverruleEntry;

export function appendJournal(path: string, line: JournalLine, redact: Redact): void {
  appendLine(path, redactedJson(line, redact));
}

const CHUNK = 256 * 1024;

/** The decisions in the journal. */
export function* journalEntries(path: string, lastBytes?: number): Generator<JournalEntry> {
  for (const line of journalLines(path, lastBytes)) if (!isOverrule(line)) yield line;
}

/**
 * The lines of the journal, oldest first; with `lastBytes` only those in its last bytes. Read in chunks, because it grows
 * forever. A line that cannot be parsed (cut by a full disk, or edited) is skipped: the others still count.
 */
export function* journalLines(path: string, lastBytes = Number.POSITIVE_INFINITY): Generator<JournalLine> {
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
        const parsed = parseLine(line);
        if (parsed) yield parsed;
      }
    }
  } finally {
    closeSync(fd);
  }
}

function parseLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text);
    if (typeof line?.supervisor_id !== 'string') return undefined;
    return typeof line.verdict === 'string' || isOverruleEntry(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

const isOverruleEntry = ({ session_id, time, why, by, overruled }: Record<string, unknown>): boolean =>
  [session_id, time, why, by, (overruled as OverruledVerdict | undefined)?.time].every(
    (value) => typeof value === 'string',
  );

/** The end of the journal that holds a whole task: a hundred rounds of at most 10 kB. */
const TASK_BYTES = 1024 * 1024;
const MAX_VERDICTS = 10;

/** A verdict of the journal, and whether the user has overruled it. */
export interface PastVerdict extends JournalEntry {
  overruled: OverruleEntry | undefined;
}

/**
 * Earlier verdicts of the task that the session is at, oldest first: those after its last approved stop, or from the one
 * on that the user overruled to let the worker stop. An approval that was overruled has not ended the task.
 */
export function earlierVerdicts(sessionId: string, paths: Paths): PastVerdict[] {
  const judged = verdictsOf(sessionId, paths, TASK_BYTES);
  const isStop = ({ event }: JournalEntry) => event === 'Stop';
  const approved = judged.findLastIndex(
    (entry) => entry.cause === 'review' && entry.verdict === 'allow' && isStop(entry) && !entry.overruled,
  );
  const letThrough = judged.findLastIndex((entry) => entry.verdict === 'block' && isStop(entry) && entry.overruled);
  return judged.slice(Math.max(approved + 1, letThrough)).slice(-MAX_VERDICTS);
}

/** The last event of a session that was judged, or whose review failed. */
export function lastVerdict(sessionId: string, paths: Paths, lastBytes: number = TASK_BYTES): PastVerdict | undefined {
  return verdictsOf(sessionId, paths, lastBytes).at(-1);
}

/** Every verdict of a session, oldest first. */
export function verdictsOf(sessionId: string, paths: Paths, lastBytes: number): PastVerdict[] {
  const lines = [...journalLines(paths.journal, lastBytes)].filter((line) => line.session_id === sessionId);
  const overrules = new Map(lines.filter(isOverrule).map((line) => [line.overruled.time, line]));
  return lines
    .filter((line): line is JournalEntry => !isOverrule(line) && isJudged(line) && hasTexts(line))
    .map((entry) => ({ ...entry, overruled: overrules.get(entry.time) }));
}

/** The file belongs to the user, who may have edited it. */
const hasTexts = ({ time, feedback, cause }: JournalEntry) =>
  [time, feedback, cause].every((text) => typeof text === 'string');
