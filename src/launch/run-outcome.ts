import { doubtAbout } from '../hook/rules/approval.ts';
import type { State } from '../hook/rules/state.ts';
import { inOrder, isDecision, isOverrule } from '../hook/rules/summary.ts';
import type { ApiErrorEntry, JournalEntry, JournalLine } from '../journal/record.ts';

/** How a supervised run ended: by its last stop, and not by its last review, which may be an earlier one. */
export type RunOutcome =
  | { kind: 'approved' }
  /** Not reviewed again, because nothing had changed since an approval. */
  | { kind: 'unchanged' }
  /** Approved, but by other rules than the run began with: the worker may have changed them. */
  | { kind: 'settings-changed'; files: string[] }
  /** Approved, but the files are not those that were reviewed. */
  | { kind: 'files-changed'; files: string[] }
  /** Approved, but at the end of the run the files are not those that were reviewed. */
  | { kind: 'changed-since' }
  | { kind: 'sent-back'; why: string }
  | { kind: 'stalled'; why: string }
  /** The reviewer says that the task cannot be done as asked. */
  | { kind: 'impossible'; why: string }
  | { kind: 'budget' }
  /** `why` is the last objection. */
  | { kind: 'limit'; why: string }
  | { kind: 'overruled'; why: string }
  | { kind: 'off' }
  | { kind: 'failed'; why: string }
  /** The worker's last turn ended in an error of the API. */
  | { kind: 'api-error'; why: string }
  /** Subagents were still working. */
  | { kind: 'background' }
  /** Let through for another reason. */
  | { kind: 'not-judged'; why: string }
  /** The worker went on after the last stop that is recorded, and what came of that is not. */
  | { kind: 'unrecorded' }
  /** The journal has an approval that the state does not know. */
  | { kind: 'unconfirmed' }
  /** A review was begun, and its hook was ended before it had a verdict; it may have recorded that. */
  | { kind: 'cut-off' }
  /** `called`: other events were recorded. */
  | { kind: 'no-stop'; called: boolean }
  | { kind: 'journal-unreadable'; code: string }
  /** What the launch had written was gone at its end, and with it perhaps what the hook knew. */
  | { kind: 'files-removed' };

/** Exit codes with `--require-approval`. A client that fails or is ended by a signal is passed on as it is. */
export const NOT_APPROVED = 3;
export const NOT_REVIEWED = 4;

export function approvalExitCode({ kind }: RunOutcome): number {
  switch (kind) {
    case 'approved':
      return 0;
    case 'settings-changed':
    case 'files-changed':
    case 'changed-since':
    case 'sent-back':
    case 'stalled':
    case 'impossible':
    case 'budget':
    case 'limit':
    case 'overruled':
    case 'off':
      return NOT_APPROVED;
    // What was approved before may have been another request.
    case 'unchanged':
    case 'failed':
    case 'api-error':
    case 'background':
    case 'not-judged':
    case 'unrecorded':
    case 'unconfirmed':
    case 'cut-off':
    case 'no-stop':
    case 'journal-unreadable':
    case 'files-removed':
      return NOT_REVIEWED;
  }
}

/** The processes of a run. */
interface RunProcesses {
  launcher: number;
  client: number;
}

/**
 * The lines that this run's session caused. A client that the worker starts may have the same supervisor id, and a
 * session that was picked from a list another one; so the process decides. If `claude` is a script, the client is another
 * process than the one that was started, but the hook knows by which launcher. A client that does not say which process
 * it is has only the id.
 */
export function linesOfRun(
  lines: readonly JournalLine[],
  supervisorId: string,
  { launcher, client }: RunProcesses,
): JournalLine[] {
  const isOwn = (line: JournalEntry) =>
    line.client_pid === client ||
    (line.launcher_pid ?? undefined) === launcher ||
    ((line.client_pid ?? null) === null && line.supervisor_id === supervisorId);
  const sessions = new Set(lines.flatMap((line) => (isDecision(line) && isOwn(line) ? [line.session_id] : [])));
  return lines.filter((line) => {
    if (isDecision(line)) return isOwn(line);
    // Anybody can say that there was an error, and hide with it what came of the last stop.
    if ('api_error' in line && line.client_pid === null) return false;
    return line.supervisor_id === supervisorId || sessions.has(line.session_id);
  });
}

