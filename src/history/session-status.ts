import { isDecision } from '../hook/rules/summary.ts';
import type { JournalLine } from '../journal/record.ts';
import { needsUser } from './needs-user.ts';
import type { SessionHistory, SessionOutcome } from './session-history.ts';

/** What is to be done about a session: `open` needs the user, `rest` is over without an approval and needs nobody. */
export type SessionGroup = 'open' | 'running' | 'approved' | 'rest';

/** What decides from when on an answer of the worker is one that nobody has reviewed. */
export interface LastTurn {
  /** When the worker ended its turn last, or the session began. */
  endedAt: string;
  isOff: boolean;
}

export interface SessionStatus {
  group: SessionGroup;
  /** The worker answered after the last stop that is recorded, or nothing but its beginning is; or that cannot be known. */
  wentOn: boolean;
  /** What it did after the last stop cannot be known: somebody has removed or moved the transcript. */
  transcriptGone: boolean;
  /** The worker waits for the answer to a question, or for a plan to be approved; or it was left at that. */
  isAsking: boolean;
}

/** Changes `turn` by a line of its session. */
export function noteTurn(turn: LastTurn, line: JournalLine): void {
  if ('mode' in line) turn.isOff = line.mode === 'off';
  const endsTurn = ('api_error' in line && line.client_pid !== null) || (isDecision(line) && line.event === 'Stop');
  if (endsTurn && line.time > turn.endedAt) turn.endedAt = line.time;
}

/** Pure: the time after which the transcript is asked for answers. */
export const answersSince = ({ asked }: SessionHistory, { endedAt }: LastTurn): string => asked?.time ?? endedAt;

/** Pure: `answered` after that time, by the transcript; undefined: there is none that could say so. */
export function statusOf(
  { outcome, asked, hadTranscript }: SessionHistory,
  { isOff }: LastTurn,
  isRunning: boolean,
  answered: boolean | undefined,
): SessionStatus {
  const transcriptGone = answered === undefined && hadTranscript;
  const wentOn = !isOff && (answered === true || transcriptGone);
  const isAsking = asked !== null && !isOff && !wentOn;
  return { group: isAsking ? 'open' : groupOf(outcome, isRunning, wentOn), wentOn, transcriptGone, isAsking };
}

/** By the transcript it may have gone on since: a running one is at work then, and another was left at that. */
function groupOf(outcome: SessionOutcome, isRunning: boolean, wentOn: boolean): SessionGroup {
  if (needsUser(outcome, isRunning)) return isRunning && wentOn ? 'running' : 'open';
  if (outcome === 'approved' && !wentOn) return 'approved';
  if (isRunning) return 'running';
  return wentOn && outcome !== 'off' ? 'open' : 'rest';
}
