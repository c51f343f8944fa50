import { PLAN_TOOL, QUESTION_TOOL } from '../hook/protocol/events.ts';
import { doubtAbout, isApproval } from '../hook/rules/approval.ts';
import { isOtherClientsId } from '../hook/rules/other-client.ts';
import { isCutOff, isDecision, isJudged, isLater, isOverrule } from '../hook/rules/summary.ts';
import {
  type ApiErrorEntry,
  type JournalEntry,
  type JournalLine,
  type OverruleEntry,
  originOf,
} from '../journal/record.ts';
import { MAX_FILES, MAX_KEPT, pathOrNull, shortOrNull, shortText } from './bounds.ts';
import type { SessionHistory, SessionOutcome } from './session-history.ts';
import { falseClaimsIn } from './statistics.ts';

/** What decides the outcome, with time and duration of its line. */
interface Standing {
  outcome: SessionOutcome;
  why: string;
  time: string;
  duration_ms: number;
}

interface Row {
  history: SessionHistory;
  own: Standing | undefined;
  /** By a second client in which the same session is open. It says something only if the first one says nothing. */
  otherClients: Standing | undefined;
  /** Its provider is that of a review. */
  isReviewed: boolean;
  /** What was changed of the settings of the review, in the run of this client. */
  changedSettings: { client: number | null; files: Set<string> };
  /** Which line of all was the last one of it. */
  addedAt: number;
  /** How many characters it has. */
  length: number;
}

/** More than anybody has. Of a journal that was made up, those that no line was added to for the longest are left out. */
const MAX_ROWS = { rows: 200_000, length: 128 * 1024 * 1024 };

/**
 * One row per session, from lines in any amount: what is kept does not grow with the lines of a session, and not without
 * end with their number.
 */
export class SessionList {
  /** How many sessions were left out; some of them more than once, if more lines of them came. */
  leftOut = 0;
  private readonly rows = new Map<string, Row>();
  private lines = 0;
  private length = 0;

  constructor(private readonly max = MAX_ROWS) {}

  add(line: JournalLine): void {
    // A review by hand decides nothing about the session.
    if ('by_hand' in line) return;
    const row = this.rowOf(line);
    const { history } = row;
    const isOther = isOtherClientsId(line.supervisor_id, line.session_id);
    if (!isOther) history.supervisorId = line.supervisor_id;
    if (line.time > history.lastAt) history.lastAt = line.time;
    history.endedAt = 'session' in line && line.session === 'ended' ? line.time : null;
    takePlace(row, line);
    if (isDecision(line)) {
      count(history, line);
      history.asked = askedBy(line);
    }
    if (isOverrule(line)) history.overruled += 1;
    // It goes on without supervision, and nobody is told of an answer.
    if ('mode' in line && line.mode === 'off') history.asked = null;
    if ('api_error' in line) {
      const error = shortText(line.api_error, MAX_KEPT.name);
      history.apiError = { error, message: shortText(line.message, MAX_KEPT.message), time: line.time };
    }

    if (isDecision(line) && !isOther) noteSettings(row, line);
    const key = isOther ? 'otherClients' : 'own';
    row[key] = standingAfter(row[key], line, row.changedSettings.files);
    // A client that the worker has started may be approved for anything.
    const standing = row.own ?? (row.otherClients?.outcome === 'approved' ? undefined : row.otherClients);
    history.outcome = standing?.outcome ?? 'not-reviewed';
    history.why = standing?.why ?? '';
    row.addedAt = ++this.lines;
    const length = lengthOf(row);
    this.length += length - row.length;
    row.length = length;
    if (this.rows.size > this.max.rows || this.length > this.max.length) this.leaveOut();
  }

  get(id: string): SessionHistory | undefined {
    return this.rows.get(id)?.history;
  }

  /** In no order that the times of lines decide. */
  *each(): Generator<SessionHistory> {
    for (const { history } of this.rows.values()) yield history;
  }

  get size(): number {
    return this.rows.size;
  }

  /** The one with the newest line first. */
  all(): SessionHistory[] {
    return [...this.rows.values()]
      .map(({ history }) => history)
      .sort((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : 0));
  }

