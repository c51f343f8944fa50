import { isDecision } from '../hook/rules/summary.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { MAX_KEPT, shortText } from './bounds.ts';
import { resumeCommand } from './resume-command.ts';
import type { SessionHistory } from './session-history.ts';
import {
  type Answered,
  answersSince,
  beginTurn,
  type LastTurn,
  needsLastRequest,
  noteTurn,
  type RunningState,
  type SessionGroup,
  type SessionStatus,
  statusOf,
  withRequest,
} from './session-status.ts';
import { SessionList } from './sessions.ts';
import { Statistics, type Totals } from './statistics.ts';

/** In the order of the report. */
export const REPORT_GROUPS = ['open', 'running', 'approved', 'rest'] as const satisfies readonly SessionGroup[];

export interface AnswerForUser {
  time: string;
  question: string;
  answer: string;
  ground: string;
}

export interface ReportedSession extends SessionHistory, SessionStatus {
  /** The process that it runs in; null: it does not run. */
  pid: number | null;
  /** What the reviewer answered for the user, the last ones. */
  answered: AnswerForUser[];
  /** Plans that the reviewer approved for the user. */
  plansApproved: number;
  /** Questions that the worker decided itself, because nobody was there. */
  decidedByAgent: number;
  /** The command that resumes it supervised; null: it is running, or its id cannot be put on a command line. */
  command: string | null;
}

export interface Report {
  since: string;
  /** Those that need the user first, and in each group the one with the newest line. One that was only opened and closed is left out. */
  sessions: ReportedSession[];
  /** Of so many sessions it was not looked up whether they went on, because there are too many. */
  notLookedUp: number;
  /** Sessions that were left out, because there are so many that they do not fit in memory. */
  leftOut: number;
  totals: Totals;
}

/** What is known besides the journal. */
export interface Surroundings {
  /** Each session that runs. */
  running: ReadonlyMap<string, RunningState & { pid: number }>;
  /** What was asked last, by the transcript: the journal has it only once something was judged. */
  requestOf(id: string): string | null;
  /** Whether the worker answered after that time; undefined: there is no transcript that could say so. */
  hasAnswered(session: SessionHistory, since: string): boolean | undefined;
  /** What has to be named on the command line for `ccc` to use this provider; undefined: nothing. */
  providerToName(provider: string): string | undefined;
  /** Variables that say where the files are, if they are not where they usually are. */
  places: Readonly<Record<string, string>>;
  /** Of how many sessions `hasAnswered` is asked, of those that were approved first. */
  maxLookedUp?: number;
}

/** So many take some seconds, and a month has fewer. */
const MAX_LOOKED_UP = 2_000;

/** What a session has beyond its history. */
interface Extra {
  turn: LastTurn;
  /** Of the worker: what a decision names is the reviewer's. */
  provider: string | null;
  answered: AnswerForUser[];
  plansApproved: number;
  decidedByAgent: number;
}

/** A session in which more was answered has `answers` as their number. */
const MAX_ANSWERS = 20;
/** Of all sessions. If there are more, those so far are only counted. */
const MAX_ALL_ANSWERS = 20_000;

/** Pure: opened, and nothing was asked of it that is known. */
export const isUntouched = ({ outcome, request, rounds, isAsking, wentOn, notLookedUp }: ReportedSession): boolean =>
  outcome === 'not-reviewed' && request === null && rounds === 0 && !isAsking && !wentOn && !notLookedUp;

/** Adds up lines to what `ccc report` says. */
export class ReportBuilder {
  private readonly list: SessionList;
  private readonly statistics = new Statistics();
  private readonly extras = new Map<string, Extra>();
  /** Sessions whose outcome is older than the time of the report, with all of their lines. */
  private readonly earlier: SessionList;
  private answers = 0;

  constructor(
    private readonly since: string,
    private readonly now: string,
    maxKept?: { rows: number; length: number },
  ) {
    this.list = new SessionList(maxKept);
    this.earlier = new SessionList(maxKept);
  }

  private readonly isPast = (time: string): boolean => time <= this.now;

  add(line: JournalLine): void {
    const { leftOut } = this.list;
    this.list.add(line);
    this.statistics.add(line);
    if ('by_hand' in line) return;
    const extra = this.extraOf(line);
    this.note(extra, line);
    if (isDecision(line)) this.noteDecision(extra, line);
    if (this.list.leftOut > leftOut) this.forget();
  }

  /** Sessions that are there, but what stands of their work was recorded before the time of the report. */
  withoutOutcome(running: Iterable<string>): string[] {
    const unknown = this.list.all().filter(({ outcome }) => outcome === 'not-reviewed');
    return [...unknown.map(({ id }) => id), ...[...running].filter((id) => !this.list.get(id))];
  }

