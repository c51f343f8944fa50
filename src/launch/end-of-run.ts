import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { readWorkTree } from '../git/work-tree.ts';
import { overruleNotice } from '../hook/notices.ts';
import type { State } from '../hook/rules/state.ts';
import { isDecision } from '../hook/rules/summary.ts';
import { StateFiles } from '../hook/state-file.ts';
import { summaryOf } from '../hook/summaries.ts';
import { hookMessages } from '../i18n/hook.ts';
import { launchMessages } from '../i18n/launch.ts';
import { reportMessages } from '../i18n/report.ts';
import { journalSince } from '../journal/read.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { currentFolder } from '../platform/folders.ts';
import { errorCode } from '../platform/user-error.ts';
import { sessionAnsweredAfter } from '../transcript/answered-after.ts';
import { sessionsIn } from '../transcript/stored-sessions.ts';
import { isConfirmed, stateIdOf } from './confirm-approval.ts';
import { closingLine, resumeLine } from './report.ts';
import { lastStop, linesOfRun, type RunOutcome, runOutcome } from './run-outcome.ts';
import { hasSomethingToTell, sessionClosing } from './session-closing.ts';

/** What is known of a run when its client has ended. */
export interface EndedRun {
  supervisorId: string;
  clientPid: number;
  startedAt: string;
  /** Supervision was on when it began. */
  beganSupervised: boolean;
  /** The files of the launch were gone at its end. */
  filesRemoved: boolean;
  /** Nobody saw a screen, so what the hook says to the user was shown nowhere. */
  withoutScreen: boolean;
  /** What is written to stderr is seen on a terminal. */
  onTerminal: boolean;
  /** The provider that was named on the command line. */
  namedProvider: string | undefined;
  /** What was said at the start already. */
  alreadyTold: readonly string[];
}

/** What to tell the user at the end of a run, and how it ended; `outcome` is undefined if it was never supervised. */
export interface EndReport {
  lines: string[];
  outcome: RunOutcome | undefined;
}

/**
 * Reads what the hook recorded of the run. The worker may have changed the state since, so the journal decides; it may
 * have written into the journal too, so an approval has to be in both.
 */
export async function endReport(run: EndedRun, env: Env, paths: Paths): Promise<EndReport> {
  const messages = launchMessages[env.language];
  const lines = readLines(run, paths);
  const { supervisor } = await readConfig(paths.configFile);
  const recorded = Array.isArray(lines) ? lines : [];
  const stop = lastStop(recorded);
  const states = new StateFiles(paths, env.language);
  const readState = (of: string) => states.readIfUsable(of);
  const id = stateIdOf(stop, run, readState);
  const sessionId = recorded.at(-1)?.session_id ?? onlySessionSince(run.startedAt, paths);
  const summary = summaryOf({ id, sessionId }, () => recorded, supervisor, env, paths);
  const { state } = summary;
  const round = state?.round && state.round.at >= run.startedAt ? state.round : undefined;
  const isSupervised = run.beganSupervised || summary.mode !== 'off' || summary.last !== null;
  const recordedOutcome = orFilesRemoved(isSupervised ? outcomeOf(lines, round, paths) : undefined, run);
  const ended =
    recordedOutcome?.kind === 'approved' && !isConfirmed(stop, recorded, { id, found: readState(id) }, run)
      ? ({ kind: 'unconfirmed' } as const)
      : recordedOutcome;
  const isChanged = ended?.kind === 'approved' && (await hasChangedSince(stop, env));
  const outcome: RunOutcome | undefined = isChanged ? { kind: 'changed-since' } : ended;
  if (!run.withoutScreen) return { lines: linesOnScreen(run, { id, outcome, recorded, summary }, env, paths), outcome };
  // Also if supervision is off by now: the worker may have done both.
  const overrules = summary.overrules.map((overrule) =>
    overruleNotice(overrule, overrule.overruled, hookMessages[env.language]),
  );
  const notices = summary.notices.filter((notice) => !run.alreadyTold.includes(notice));
  const calls = recorded.filter((line) => isDecision(line) && line.event === 'PreToolUse' && line.verdict === 'failed');
  const forUser = recorded.filter((line) => isDecision(line) && (line.answers !== undefined || line.plan_approved));
  const hanging = recorded.filter((line) => isDecision(line) && line.cause === 'unattended');
  const told = [
    ...[...overrules, ...notices].map(messages.notice),
    ...(calls.length > 0 ? [messages.unreviewedCalls(calls.length)] : []),
    ...(forUser.length > 0 ? [messages.answeredForYou(forUser.length)] : []),
    ...(hanging.length > 0 ? [messages.decidedByAgent(hanging.length)] : []),
  ];
  return { lines: outcome ? [...told, closingLine(outcome, summary, paths.log(id), messages)] : told, outcome };
}

