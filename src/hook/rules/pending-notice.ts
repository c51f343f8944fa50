import type { TranscriptTrouble } from './begin.ts';

/**
 * What the user has to be told at a stop: something that the worker can do too, and that weakens supervision. Kept in the
 * state until a stop has told it.
 */
export interface PendingNotice {
  kind: /** Supervision was turned off at `at` and on again at `until`, with no stop in between that could tell. */
    | 'off-on'
    /** At `at`, the state said that supervision was off, and no command of ours had turned it off. */
    | 'off-unrecorded'
    /** There was a state, and at `at` it was gone. */
    | 'state-missing'
    /** At `at` the state was not as this program had written it. */
    | 'state-edited'
    /** At `at`, another client was found to have used the state while this one was running. */
    | 'other-client'
    /** At `at`, an event was sent by a command in the session's shell. */
    | 'by-hand'
    /** At `at`, the transcript was noticed to be gone, another file, or without its beginning. */
    | `transcript-${TranscriptTrouble}`
    /** Files that decide how the session is supervised have changed; `what` names them. */
    | 'settings-changed'
    /** A repository's settings had set variables for the hook, which it ignores; `what` names them. */
    | 'variables-ignored'
    /** What a review in the background came to: `what` is the line for the user. Only the last ones are kept. */
    | 'reviewed';
  at: string;
  until?: string | undefined;
  what?: string | undefined;
}

/** What is done a hundred times need not be told a hundred times, but must not hide what is of another kind. */
const MAX_OF_A_KIND = 5;

/** Of each kind the first ones are kept, and the last. */
export function withNotice<T extends { pendingNotices?: PendingNotice[] | undefined }>(
  state: T,
  notice: PendingNotice,
): T {
  const known = state.pendingNotices ?? [];
  if (notice.kind === 'reviewed') {
    const reviewed = known.filter(({ kind }) => kind === 'reviewed').slice(1 - MAX_OF_A_KIND);
    return { ...state, pendingNotices: [...known.filter(({ kind }) => kind !== 'reviewed'), ...reviewed, notice] };
  }
  const same = known.filter(({ kind }) => kind === notice.kind);
  const last = same.length >= MAX_OF_A_KIND ? same.at(-1) : undefined;
  const others = known.filter((one) => one !== last);
  return { ...state, pendingNotices: [...others, last?.what ? { ...notice, what: named(last, notice) } : notice] };
}

/** Everything that either of them names. */
const named = (...notices: PendingNotice[]): string =>
  [...new Set(notices.flatMap(({ what }) => filesIn(what)))].join(', ');

/** The files that decide how the session is supervised and that have changed. */
export const changedSettings = (notices: readonly PendingNotice[] = []): string[] => [
  ...new Set(notices.flatMap(({ kind, what }) => (kind === 'settings-changed' ? filesIn(what) : []))),
];

const filesIn = (what: string | undefined): string[] => what?.split(', ') ?? [];

/** Without what has been told. Undefined: nothing to change. */
export function withoutNotices<T extends { pendingNotices?: PendingNotice[] | undefined }>(
  state: T,
  told: readonly PendingNotice[],
): T | undefined {
  const isTold = ({ kind, at }: PendingNotice) => told.some((one) => one.kind === kind && one.at === at);
  const left = state.pendingNotices?.filter((notice) => !isTold(notice)) ?? [];
  if (left.length === (state.pendingNotices?.length ?? 0)) return undefined;
  return { ...state, pendingNotices: left.length > 0 ? left : undefined };
}
