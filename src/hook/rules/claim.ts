import { withNotice } from './pending-notice.ts';
import type { State } from './state.ts';

/** The client whose event it is. */
export interface Client {
  pid: number;
  /** In milliseconds since 1970; undefined: not known. */
  startedAt: number | undefined;
}

/** Start times are known to within a second or two. */
const SLACK_MS = 3_000;

/**
 * The state as this client may use it. Another client can have used the id while this one was already running: one that
 * the worker started with our variables. What that one was approved, overruled or sent back for is not this one's.
 */
export function claim(current: State, client: Client | undefined, now: string): State {
  const before = current.client;
  if (client === undefined || isSame(before, client)) return current;
  const lastUse = Date.parse(before?.at ?? current.updatedAt);
  const isForeign = client.startedAt !== undefined && lastUse > client.startedAt + SLACK_MS;
  // Who resumes a paused session may not be the one who was told.
  const own = withClient({ ...current, pauseNotified: undefined }, client, now);
  if (!isForeign) return own;
  const left = { approved: undefined, settledPromptId: undefined, objection: undefined, checkRuns: undefined };
  const overrule = own.overrule && { ...own.overrule, passPending: undefined };
  // A version that did not record the client has written nothing wrong, and a time to come is one of a wrong clock.
  const isCertain = before !== undefined && lastUse <= Date.parse(now) + SLACK_MS;
  return isCertain ? withNotice({ ...own, ...left, overrule }, { kind: 'other-client', at: now }) : { ...own, ...left };
}

export const withClient = (state: State, client: Client, now: string): State =>
  isSame(state.client, client) ? state : { ...state, client: { pid: client.pid, at: now } };

/** A process that started after the last use has the id of one that has ended. */
const isSame = (before: State['client'], { pid, startedAt = 0 }: Client): boolean =>
  before?.pid === pid && startedAt <= Date.parse(before.at) + SLACK_MS;
