import type { Paths } from '../config/paths.ts';
import type { JournalEntry } from './journal.ts';
import { journalEntries } from './journal-reader.ts';
import { isJudged } from './rules/summary.ts';

/** A task has at most a hundred rounds, and a line is a page at most: enough for all of them. */
const END_OF_JOURNAL = 1024 * 1024;
const MOST = 10;

/** The file is the user's, and may have been edited. */
const isWhole = ({ time, feedback, cause }: JournalEntry) =>
  [time, feedback, cause].every((text) => typeof text === 'string');

/** Earlier verdicts of the task that this session is at, oldest first: those after the last stop that was allowed. */
export function earlierVerdicts(sessionId: string, paths: Paths): JournalEntry[] {
  const judged = [...journalEntries(paths.journal, END_OF_JOURNAL)].filter(
    (entry) => entry.session_id === sessionId && isJudged(entry) && isWhole(entry),
  );
  const done = judged.findLastIndex(
    ({ cause, verdict, event }) => cause === 'review' && verdict === 'allow' && event === 'Stop',
  );
  return judged.slice(done + 1).slice(-MOST);
}
