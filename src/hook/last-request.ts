import type { Paths } from '../config/paths.ts';
import type { Redact } from '../platform/known-secrets.ts';
import { readRequests } from '../transcript/requests.ts';
import { sessionsLike } from '../transcript/stored-sessions.ts';
import { firstLineOf } from './task-request.ts';

/**
 * The first line of what the user asked last, by the transcript; null: not known. Before anything of a session was judged,
 * the journal does not have it.
 */
export function lastRequest(sessionId: string, paths: Paths, redact: Redact): string | null {
  const session = sessionsLike(paths, sessionId).find(({ id }) => id === sessionId);
  const last = session && readRequests(session.transcript, 1).at(-1)?.text;
  return last === undefined ? null : firstLineOf(redact(last));
}
