import type { Paths } from '../config/paths.ts';
import { linesOfId, linesWith } from '../journal/read.ts';
import type { JournalEntry, JournalLine, OverruleEntry } from '../journal/record.ts';
import { isApproval } from './rules/approval.ts';
import { isOtherClientsId } from './rules/other-client.ts';
import { inOrder, isCutOff, isDecision, isJudged, isOverrule } from './rules/summary.ts';

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
  const approved = judged.findLastIndex((entry) => isApproval(entry) && !entry.overruled);
  const letThrough = judged.findLastIndex(
    ({ verdict, event, overruled }) => verdict === 'block' && event === 'Stop' && overruled,
  );
  return judged.slice(Math.max(approved + 1, letThrough)).slice(-MAX_VERDICTS);
}

/** The last approval of a stop that the user has not overruled. */
export const lastApproval = (sessionId: string, paths: Paths): PastVerdict | undefined =>
  verdictsOf(sessionId, paths, TASK_BYTES).findLast((entry) => isApproval(entry) && !entry.overruled);

/** The last stop that ended a task: approved, or let through because the user overruled what had sent it back. */
export function lastSettled(sessionId: string, paths: Paths): JournalEntry | undefined {
  const approved = lastApproval(sessionId, paths);
  const overruled = [...linesWith(paths.journal, JSON.stringify(sessionId), TASK_BYTES)].findLast(
    (line): line is JournalEntry =>
      isOf(sessionId, line) && isDecision(line) && line.cause === 'overruled' && line.event === 'Stop',
  );
  return !approved || (overruled && overruled.time > approved.time) ? overruled : approved;
}

/**
 * The last event of a session that was judged, or whose review failed. A review that was cut off came to no verdict, so
 * the one before it still stands: the user presses Esc to say that it was wrong.
 */
export function lastVerdict(sessionId: string, paths: Paths, lastBytes: number = TASK_BYTES): PastVerdict | undefined {
  const verdicts = verdictsOf(sessionId, paths, lastBytes);
  return verdicts.findLast((entry) => !isCutOff(entry)) ?? verdicts.at(-1);
}

/** A second client in the same session, which the worker may have started, has verdicts of its own. */
const isOf = (sessionId: string, { session_id, supervisor_id }: JournalLine): boolean =>
  session_id === sessionId && !isOtherClientsId(supervisor_id, sessionId);

/** Every verdict of a session, oldest first. */
export function verdictsOf(sessionId: string, paths: Paths, lastBytes: number): PastVerdict[] {
  const found = Number.isFinite(lastBytes)
    ? linesWith(paths.journal, JSON.stringify(sessionId), lastBytes)
    : linesOfId(paths.journal, sessionId);
  const lines = [...found].filter((line) => isOf(sessionId, line));
  const overrules = new Map(lines.filter(isOverrule).map((line) => [line.overruled.time, line]));
  return inOrder(lines.filter(isDecision).filter((line) => isJudged(line))).map((entry) => ({
    ...entry,
    overruled: overrules.get(entry.time),
  }));
}
