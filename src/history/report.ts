import { isDecision } from '../hook/rules/summary.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { resumeCommand } from './resume-command.ts';
import type { SessionHistory } from './session-history.ts';
import {
  answersSince,
  type LastTurn,
  noteTurn,
  type SessionGroup,
  type SessionStatus,
  statusOf,
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
  /** Continues it, supervised; null: it is running, or nothing that could be started is known of it. */
  command: string | null;
}

export interface Report {
  since: string;
  /** Those that need the user first, and in each group the one with the newest line. One that was only opened and closed is left out. */
  sessions: ReportedSession[];
  totals: Totals;
}

/** What is known besides the journal. */
export interface Surroundings {
  /** The process of each running session. */
  running: ReadonlyMap<string, number>;
  /** Whether the worker answered after that time; undefined: there is no transcript that could say so. */
  hasAnswered(session: SessionHistory, since: string): boolean | undefined;
  /** What has to be named on the command line for `ccc` to use this provider; undefined: nothing. */
  providerToName(provider: string): string | undefined;
  /** Variables that say where the files are, if they are not where they usually are. */
  places: Readonly<Record<string, string>>;
}

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

/** Pure: opened, and nothing was asked of it that is known. */
export const isUntouched = ({ outcome, request, rounds, isAsking, wentOn }: ReportedSession): boolean =>
  outcome === 'not-reviewed' && request === null && rounds === 0 && !isAsking && !wentOn;

/** Adds up lines to what `ccc report` says. */
export class ReportBuilder {
  private readonly list = new SessionList();
  private readonly statistics = new Statistics();
  private readonly extras = new Map<string, Extra>();
  /** Sessions whose outcome is older than the time of the report. */
  private readonly earlier = new Map<string, SessionHistory>();
  private readonly since: string;

  constructor(since: string) {
    this.since = since;
  }

  add(line: JournalLine): void {
    this.list.add(line);
    this.statistics.add(line);
    if (!('by_hand' in line)) note(this.extraOf(line), line);
  }

  /** Sessions that are there, but what stands of their work was recorded before the time of the report. */
  withoutOutcome(running: Iterable<string>): string[] {
    const unknown = this.list.all().filter(({ outcome }) => outcome === 'not-reviewed');
    return [...unknown.map(({ id }) => id), ...[...running].filter((id) => !this.list.get(id))];
  }

  /** All lines of such a session, oldest first. They are not counted. */
  addEarlier(id: string, lines: Iterable<JournalLine>): void {
    const whole = new SessionList();
    for (const line of lines) {
      if ('by_hand' in line || line.session_id !== id) continue;
      whole.add(line);
      if (line.time < this.since) note(this.extraOf(line), line, 'before the report');
    }
    const history = whole.get(id);
    if (history) this.earlier.set(id, history);
  }

  report({ running, hasAnswered, providerToName, places }: Surroundings): Report {
    const all = this.histories().map((history): ReportedSession => {
      const { turn, provider, ...extra } = this.extras.get(history.id) as Extra;
      const pid = running.get(history.id) ?? null;
      const answered = hasAnswered(history, answersSince(history, turn));
      const named = provider === null ? undefined : providerToName(provider);
      const command = pid === null ? resumeCommand(history, named, places) : null;
      return { ...history, ...extra, ...statusOf(history, turn, pid !== null, answered), pid, command };
    });
    const sessions = all.filter((session) => session.pid !== null || !isUntouched(session));
    sessions.sort((a, b) => REPORT_GROUPS.indexOf(a.group) - REPORT_GROUPS.indexOf(b.group));
    return { since: this.since, sessions, totals: this.statistics.total };
  }

  private histories(): SessionHistory[] {
    const recent = this.list.all().map((history) => {
      const known = this.earlier.get(history.id) ?? history;
      const { outcome, why, folder, branch, request, changed, asked, hadTranscript } = known;
      return { ...history, outcome, why, folder, branch, request, changed, asked, hadTranscript };
    });
    const quiet = [...this.earlier.values()].filter(({ id }) => !this.list.get(id));
    return [...recent, ...quiet.map((history) => ({ ...history, ...NOTHING_COUNTED }))];
  }

  private extraOf({ session_id, time }: JournalLine): Extra {
    const known = this.extras.get(session_id);
    if (known) return known;
    const extra = {
      turn: { endedAt: time, isOff: false },
      provider: null,
      answered: [],
      plansApproved: 0,
      decidedByAgent: 0,
    };
    this.extras.set(session_id, extra);
    return extra;
  }
}

/** Of a session that only has lines from before the time of the report. */
const NOTHING_COUNTED = {
  ...{ rounds: 0, approvals: 0, blocks: 0, failures: 0, answers: 0, overruled: 0, falseClaims: 0 },
  ...{ costUsd: 0, reviewMs: 0 },
};

function note(extra: Extra, line: JournalLine, when?: 'before the report'): void {
  if ('session' in line || 'api_error' in line || 'mode' in line) extra.provider = line.provider || extra.provider;
  noteTurn(extra.turn, line);
  if (when === undefined && isDecision(line)) noteDecision(extra, line);
}

function noteDecision(extra: Extra, entry: JournalEntry): void {
  for (const { question, answer, ground } of entry.answers ?? []) {
    extra.answered.push({ time: entry.time, question, answer: [answer].flat().join(', '), ground });
    if (extra.answered.length > MAX_ANSWERS) extra.answered.shift();
  }
  if (entry.plan_approved === true) extra.plansApproved += 1;
  if (entry.cause === 'unattended') extra.decidedByAgent += 1;
}
