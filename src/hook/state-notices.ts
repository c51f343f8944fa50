import type { Log } from '../platform/log.ts';
import { isRunning } from '../platform/process-alive.ts';
import type { KnownState } from './known-state.ts';
import { type PendingNotice, withNotice, withoutNotices } from './rules/pending-notice.ts';
import { newState } from './rules/state.ts';
import type { StateFiles } from './state-file.ts';

interface NoteContext {
  states: StateFiles;
  id: string;
  known: KnownState;
  log: Log;
}

/** Told at the next stop. A client that ends while its hook starts has not forged anything: then there is nothing to tell. */
export function noteEventByHand(
  { states, id, known, log }: NoteContext,
  sessionId: string,
  clientPid: number | undefined,
): void {
  if (clientPid !== undefined && !isRunning(clientPid)) return;
  const at = new Date().toISOString();
  try {
    states.update(id, (found, isLocked) => ({
      next: withNotice(known.from(found, isLocked) ?? newState(sessionId, true, at), { kind: 'by-hand', at }),
    }));
  } catch (error) {
    log('an event by hand could not be noted in the state', { error: String(error) });
  }
}

/** For the status line: the review of this round waits for the API. */
export function noteApiStatus(
  status: number | null,
  { states, id, log }: Pick<NoteContext, 'states' | 'id' | 'log'>,
): void {
  try {
    states.change(id, (current) =>
      current.round && current.round.apiStatus !== status
        ? { ...current, round: { ...current.round, apiStatus: status } }
        : undefined,
    );
  } catch (error) {
    log('that the review waits could not be noted in the state', { error: String(error) });
  }
}

/** In the state too: a review that fails cannot tell it. */
export function keepNotice(
  notice: PendingNotice,
  { states, id, log }: Pick<NoteContext, 'states' | 'id' | 'log'>,
): void {
  try {
    states.change(id, (current) => withNotice(current, notice));
  } catch (error) {
    log('a notice could not be recorded in the state', { error: String(error) });
  }
}

/** The user has been told. If that cannot be written, they are told again. */
export function forgetNotices(
  told: readonly PendingNotice[],
  { states, id, log }: Pick<NoteContext, 'states' | 'id' | 'log'>,
): void {
  try {
    states.change(id, (current) => withoutNotices(current, told));
  } catch (error) {
    log('what was told could not be recorded in the state', { error: String(error) });
  }
}
