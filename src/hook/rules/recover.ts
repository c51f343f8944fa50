import { withNotice } from './pending-notice.ts';
import { newState, type State } from './state.ts';

/** What the journal last says of a supervisor id. */
export interface Past {
  /** Supervision was on. */
  isOn: boolean;
  /** The round of the last decision; null: it was not counted. */
  count: number | null;
  /** The last decision ended the task. */
  settled: boolean;
  promptId: string | null;
  /** Written by a version that seals its states. */
  sealed: boolean;
}

/** A state as it was found. */
export interface FoundState extends State {
  /** Whether it is as this program wrote it. Without a seal it may be an older version's. */
  seal?: 'broken' | 'none' | undefined;
}

/** What else decides about a state. */
interface RecoverContext {
  sessionId: string;
  now: string;
  /** Supervision is on where there is no state. */
  enabledByDefault?: boolean | undefined;
}

/**
 * The state by which an event is handled. A file can be deleted or edited by whoever has a shell, and the journal knows
 * better: supervision that began stays on, no round is given back, and nothing in an edited file counts as an approval or
 * as overruled. `past` is asked only where the file alone does not settle it. See docs/adr/0028.
 */
export function recover(
  found: FoundState | undefined,
  past: () => Past | undefined,
  { sessionId, now, enabledByDefault = false }: RecoverContext,
): State | undefined {
  if (found?.enabled && found.seal === undefined) return found;
  const known = past();
  const isEdited = found?.seal === 'broken' || (found?.seal === 'none' && known?.sealed === true);
  // Each of our commands leaves a line in the journal before it turns supervision off.
  if (found && !found.enabled && !known && enabledByDefault)
    return withNotice(distrusted(found), { kind: 'off-unrecorded', at: now });
  if (!known?.isOn) {
    if (!found || !isEdited) return found;
    // That notice says that supervision goes on.
    return found.enabled ? withNotice(distrusted(found), edited(now)) : distrusted(found);
  }
  if (found?.enabled && !isEdited) return found;
  const on = { ...distrusted(found ?? newState(sessionId, true, now)), enabled: true, neverOn: undefined };
  const counted = known.settled
    ? { ...on, settledPromptId: known.promptId }
    : { ...on, count: Math.max(on.count, known.count ?? 0) };
  return withNotice(counted, found ? edited(now) : { kind: 'state-missing', at: now });
}

const edited = (at: string) => ({ kind: 'state-edited', at }) as const;

const distrusted = (state: State): State => ({
  ...state,
  approved: undefined,
  settledPromptId: undefined,
  objection: undefined,
  taskBegan: undefined,
  checkRuns: undefined,
  // That it happened is still told.
  overrule: state.overrule && { ...state.overrule, passPending: undefined },
  // Later than it began, or never: the beginning of the session then counts.
  since: undefined,
  begin: undefined,
});
