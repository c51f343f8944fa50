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

interface Session {
  session: SessionHistory;
  isRunning: boolean;
  needsUser: boolean;
}

export function isWanted({ session, isRunning, needsUser }: Session, filter: SessionFilter): boolean {
  const { text, outcome, project, provider, since } = filter;
  const isOf = outcome === 'needs-you' ? needsUser : session.outcome === outcome;
  if (outcome && !isOf) return false;
  if (project && session.folder !== project) return false;
  if (provider && session.provider !== provider) return false;
  // One that runs is of any time up to now, also if it has not written a line for long.
  if (since && session.lastAt < since && !isRunning) return false;
  if (!text) return true;
  const { id, folder, branch, request, why, earlier } = session;
  // What was judged last is an earlier request once another was made.
  const texts = [id, folder, branch, request, why, earlier.at(-1)?.request];
  return texts.some((one) => one?.toLowerCase().includes(text));
}