  /** A tenth at once, because to find the oldest takes a look at all of them. */
  private leaveOut(): void {
    const oldest = [...this.rows].sort(([, a], [, b]) => a.addedAt - b.addedAt);
    // Never the one that a line was just added to.
    for (const [id, row] of oldest.slice(0, -1)) {
      if (this.rows.size <= this.max.rows * 0.9 && this.length <= this.max.length * 0.9) return;
      this.rows.delete(id);
      this.length -= row.length;
      this.leftOut += 1;
    }
  }

  private rowOf({ session_id, supervisor_id, time }: JournalLine): Row {
    const known = this.rows.get(session_id);
    if (known) return known;
    const row: Row = {
      history: emptyHistory(session_id, supervisor_id, time),
      ...{
        own: undefined,
        otherClients: undefined,
        isReviewed: false,
        changedSettings: { client: null, files: new Set() },
        addedAt: 0,
        length: 0,
      },
    };
    this.rows.set(session_id, row);
    return row;
  }
}

/** Of all texts that lines have put there. */
function lengthOf({ history, own, otherClients, changedSettings }: Row): number {
  const { folder, branch, request, provider, model, apiError, asked, changed, earlier } = history;
  const texts = [folder, branch, request, provider, model, apiError?.error, apiError?.message, asked?.text];
  const lists = [changed?.files ?? [], earlier.map((task) => task.request), changedSettings.files];
  let length = (own?.why.length ?? 0) + (otherClients?.why.length ?? 0) + history.id.length;
  for (const text of texts) length += text?.length ?? 0;
  for (const list of lists) for (const text of list) length += text.length;
  return length;
}

const emptyHistory = (id: string, supervisorId: string, time: string): SessionHistory => ({
  ...{ id, supervisorId, startedAt: time, lastAt: time, endedAt: null },
  ...{ folder: null, branch: null, request: null, provider: null, model: null },
  ...{ rounds: 0, approvals: 0, blocks: 0, failures: 0, answers: 0, overruled: 0, falseClaims: 0 },
  ...{ costUsd: 0, reviewMs: 0, outcome: 'not-reviewed', why: '', apiError: null },
  ...{ changed: null, earlier: [], asked: null, hadTranscript: false },
});

/** A line that does not say where it comes from changes nothing: an event that is not judged, or version 1. */
function takePlace(row: Row, line: JournalLine): void {
  const { history } = row;
  const origin = originOf(line);
  const request = shortOrNull(origin.request, MAX_KEPT.request);
  const provider = shortOrNull(origin.provider, MAX_KEPT.name);
  beginTask(history, request);
  if (isDecision(line) && line.changed) {
    const { files, more_files } = line.changed;
    history.changed = { files: shortFiles(files), more: more_files + Math.max(0, files.length - MAX_FILES) };
  }
  history.folder = pathOrNull(origin.folder) ?? history.folder;
  history.branch = shortOrNull(origin.branch, MAX_KEPT.name) ?? history.branch;
  history.request = request ?? history.request;
  // What was counted is the reviewer's, also once the worker says whose API it used itself.
  if (isDecision(line) || !row.isReviewed) history.provider = provider ?? history.provider;
  row.isReviewed ||= isDecision(line) && isJudged(line);
  history.model = shortOrNull(origin.model, MAX_KEPT.name) ?? history.model;
}

const shortFiles = (files: readonly string[]): string[] =>
  files.slice(0, MAX_FILES).map((file) => shortText(file, MAX_KEPT.file));

const MAX_EARLIER = 5;

/** What stood of the last request goes into the past when there is another. */
function beginTask(history: SessionHistory, request: string | null): void {
  if (request === null || history.request === null || request === history.request) return;
  history.earlier.push({ request: shortText(history.request, MAX_KEPT.earlier), outcome: history.outcome });
  if (history.earlier.length > MAX_EARLIER) history.earlier.shift();
  history.changed = null;
}

/** Whether a review that failed let the user be asked depends on the settings; if not, the worker went on. */
function askedBy(entry: JournalEntry): SessionHistory['asked'] {
  const { time, event, tool, verdict, cause } = entry;
  const isShown =
    verdict !== 'block' && !['answered', 'overruled', 'off'].includes(cause) && entry.plan_approved !== true;
  if (event !== 'PreToolUse' || !isShown) return null;
  if (tool === QUESTION_TOOL)
    return { time, what: 'question', text: shortText((entry.questions ?? []).join(' / '), MAX_KEPT.why) };
  return tool === PLAN_TOOL ? { time, what: 'plan', text: '' } : null;
}

