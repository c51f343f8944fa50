import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Paths } from '../config/paths.ts';
import { type Redact, redactedJson } from '../platform/known-secrets.ts';
import { appendLine } from '../platform/private-file.ts';
import { openRegular } from '../platform/regular-file.ts';
import { errorCode } from '../platform/user-error.ts';
import type { Tokens } from '../review/review.ts';
import { isOtherClientsId } from './rules/other-client.ts';
import type { Overrule, OverruledVerdict } from './rules/overrule.ts';
import { beganAt, isDecision, isJudged, isOverrule } from './rules/summary.ts';

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
   * `review`, `check` or `claims`, whichever decided; `answered`, by the reviewer in the user's place; `impossible`, as
   * the reviewer found the task; `unattended`, because nobody was there to be asked; why nothing was judged (`off`,
   * `limit`, `background`, `compaction`, `unchanged`, `notification`, `command`, `budget`, `overruled`); `stall`; or why the review
   * failed.
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
  /** The client that the event came from; null where it does not say. Absent in lines of older versions. */
  client_pid?: number | null;
  /** The launcher that started that client; null: there is none, or it is not certain. Absent in lines of older versions. */
  launcher_pid?: number | null;
  /** The project folder, where something was judged. Absent in lines of older versions. */
  folder?: string | null;
  /** What the reviewer was given: the worker's conversation, evidence and transcript, or only the event and the folder. */
  context: 'fork' | 'evidence' | 'fresh' | null;
  turns: number | null;
  /** The checks of this stop, with the outcome of each. */
  checks: JournalCheck[];
  /** Files that decide how the work is reviewed, and that were found to have changed. Absent in lines of older versions. */
  changed_settings?: string[];
  /** Files that changed during the review. */
  touched: string[];
  /** The other lines that the user was shown. */
  notices: string[];
  /** What the reviewer answered in the user's place. */
  answers?: { question: string; answer: string | string[]; ground: string }[];
  /** A plan that was begun because the reviewer approved it. */
  plan_approved?: true;
  /** The reviewer gave no verdict, and its words were taken as an objection. */
  from_prose?: true;
  /** Fingerprint of the work tree that was approved; null: nothing was. */
  tree: string | null;
}

export interface JournalCheck {
  name: string;
  outcome: string;
  /** The result of an earlier stop: the check was not run again. */
  reused: boolean;
  ms: number;
  /** When it ran; null: it did not. */
  at?: string | null;
  /** Why it was skipped or not run. */
  why?: string;
  /** It had failed on the files that the task began with already, and did not block. */
  failed_before?: true;
  /** What changed did so before the user asked for the task, and it did not block. */
  changed_before?: true;
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

/** Supervision was turned on or off. No `verdict` either. */
export interface ModeEntry {
  time: string;
  session_id: string;
  supervisor_id: string;
  mode: 'on' | 'off';
}

/** A review that the user asked for (`ccc review`). No `verdict` either: it lets nothing through and ends no task. */
export interface ByHandEntry {
  time: string;
  session_id: string;
  supervisor_id: string;
  by_hand: Pick<
    JournalEntry,
    'event' | 'verdict' | 'cause' | 'feedback' | 'duration_ms' | 'cost_usd' | 'tokens' | 'model' | 'context' | 'turns'
  >;
}

export type JournalLine = JournalEntry | OverruleEntry | ModeEntry | ByHandEntry;

export function appendJournal(path: string, line: JournalLine, redact: Redact): void {
  appendLine(path, redactedJson(line, redact));
}

/** `pastOf` looks for these keys in this order. No text in it needs to be redacted. */
export function appendMode(path: string, { time, session_id, supervisor_id, mode }: ModeEntry): void {
  appendLine(path, JSON.stringify({ time, session_id, supervisor_id, mode }));
}

const CHUNK = 256 * 1024;
/** Feedback of 20,000 characters, escaped, and twenty paths are far below it. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

/**
 * The lines from `since` on, oldest first. The journal may be huge: only as much of its end is read as they take. Throws
 * if there is a journal that cannot be read.
 */
export function journalSince(path: string, since: string): JournalLine[] {
  let size: number;
  try {
    const fd = openRegular(path);
    ({ size } = fstatSync(fd));
    closeSync(fd);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  for (let bytes = TASK_BYTES; ; bytes *= 4) {
    const lines = [...journalLines(path, bytes)];
    const [oldest] = lines;
    if (bytes >= size || (oldest !== undefined && oldest.time < since))
      return lines.filter(({ time }) => time >= since);
  }
}

/** The decisions in the journal. */
export function* journalEntries(path: string, lastBytes?: number): Generator<JournalEntry> {
  for (const line of journalLines(path, lastBytes)) if (isDecision(line)) yield line;
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
      // No line is that long: without a bound each chunk would be added to all before it.
      if (end < 0 && text.length > MAX_LINE_BYTES) {
        rest = Buffer.alloc(0);
        whole = false;
        continue;
      }
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

export function parseLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text);
    if (typeof line?.supervisor_id !== 'string') return undefined;
    const isKnown =
      typeof line.verdict === 'string' || isOverruleEntry(line) || isModeEntry(line) || isByHandEntry(line);
    return isKnown ? line : undefined;
  } catch {
    return undefined;
  }
}