/**
 * The user has seen what the hook said. What is left is a report in three lines; where there is nothing to report, or no
 * terminal, that something was not reviewed, and how to go on.
 */
function linesOnScreen(
  run: EndedRun,
  { id, outcome, recorded, summary }: ReadRun,
  { language }: Env,
  paths: Paths,
): string[] {
  const messages = launchMessages[language];
  const removed = outcome?.kind === 'files-removed' ? [messages.closingFilesRemoved] : [];
  const closing = run.onTerminal && outcome && hasSomethingToTell(recorded);
  if (summary.mode === 'off' && !closing) return removed;
  const session = recorded.at(-1)?.session_id ?? (summary.state?.sessionId || undefined);
  const stop = lastStop(recorded);
  const wentOn = outcome !== undefined && hasGoneOn(outcome, stop?.time ?? run.startedAt, session, paths);
  const unreviewed =
    outcome?.kind === 'cut-off' ? messages.leftDuringReview : wentOn ? messages.leftUnrecorded : undefined;
  const resume =
    session === undefined
      ? undefined
      : resumeLine(session, { mode: summary.mode, provider: run.namedProvider }, messages);
  if (!closing) return [...removed, unreviewed, resume].filter((line) => line !== undefined);
  const standing = unreviewed ?? closingLine(outcome, summary, paths.log(id), messages);
  return sessionClosing(
    recorded,
    { standing: outcome.kind === 'approved' ? undefined : standing, resume: resume ?? '' },
    reportMessages[language],
  );
}

/** What was read of a run. */
interface ReadRun {
  /** Of its state. */
  id: string;
  outcome: RunOutcome | undefined;
  recorded: JournalLine[];
  summary: ReturnType<typeof summaryOf>;
}

/**
 * The worker answered after the last stop that is recorded, or since the start if none is: it went on after it was sent
 * back and you left, or its hook was killed before it could record anything.
 */
function hasGoneOn({ kind }: RunOutcome, since: string, session: string | undefined, paths: Paths): boolean {
  if (kind !== 'sent-back' && kind !== 'no-stop') return kind === 'unrecorded';
  return session !== undefined && sessionAnsweredAfter(paths, session, since) === true;
}

/** Where nothing was recorded, or supervision was off, that may be because the files were gone. */
const orFilesRemoved = (outcome: RunOutcome | undefined, { filesRemoved }: EndedRun): RunOutcome | undefined =>
  filesRemoved && (outcome === undefined || ['no-stop', 'off'].includes(outcome.kind))
    ? { kind: 'files-removed' }
    : outcome;

/** A large repository must not hold up the end of the run. */
const READ_TREE_MS = 5_000;

/** Whether the files are others than those that were approved: something of the session may write after its last stop. */
async function hasChangedSince(stop: JournalEntry | undefined, env: Env): Promise<boolean> {
  if (!stop?.tree || !stop.folder) return false;
  const tree = await readWorkTree(stop.folder, env.all, undefined, { untilMs: performance.now() + READ_TREE_MS });
  return tree.complete && tree.fingerprint !== stop.tree;
}

/** The session of a run in which no event was recorded: by its transcript, if no other one changed meanwhile. */
function onlySessionSince(startedAt: string, paths: Paths): string | undefined {
  const changed = sessionsIn(paths, currentFolder()).filter(({ at }) => at.getTime() >= Date.parse(startedAt));
  return changed.length === 1 ? changed[0]?.id : undefined;
}

function outcomeOf(lines: JournalLine[] | { unreadable: string }, round: State['round'], paths: Paths): RunOutcome {
  if (!Array.isArray(lines)) return { kind: 'journal-unreadable', code: lines.unreadable };
  return runOutcome(
    lines,
    (stop) => sessionAnsweredAfter(paths, stop.session_id, stop.time) ?? hadTranscript(stop),
    round,
  );
}

/** Then it was removed or hidden after that stop, and what it would show may be why. */
const hadTranscript = ({ cause, context }: JournalEntry): boolean =>
  cause === 'unchanged' || context === 'fork' || context === 'evidence';

function readLines({ supervisorId, clientPid, startedAt }: EndedRun, paths: Paths) {
  try {
    const processes = { launcher: process.pid, client: clientPid };
    return linesOfRun(journalSince(paths.journal, startedAt), supervisorId, processes);
  } catch (error) {
    return { unreadable: errorCode(error) ?? String(error) };
  }
}