  /** All lines of such sessions, oldest first. They are not counted. */
  addEarlier(lines: Iterable<JournalLine>): void {
    for (const line of lines) {
      const { leftOut } = this.earlier;
      this.earlier.add(line);
      if ('by_hand' in line) continue;
      // Those that were added before come once more, so that the newest of all is noted last.
      this.note(this.extraOf(line), line);
      if (this.earlier.leftOut > leftOut) this.forget();
    }
  }

  report({
    running,
    hasAnswered,
    requestOf,
    providerToName,
    places,
    maxLookedUp = MAX_LOOKED_UP,
  }: Surroundings): Report {
    const histories = this.histories();
    // Whoever adds sessions to the journal must not keep the others from being looked up.
    const inOrder = [...histories].sort((a, b) => Number(b.outcome === 'approved') - Number(a.outcome === 'approved'));
    const lookedUp = new Set(inOrder.slice(0, maxLookedUp));
    const all = histories.map((history): ReportedSession => {
      const { turn, provider, ...extra } = this.extras.get(history.id) as Extra;
      const process = running.get(history.id);
      const since = answersSince(history, turn, this.isPast);
      const answered: Answered = lookedUp.has(history) ? hasAnswered(history, since) : 'not-looked-up';
      const named = provider === null ? undefined : providerToName(provider);
      const command = process === undefined ? resumeCommand(history, named, places) : null;
      const pid = process?.pid ?? null;
      const status = statusOf(history, turn, process, answered);
      const isLookedUp = answered !== 'not-looked-up';
      const last = isLookedUp && needsLastRequest(history, status) ? requestOf(history.id) : null;
      return { ...history, ...extra, ...status, ...withRequest(history, last), pid, command };
    });
    const sessions = all.filter((session) => session.pid !== null || !isUntouched(session));
    sessions.sort((a, b) => REPORT_GROUPS.indexOf(a.group) - REPORT_GROUPS.indexOf(b.group));
    const notLookedUp = histories.length - lookedUp.size;
    const leftOut = this.list.leftOut + this.earlier.leftOut;
    return { since: this.since, sessions, notLookedUp, leftOut, totals: this.statistics.total };
  }

  private histories(): SessionHistory[] {
    const recent = this.list.all().map((history) => {
      const known = this.earlier.get(history.id) ?? history;
      const { outcome, why, folder, branch, request, changed, asked, hadTranscript } = known;
      return { ...history, outcome, why, folder, branch, request, changed, asked, hadTranscript };
    });
    const quiet = this.earlier.all().filter(({ id }) => !this.list.get(id));
    return [...recent, ...quiet.map((history) => ({ ...history, ...NOTHING_COUNTED }))];
  }

  private extraOf({ session_id, time }: JournalLine): Extra {
    const known = this.extras.get(session_id);
    if (known) return known;
    const extra = {
      turn: beginTurn(time, this.isPast),
      provider: null,
      answered: [],
      plansApproved: 0,
      decidedByAgent: 0,
    };
    this.extras.set(session_id, extra);
    return extra;
  }

  private note(extra: Extra, line: JournalLine): void {
    if ('session' in line || 'api_error' in line || 'mode' in line)
      extra.provider = shortText(line.provider || '', MAX_KEPT.name) || extra.provider;
    noteTurn(extra.turn, line, this.isPast);
  }

  private noteDecision(extra: Extra, entry: JournalEntry): void {
    const short = (text: string) => shortText(text, MAX_KEPT.answer);
    for (const { question, answer, ground } of (entry.answers ?? []).slice(-MAX_ANSWERS)) {
      const text = [answer].flat().join(', ');
      extra.answered.push({ time: entry.time, question: short(question), answer: short(text), ground: short(ground) });
      if (extra.answered.length > MAX_ANSWERS) extra.answered.shift();
      this.answers += 1;
    }
    if (this.answers > MAX_ALL_ANSWERS) {
      for (const other of this.extras.values()) if (other !== extra) other.answered = [];
      this.answers = extra.answered.length;
    }
    if (entry.plan_approved === true) extra.plansApproved += 1;
    if (entry.cause === 'unattended') extra.decidedByAgent += 1;
  }

  /** Of sessions that were left out nothing is kept. */
  private forget(): void {
    for (const id of this.extras.keys()) if (!this.list.get(id) && !this.earlier.get(id)) this.extras.delete(id);
  }
}

/** Of a session that only has lines from before the time of the report. */
const NOTHING_COUNTED = {
  ...{ rounds: 0, approvals: 0, blocks: 0, failures: 0, answers: 0, overruled: 0, falseClaims: 0 },
  ...{ costUsd: 0, reviewMs: 0 },
};
