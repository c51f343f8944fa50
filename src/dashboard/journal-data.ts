import type { SessionHistory } from '../history/session-history.ts';
import {
  answersSince,
  beginTurn,
  type LastTurn,
  needsLastRequest,
  noteTurn,
  type RunningState,
  type SessionStatus,
  statusOf,
} from '../history/session-status.ts';
import { SessionList } from '../history/sessions.ts';
import { Statistics } from '../history/statistics.ts';
import { JournalFollower } from '../journal/follow.ts';
import { rawLines } from '../journal/read.ts';
import { type JournalLine, parseLine } from '../journal/record.ts';
import { dayOf } from '../platform/local-time.ts';
import type { AnswerLookup } from '../transcript/answer-lookup.ts';
import { RECENT_MS, RecentStatistics } from './recent-statistics.ts';
import type { RequestLookup } from './request-lookup.ts';

/** Then the event loop gets a turn: the page is answered while a large journal is read. */
const LINES_AT_A_TIME = 2_000;
/** The newest sessions, whose transcripts are looked at twice a second. */
const MAX_LOOKED_UP = 500;
/** And so many of the others, each in its turn: whoever adds sessions to the journal must not keep others from it. */
const MAX_IN_TURN = 200;
/** For so long at a time requests are read, which takes longer than to look for an answer; the others have to wait. */
const READ_REQUESTS_MS = 250;

/** What the page shows, read from the journal once and kept up to date, and what transcripts say that it does not. */
export class JournalData {
  readonly sessions = new SessionList();
  /** From 0 to 1. */
  progress = 0;
  private readonly statistics = new Statistics();
  private readonly recent = new RecentStatistics();
  private readonly turns = new Map<string, LastTurn>();
  /** Counts only for as long as it was asked for the same time. */
  private readonly answers = new Map<string, { since: string; answered: boolean | undefined }>();
  /** What was asked last, by the transcript, where the journal does not have it. */
  private readonly requests = new Map<string, string | null>();
  private newest: SessionHistory[] = [];
  private turnsOfAll: Iterator<SessionHistory> | undefined;
  private follower: JournalFollower | undefined;
  private now = '';

  constructor(
    private readonly journal: string,
    private readonly hasAnswered: AnswerLookup,
    private readonly readRequest: RequestLookup = () => null,
  ) {}

  async load(abortSignal: AbortSignal): Promise<void> {
    this.follower = new JournalFollower(this.journal);
    let count = 0;
    for (const { text, read, total } of rawLines(this.journal, Number.POSITIVE_INFINITY, this.follower.from)) {
      const line = parseLine(text);
      if (line) this.add(line);
      if (++count % LINES_AT_A_TIME !== 0) continue;
      this.progress = Math.min(0.99, read / Math.max(1, total));
      await new Promise(setImmediate);
      if (abortSignal.aborted) return;
    }
    this.newest = this.sessions.all().slice(0, MAX_LOOKED_UP);
    // Before that, the page would show as approved what was not.
    await this.lookUpNewest(abortSignal);
    this.progress = 1;
  }

  /** Whether anything has come. Of sessions that run somebody else knows the request. */
  async update(abortSignal: AbortSignal, isRunning: (sessionId: string) => boolean = () => false): Promise<boolean> {
    if (this.progress < 1 || !this.follower) return false;
    const added = this.follower.next();
    for (const line of added) this.add(line);
    if (added.length > 0) this.newest = this.sessions.all().slice(0, MAX_LOOKED_UP);
    const hasAnswered = await this.lookUpNewest(abortSignal);
    const hasRequest = await this.lookUpRequests(abortSignal, isRunning);
    return hasAnswered || hasRequest || added.length > 0;
  }

  close(): void {
    this.follower?.close();
    this.follower = undefined;
  }

