import type { Paths } from '../config/paths.ts';
import { pastOf, sessionInJournal } from './journal-past.ts';
import { type FoundState, type Past, recover } from './rules/recover.ts';
import { newState, type State } from './rules/state.ts';
import type { StateFiles } from './state-file.ts';

interface StateContext {
  id: string;
  sessionId: string;
  /** Supervision is on where nothing is known of it. */
  enabledByDefault: boolean;
  paths: Paths;
  states: StateFiles;
}

export interface KnownState {
  /**
   * The state of the id, given what its file holds. Without the lock an earlier look at the journal may be reused: what
   * comes of it is decided again under the lock.
   */
  from(found: FoundState | undefined, isLocked?: boolean): State | undefined;
  /** Nothing was known of the id: this is the first event under it. */
  isNew(): boolean;
}

/**
 * What is known of an id: its file, where that is gone or edited the journal, and at the first event under an id the state
 * of the same session under another, which was resumed in a way that no launch could see (`--resume` with its picker).
 */
export function knownState({ id, sessionId, enabledByDefault, paths, states }: StateContext): KnownState {
  let seen: { past: Past | undefined } | undefined;
  let other: { state: State | undefined } | undefined;
  const pastFor = (isLocked: boolean) => {
    if (isLocked || !seen) seen = { past: pastOf(paths.journal, id) };
    return seen.past;
  };
  return {
    from: (found, isLocked = false) => {
      if (found !== undefined || pastFor(isLocked) !== undefined)
        return recover(found, () => pastFor(isLocked), { sessionId, enabledByDefault, now: new Date().toISOString() });
      // Once per session: every event adds a line to the journal.
      other ??= { state: adoptable(sessionId, states, paths, { enabledByDefault })?.state };
      return other.state;
    },
    isNew: () => other !== undefined,
  };
}

/**
 * The supervision that a session had under another id, or that it began with, if it is still on. The journal knows it best:
 * the state may have been removed, or name the session that came before `/clear`.
 */
export function adoptable(
  sessionId: string,
  states: StateFiles,
  paths: Paths,
  { enabledByDefault = false } = {},
): { id: string; state: State } | undefined {
  const { supervisorId, beganSupervised } = sessionInJournal(paths.journal, sessionId);
  const id = supervisorId ?? states.lastOf(sessionId)?.id;
  const now = new Date().toISOString();
  // Before its first review, as after an API error, no state and no verdict says so yet.
  if (id === undefined)
    return beganSupervised && !enabledByDefault ? { id: sessionId, state: newState(sessionId, true, now) } : undefined;
  const found = states.tryRead(id);
  const state = recover(found && forSession(found, sessionId), () => pastOf(paths.journal, id), { sessionId, now });
  return state?.enabled ? { id, state } : undefined;
}

/** For another of its sessions only on or off and the count are shared. */
function forSession(state: FoundState, sessionId: string): FoundState {
  if (state.sessionId === sessionId) return state;
  const { enabled, count, createdAt, updatedAt, seal } = state;
  return { sessionId, enabled, count, createdAt, updatedAt, seal };
}