function count(history: SessionHistory, entry: JournalEntry): void {
  history.answers += entry.answers?.length ?? 0;
  if (!isJudged(entry)) return;
  if (entry.event === 'Stop') history.hadTranscript = entry.context === 'fork' || entry.context === 'evidence';
  history.rounds += 1;
  if (isApproval(entry) && !doubtAbout(entry)) history.approvals += 1;
  if (entry.verdict === 'block') history.blocks += 1;
  if (entry.verdict === 'failed') history.failures += 1;
  history.falseClaims += falseClaimsIn(entry);
  history.costUsd += entry.cost_usd ?? 0;
  history.reviewMs += entry.duration_ms;
}

/** Each change is recorded once, and what was changed back may have decided meanwhile. */
function noteSettings(row: Row, { client_pid, changed_settings }: JournalEntry): void {
  const client = client_pid ?? null;
  if (client !== row.changedSettings.client) row.changedSettings = { client, files: new Set() };
  for (const file of shortFiles(changed_settings ?? []))
    if (row.changedSettings.files.size < MAX_FILES) row.changedSettings.files.add(file);
}

function standingAfter(
  now: Standing | undefined,
  line: JournalLine,
  settings: ReadonlySet<string>,
): Standing | undefined {
  if (isOverrule(line)) return afterOverrule(now, line);
  // Without a client, anybody may have said so.
  if ('api_error' in line) return line.client_pid === null ? now : standing('api-error', line.message, line);
  // That a call or a subagent was judged does not say what stands of the work.
  if (!isDecision(line) || line.event !== 'Stop') return now;
  const next = afterStop(now, line, settings);
  return next && now && !isLater(next, now) ? now : next;
}

function afterStop(now: Standing | undefined, stop: JournalEntry, settings: ReadonlySet<string>): Standing | undefined {
  const { verdict, cause, feedback } = stop;
  // That a signal ended the review is no reason that a person could act on.
  if (isCutOff(stop)) return standing('cut-off', '', stop);
  if (verdict === 'failed') return standing('failed', feedback, stop);
  if (verdict === 'block') return standing('sent-back', feedback, stop);
  switch (cause) {
    case 'review':
      return approval(stop, [...settings]);
    case 'stall':
    case 'impossible':
    case 'overruled':
      return standing(cause, feedback, stop);
    case 'off':
      // The objection is still open, whoever turned it off.
      return now?.outcome === 'sent-back' || now?.outcome === 'turned-off'
        ? standing('turned-off', now.why, stop)
        : standing(cause, '', stop);
    case 'limit':
    case 'budget':
      // What a limit let through is what was sent back last, or what could not be reviewed.
      return now?.outcome === 'failed' || now?.outcome === cause
        ? now
        : standing(cause, now?.outcome === 'sent-back' ? now.why : '', stop);
    default:
      // Not judged, because subagents were working or nothing had changed: what was there before still stands.
      return now;
  }
}

function approval(stop: JournalEntry, changedSettings: string[]): Standing {
  const doubt = doubtAbout({ touched: stop.touched, changed_settings: changedSettings });
  if (doubt === undefined) return standing('approved', stop.feedback, stop);
  return standing(doubt, (doubt === 'files-changed' ? stop.touched : changedSettings).join(', '), stop);
}

/** A later verdict stays as it is; one that is begun after the verdict that was overruled is later. */
function afterOverrule(now: Standing | undefined, line: OverruleEntry): Standing | undefined {
  const { overruled, why } = line;
  if (now ? now.time !== overruled.time : overruled.event !== 'Stop') return now;
  const reason = shortText(why || overruled.feedback, MAX_KEPT.why);
  return { outcome: 'overruled', why: reason, time: overruled.time, duration_ms: 0 };
}

const standing = (outcome: SessionOutcome, why: string, line: JournalEntry | ApiErrorEntry): Standing => ({
  outcome,
  why: shortText(why, MAX_KEPT.why),
  time: line.time,
  duration_ms: 'verdict' in line ? line.duration_ms : 0,
});
