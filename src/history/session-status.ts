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

/** Of a session that runs, as the client says. `waiting`: a dialog is open. `unknown`: an older client, or before the first prompt. */
export interface RunningState {
  activity: 'busy' | 'idle' | 'waiting' | 'unknown';
}

/** `not-looked-up`: there are so many sessions; undefined: there is no transcript that could say so. */
export type Answered = boolean | undefined | 'not-looked-up';

export interface SessionStatus {
  group: SessionGroup;
  /**
   * The worker answered, or was asked for something, after the last stop that is recorded, or nothing but its beginning is;
   * or that cannot be known.
   */
  wentOn: boolean;
  /** What it did after the last stop cannot be known: somebody has removed or moved the transcript. */
  transcriptGone: boolean;
  /** Its transcript was not read, because there are too many sessions. */
  notLookedUp: boolean;
  /** The worker waits for the answer to a question, or for a plan to be approved; or it was left at that. */
  isAsking: boolean;
  /** It waits in another dialog, as for a permission. */
  isWaiting: boolean;
  /** It is at work, or being reviewed. */
  isBusy: boolean;
}

/** Whether a time has been. A line from a later one is somebody's making: nothing would be after it. */
export type IsPast = (time: string) => boolean;

export const beginTurn = (time: string, isPast: IsPast): LastTurn => ({
  endedAt: isPast(time) ? time : '',
  isOff: false,
});

/** Changes `turn` by a line of its session. */
export function noteTurn(turn: LastTurn, line: JournalLine, isPast: IsPast): void {
  if ('mode' in line) turn.isOff = line.mode === 'off';
  const endsTurn = ('api_error' in line && line.client_pid !== null) || (isDecision(line) && line.event === 'Stop');
  if (endsTurn && line.time > turn.endedAt && isPast(line.time)) turn.endedAt = line.time;
}

/** Pure: the time after which the transcript is asked for answers. */
export const answersSince = ({ asked }: SessionHistory, { endedAt }: LastTurn, isPast: IsPast): string =>
  asked && isPast(asked.time) ? asked.time : endedAt;

/** Pure: `answered` after that time, by the transcript. `running` is undefined if the session does not run. */
export function statusOf(
  { outcome, asked, hadTranscript }: SessionHistory,
  { isOff }: LastTurn,
  running: RunningState | undefined,
  answered: Answered,
): SessionStatus {
  const notLookedUp = answered === 'not-looked-up';
  const transcriptGone = answered === undefined && hadTranscript;
  // An approval says nothing about what came after it, whether that was supervised or not.
  const isApproved = outcome === 'approved';
  const mayHaveGoneOn = answered === true || transcriptGone || (notLookedUp && isApproved);
  const wentOn = (!isOff || isApproved) && mayHaveGoneOn;
  const activity = running?.activity;
  // Once it is busy or idle the dialog is gone: the question was answered, or the user did not want to.
  const isAsking = asked !== null && !isOff && !wentOn && activity !== 'busy' && activity !== 'idle';
  const isWaiting = activity === 'waiting' && !isAsking && !isOff && outcome !== 'off' && outcome !== 'turned-off';
  const group = isAsking || isWaiting ? 'open' : groupOf(outcome, activity, wentOn);
  return { group, wentOn, transcriptGone, notLookedUp, isAsking, isWaiting, isBusy: activity === 'busy' };
}

/**
 * By the transcript it may have gone on since: one that is at work still does then; one that waits was interrupted by the
 * user, and any other was left at that.
 */
function groupOf(
  outcome: SessionOutcome,
  activity: RunningState['activity'] | undefined,
  wentOn: boolean,
): SessionGroup {
  // Whatever stands of it, somebody has told it to go on.
  if (activity === 'busy') return 'running';
  const isAtWork = activity === 'unknown';
  if (needsUser(outcome, isAtWork)) return isAtWork && wentOn ? 'running' : 'open';
  if (outcome === 'approved' && !wentOn) return 'approved';
  if (wentOn && outcome !== 'off' && !isAtWork) return 'open';
  return activity ? 'running' : 'rest';
}

/** Pure: whether the transcript has to be asked what the user asked for, because no line of the journal says it yet. */
export const needsLastRequest = (
  { request }: Pick<SessionHistory, 'request'>,
  { wentOn, isBusy }: SessionStatus,
): boolean => wentOn || isBusy || request === null;

/** Pure: with what was asked last, if that is known, in the place of what was judged last, which is then one of the past. */
export function withRequest(
  { request, outcome, earlier }: Pick<SessionHistory, 'request' | 'outcome' | 'earlier'>,
  last: string | null,
): Pick<SessionHistory, 'request' | 'earlier'> {
  if (last === null || last === request) return { request, earlier };
  return { request: last, earlier: request === null ? earlier : [...earlier, { request, outcome }] };
}
