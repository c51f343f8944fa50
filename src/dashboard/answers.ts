import type { SessionHistory } from '../history/session-history.ts';
import { needsLastRequest, type RunningState, type SessionStatus, withRequest } from '../history/session-status.ts';
import { linesOfId } from '../journal/read.ts';
import { ReadLimit } from '../journal/read-limit.ts';
import type { JournalLine } from '../journal/record.ts';
import type { JournalData } from './journal-data.ts';
import type { Line, Session, Sessions, Statistics, Timeline } from './page/model.ts';
import { filterFrom, isWanted } from './session-filter.ts';
import { nextStep, statusText } from './session-texts.ts';

const PAGE = 100;
const MAX_PAGE = 500;
/** A session of months. */
const MAX_LINES = 2_000;

/** A session that runs, and what was asked of it last. */
export interface Running extends RunningState {
  request: string | null;
}

/** A session as it is right now. */
interface Current {
  /** With what was asked of it last. */
  session: SessionHistory;
  status: SessionStatus;
  isRunning: boolean;
  needsUser: boolean;
}

function currentOf(data: JournalData, session: SessionHistory, running: Running | undefined): Current {
  const status = data.statusOf(session, running);
  const last = needsLastRequest(session, status) ? (running?.request ?? data.lastRequestOf(session)) : null;
  return {
    session: last === null ? session : { ...session, ...withRequest(session, last) },
    ...{ status, isRunning: running !== undefined, needsUser: status.group === 'open' },
  };
}

function listed({ session, status, isRunning, needsUser }: Current): Session {
  const { isAsking, wentOn } = status;
  return {
    ...session,
    ...{ isRunning, needsUser, isAsking, wentOn },
    statusText: statusText(session, status, isRunning),
  };
}

/** The sessions that a query asks for, those that run first, and what to choose from. */
export function sessionsAnswer(
  data: JournalData,
  running: ReadonlyMap<string, Running>,
  query: URLSearchParams,
): Sessions {
  const all = data.sessions.all().map((session) => currentOf(data, session, running.get(session.id)));
  const filter = filterFrom(query);
  const wanted = all.filter((one) => isWanted(one, filter));
  const ordered = [...wanted.filter((one) => one.isRunning), ...wanted.filter((one) => !one.isRunning)];
  const offset = numberIn(query, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const limit = numberIn(query, 'limit', PAGE, MAX_PAGE);
  return {
    progress: data.progress,
    total: wanted.length,
    all: all.length,
    /** Restricted like the figures: whatever is searched for. */
    needUser: all.filter((one) => isWanted(one, { ...filter, text: '', outcome: 'needs-you' })).length,
    projects: distinct(all.map(({ session }) => session.folder)),
    providers: distinct(all.map(({ session }) => session.provider)),
    sessions: ordered.slice(offset, offset + limit).map(listed),
  };
}

/** What the journal comes to, of a project and a provider, from a time on. */
export async function statisticsAnswer(data: JournalData, query: URLSearchParams): Promise<Statistics> {
  const { project, provider, since } = filterFrom(query);
  const statistics = (await data.statisticsSince(since)).where(
    (group) => (!project || group.project === project) && (!provider || group.provider === provider),
  );
  const days = [...statistics.byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, totals]) => ({ day, ...totals }));
  return {
    progress: data.progress,
    total: statistics.total,
    days,
    roundsToApproval: [...statistics.roundsToApproval].sort(([a], [b]) => a - b),
    latency: statistics.latency(),
  };
}

/** What continues a session in a terminal; null: nothing is known that would. */
export type CommandFor = (session: SessionHistory, lines: JournalLine[]) => string | null;

/** One session with all of its lines, oldest first; undefined: there is none of that id. */
export function sessionAnswer(
  data: JournalData,
  running: ReadonlyMap<string, Running>,
  journal: string,
  id: string,
  commandFor: CommandFor,
): Timeline | undefined {
  const session = data.sessions.get(id);
  if (!session) return undefined;
  // Of an older session that was not looked up.
  data.lookUp(session);
  if (!running.has(id)) data.lookUpRequest(session);
  const current = currentOf(data, session, running.get(id));
  const { status, isRunning } = current;
  // Nothing else is answered meanwhile.
  const lines = linesOfId(journal, id, { limit: new ReadLimit() }).filter((line) => line.session_id === id);
  return {
    session: listed(current),
    // Two clients in one session would write over each other.
    command: isRunning ? null : commandFor(session, lines),
    next: nextStep(session, status, isRunning),
    lines: lines
      .filter((line) => !('cause' in line && line.cause === 'off'))
      .slice(-MAX_LINES)
      .map(shown),
  };
}

/** Only what the page shows. */
function shown(line: JournalLine): Line {
  const { v, supervisor_id, ...rest } = line;
  return { ...rest, ...UNUSED };
}

/** JSON leaves these out. */
const UNUSED = { prompt_id: undefined, client_pid: undefined, tree: undefined };

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.flatMap((value) => (value ? [value] : [])))].sort().slice(0, MAX_PAGE);

function numberIn(query: URLSearchParams, name: string, usual: number, max: number): number {
  const value = Number(query.get(name) ?? usual);
  return Number.isSafeInteger(value) && value >= 0 ? Math.min(value, max) : usual;
}