export const lastStop = (lines: readonly JournalLine[]): JournalEntry | undefined =>
  inOrder(lines.filter(isStop)).at(-1);

const isApiError = (line: JournalLine): line is ApiErrorEntry => 'api_error' in line;

export const isStop = (line: JournalLine): line is JournalEntry => isDecision(line) && line.event === 'Stop';

/**
 * Pure: by the lines of a run. `wentOn` says whether the worker answered after a stop, by its transcript; `round` is the
 * last one that was begun in the run, if one was.
 */
export function runOutcome(
  lines: readonly JournalLine[],
  wentOn: (stop: JournalEntry) => boolean,
  round?: State['round'],
): RunOutcome {
  if (round && !lines.some((line) => isDecision(line) && line.count === round.count && line.time >= round.at))
    return { kind: 'cut-off' };
  const stop = lastStop(lines);
  const ends = lines.filter((line): line is JournalEntry | ApiErrorEntry => isStop(line) || isApiError(line));
  const end = inOrder(ends).at(-1);
  if (end && isApiError(end)) return { kind: 'api-error', why: firstLine(end.message) };
  if (!stop) return { kind: 'no-stop', called: lines.some(isDecision) };
  const outcome = outcomeOf(stop, lines);
  // Anything else is no approval, whatever came after it.
  const mayHide = ['approved', 'unchanged', 'files-changed', 'overruled', 'background', 'not-judged'].includes(
    outcome.kind,
  );
  if (mayHide && wentOn(stop)) return { kind: 'unrecorded' };
  const files = changedSettings(lines);
  return outcome.kind === 'approved' && files.length > 0 ? { kind: 'settings-changed', files } : outcome;
}

/** At any event of the run: each change is told once, and what was changed back may have decided meanwhile. */
const changedSettings = (lines: readonly JournalLine[]): string[] => [
  ...new Set(lines.flatMap((line) => (isDecision(line) && line.changed_settings) || [])),
];

function outcomeOf(stop: JournalEntry, lines: readonly JournalLine[]): RunOutcome {
  const overrule = lines.findLast((line) => isOverrule(line) && line.overruled.time === stop.time);
  const why = firstLine(stop.feedback);
  if (overrule && isOverrule(overrule)) return { kind: 'overruled', why: firstLine(overrule.why) || why };
  if (stop.verdict === 'failed') return failedOutcome(stop);
  if (stop.verdict === 'block') return { kind: 'sent-back', why };
  switch (stop.cause) {
    case 'review':
      return doubtAbout({ touched: stop.touched })
        ? { kind: 'files-changed', files: stop.touched }
        : { kind: 'approved' };
    case 'unchanged':
    case 'budget':
    case 'off':
    case 'background':
      return { kind: stop.cause };
    case 'stall':
      return { kind: 'stalled', why };
    case 'impossible':
      return { kind: 'impossible', why };
    case 'overruled':
      return { kind: 'overruled', why };
    case 'limit':
      return atLimit(lines);
    default:
      return { kind: 'not-judged', why };
  }
}

/** By the last stop that was judged: the reviewer's objection to it, or that its review failed (`on_stop_failure`). */
function atLimit(lines: readonly JournalLine[]): RunOutcome {
  const judged = lines.findLast((line): line is JournalEntry => isStop(line) && line.cause !== 'limit');
  if (judged?.verdict === 'failed') return failedOutcome(judged);
  return { kind: 'limit', why: judged?.verdict === 'block' ? firstLine(judged.feedback) : '' };
}

/** Whether an ended hook still got to record that is chance, so it makes no difference. */
const failedOutcome = ({ cause, feedback }: JournalEntry): RunOutcome =>
  cause === 'interrupted' ? { kind: 'cut-off' } : { kind: 'failed', why: firstLine(feedback) };

const firstLine = (text: unknown): string => (typeof text === 'string' ? (text.split('\n')[0] ?? '') : '');