const isOverruleEntry = ({ session_id, time, why, by, overruled }: Record<string, unknown>): boolean =>
  [session_id, time, why, by, (overruled as OverruledVerdict | undefined)?.time].every(
    (value) => typeof value === 'string',
  );

const isModeEntry = ({ session_id, time, mode }: Record<string, unknown>): boolean =>
  (mode === 'on' || mode === 'off') && typeof session_id === 'string' && typeof time === 'string';

const isByHandEntry = ({ session_id, time, by_hand }: Record<string, unknown>): boolean =>
  [session_id, time, (by_hand as ByHandEntry['by_hand'] | undefined)?.verdict].every(
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

/** The last approval of a stop that the user has not overruled. */
export const lastApproval = (sessionId: string, paths: Paths): PastVerdict | undefined =>
  verdictsOf(sessionId, paths, TASK_BYTES).findLast(
    ({ verdict, cause, event, overruled }) =>
      verdict === 'allow' && cause === 'review' && event === 'Stop' && !overruled,
  );

/** The last stop that ended a task: approved, or let through because the user overruled what had sent it back. */
export function lastSettled(sessionId: string, paths: Paths): JournalEntry | undefined {
  const approved = lastApproval(sessionId, paths);
  const overruled = [...journalEntries(paths.journal, TASK_BYTES)].findLast(
    (line) => isOf(sessionId, line) && line.cause === 'overruled' && line.event === 'Stop',
  );
  return !approved || (overruled && overruled.time > approved.time) ? overruled : approved;
}

/** The last event of a session that was judged, or whose review failed. */
export function lastVerdict(sessionId: string, paths: Paths, lastBytes: number = TASK_BYTES): PastVerdict | undefined {
  return verdictsOf(sessionId, paths, lastBytes).at(-1);
}

/** A second client in the same session, which the worker may have started, has verdicts of its own. */
const isOf = (sessionId: string, { session_id, supervisor_id }: JournalLine): boolean =>
  session_id === sessionId && !isOtherClientsId(supervisor_id, sessionId);

/** Every verdict of a session, oldest first. */
export function verdictsOf(sessionId: string, paths: Paths, lastBytes: number): PastVerdict[] {
  const lines = [...journalLines(paths.journal, lastBytes)].filter((line) => isOf(sessionId, line));
  const overrules = new Map(lines.filter(isOverrule).map((line) => [line.overruled.time, line]));
  return lines
    .filter(isDecision)
    .filter((line) => isJudged(line) && hasTexts(line))
    .sort((one, other) => beganAt(one) - beganAt(other))
    .map((entry) => ({ ...entry, overruled: overrules.get(entry.time) }));
}

/** The file belongs to the user, who may have edited it. */
export const hasTexts = ({ time, feedback, cause, session_id, event }: JournalEntry): boolean =>
  [time, feedback, cause, session_id, event].every((text) => typeof text === 'string');