  statusOf(session: SessionHistory, running: RunningState | undefined): SessionStatus {
    const turn = this.turnOf(session);
    const known = this.answers.get(session.id);
    const answered = known?.since === answersSince(session, turn, this.isPast) ? known.answered : false;
    return statusOf(session, turn, running, answered);
  }

  /** Looks into its transcript. Whether that says anything else than before. */
  lookUp(session: SessionHistory): boolean {
    const since = answersSince(session, this.turnOf(session), this.isPast);
    const answered = this.hasAnswered(session, since);
    const known = this.answers.get(session.id);
    this.answers.set(session.id, { since, answered });
    return (known?.since === since ? known.answered : false) !== answered;
  }

  /** What was asked of it last, by its transcript, if that was looked up; null: not known. */
  lastRequestOf({ id }: SessionHistory): string | null {
    return this.requests.get(id) ?? null;
  }

  /** Of a session that does not run: looks into its transcript, if need be. Whether that says anything else than before. */
  lookUpRequest(session: SessionHistory): boolean {
    if (!this.needsRequest(session)) return false;
    const request = this.readRequest(session);
    const known = this.lastRequestOf(session);
    this.requests.set(session.id, request);
    return request !== known;
  }

  /** Of whole local days; from a time of the last hours on, of its minute and all after it. */
  async statisticsSince(since: string): Promise<Statistics> {
    if (since === '') return this.statistics;
    if (Date.now() - Date.parse(since) < RECENT_MS) return this.recent.since(since);
    const from = dayOf(new Date(since));
    return this.statistics.where(({ day }) => day >= from);
  }

  /** The event loop gets a turn after each: a long transcript takes some ten milliseconds. */
  private async lookUpNewest(abortSignal: AbortSignal): Promise<boolean> {
    let hasChanged = false;
    for (const session of [...this.newest, ...this.inTurn()]) {
      if (abortSignal.aborted) break;
      if (this.lookUp(session)) hasChanged = true;
      await new Promise(setImmediate);
    }
    return hasChanged;
  }

  private inTurn(): SessionHistory[] {
    const found: SessionHistory[] = [];
    while (this.sessions.size > MAX_LOOKED_UP && found.length < MAX_IN_TURN) {
      this.turnsOfAll ??= this.sessions.each();
      const { value, done } = this.turnsOfAll.next();
      if (done) {
        this.turnsOfAll = undefined;
        break;
      }
      found.push(value);
    }
    return found;
  }

  private async lookUpRequests(abortSignal: AbortSignal, isRunning: (sessionId: string) => boolean): Promise<boolean> {
    const end = performance.now() + READ_REQUESTS_MS;
    let hasChanged = false;
    for (const session of this.newest) {
      if (abortSignal.aborted || performance.now() > end) break;
      if (isRunning(session.id) || !this.needsRequest(session)) continue;
      if (this.lookUpRequest(session)) hasChanged = true;
      await new Promise(setImmediate);
    }
    return hasChanged;
  }

  private needsRequest(session: SessionHistory): boolean {
    return needsLastRequest(session, this.statusOf(session, undefined));
  }

  private turnOf({ id, startedAt }: SessionHistory): LastTurn {
    return this.turns.get(id) ?? beginTurn(startedAt, this.isPast);
  }

  private add(line: JournalLine): void {
    const { leftOut } = this.sessions;
    this.sessions.add(line);
    this.statistics.add(line);
    this.recent.add(line);
    if ('by_hand' in line) return;
    const turn = this.turns.get(line.session_id) ?? beginTurn(line.time, this.isPast);
    this.turns.set(line.session_id, turn);
    noteTurn(turn, line, this.isPast);
    // Of sessions that were left out nothing is kept.
    if (this.sessions.leftOut > leftOut)
      for (const id of this.turns.keys()) if (!this.sessions.get(id)) this.turns.delete(id);
  }

  private readonly isPast = (time: string): boolean => {
    // The clock is asked only for a line of right now.
    if (time > this.now) this.now = new Date().toISOString();
    return time <= this.now;
  };
}
