import { needsUser } from '../history/needs-user.ts';
import type { SessionHistory } from '../history/session-history.ts';

export interface SessionFilter {
  text: string;
  /** An outcome, or `needs-you`. */
  outcome: string;
  project: string;
  provider: string;
  /** RFC 3339; empty: from the beginning. */
  since: string;
}

/** Pure: a filter from a query. What is missing does not restrict anything. */
export const filterFrom = (query: URLSearchParams): SessionFilter => ({
  text: (query.get('q') ?? '').trim().toLowerCase(),
  outcome: query.get('outcome') ?? '',
  project: query.get('project') ?? '',
  provider: query.get('provider') ?? '',
  since: query.get('since') ?? '',
});

/** Whether it waits for an answer now. */
export const isAsking = ({ asked }: SessionHistory, isRunning: boolean): boolean => isRunning && asked !== null;

/** Also one that ended while it waited for an answer. */
export const isForUser = (session: SessionHistory, isRunning: boolean): boolean =>
  session.asked !== null || needsUser(session.outcome, isRunning);

export function isWanted(session: SessionHistory, isRunning: boolean, filter: SessionFilter): boolean {
  const { text, outcome, project, provider, since } = filter;
  const isOf = outcome === 'needs-you' ? isForUser(session, isRunning) : session.outcome === outcome;
  if (outcome && !isOf) return false;
  if (project && session.folder !== project) return false;
  if (provider && session.provider !== provider) return false;
  if (since && session.lastAt < since) return false;
  if (!text) return true;
  const texts = [session.id, session.folder, session.branch, session.request, session.why];
  return texts.some((one) => one?.toLowerCase().includes(text));
}
