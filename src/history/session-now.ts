import type { JournalLine } from '../journal/record.ts';
import type { SessionHistory } from './session-history.ts';
import {
  answersSince,
  beginTurn,
  noteTurn,
  type RunningState,
  type SessionStatus,
  statusOf,
} from './session-status.ts';
import { SessionList } from './sessions.ts';

export type SessionNow = NonNullable<ReturnType<typeof sessionNow>>;

/** What stands of one session, by its lines, oldest first, and its transcript; undefined: no line says anything. */
export function sessionNow(
  lines: readonly JournalLine[],
  running: RunningState | undefined,
  hasAnswered: (session: SessionHistory, since: string) => boolean | undefined,
  now: string,
): { history: SessionHistory; status: SessionStatus } | undefined {
  const list = new SessionList();
  for (const line of lines) list.add(line);
  const [history] = list.all();
  if (!history) return undefined;
  const isPast = (time: string) => time <= now;
  const turn = beginTurn(history.startedAt, isPast);
  for (const line of lines) if (!('by_hand' in line)) noteTurn(turn, line, isPast);
  const answered = hasAnswered(history, answersSince(history, turn, isPast));
  return { history, status: statusOf(history, turn, running, answered) };
}
