import { isSameObjection } from './objection.ts';

/** On or off, and the round count, of one supervisor id. Stored in `ccc/supervisor-<id>.json` (state-file.ts). */
export interface State {
  sessionId: string;
  enabled: boolean;
  count: number;
  createdAt: string;
  updatedAt: string;
  /** The prompt of the last approved Stop (null if the input did not name it); absent: none since the task began. */
  approvedPromptId?: string | null | undefined;
  /** The user has been notified that all rounds are used up. */
  pauseNotified?: boolean | undefined;
  /** Supervision was turned off, perhaps by the worker, and the user has not been notified yet. */
  offNoticePending?: boolean | undefined;
  /** When supervision was turned on by hand; absent: it was on when the session began. */
  since?: string | undefined;
  /** Work-tree fingerprint and time of the last approved stop. */
  approved?: { treeFingerprint: string; at: string } | undefined;
  /** What the worker was last sent back for, and how many times in a row with the same files. */
  objection?: { text: string; treeFingerprint: string; times: number } | undefined;
}

/** What the rules need to know of an event. */
export interface RuleInput {
  sessionId: string;
  isStop: boolean;
  promptId: string | undefined;
  /** Why this event is allowed without a judgement although supervision is on. */
  exemption: Exemption | undefined;
  /** Whether the answer can carry a line for the user. */
  canNotify: boolean;
}

export type Exemption = 'background' | 'compaction' | 'unchanged';

export interface Rules {
  maxIterations: number;
  enabledByDefault: boolean;
}

/** What the hook does about an event. `judge` is the only one that may block it. */
export type Action =
  | { kind: 'off'; notify: boolean }
  | { kind: 'exempt'; why: Exemption }
  | { kind: 'paused'; count: number; notify: boolean }
  | { kind: 'judge'; count: number };

export interface StateStep {
  action: Action;
  /** The state to write; absent when nothing changed. */
  next?: State;
}

/** Checks the limit and counts in one step: the caller holds the lock from reading `current` to writing `next`. */
export function decide(current: State | undefined, input: RuleInput, rules: Rules, now: string): StateStep {
  if (!isEnabled(current, rules)) return off(current, input, now);
  if (input.exemption) return { action: { kind: 'exempt', why: input.exemption } };

  const state = startTaskIfNew(current ?? newState(input.sessionId, true, now), input);
  if (state.count >= rules.maxIterations) return pause(state, input, now);
  // The session may be another one than last time: `/clear` begins a new one under the same id.
  const next: State = { ...state, sessionId: input.sessionId, count: state.count + 1, updatedAt: now };
  return { action: { kind: 'judge', count: next.count }, next };
}

/** Without a state, as before the first judged event, the default applies. */
export const isEnabled = (state: State | undefined, rules: Rules): boolean => state?.enabled ?? rules.enabledByDefault;

/** A background task that ends also has a new prompt id, so only a prompt after an approved Stop starts a new task. */
function startTaskIfNew(state: State, input: RuleInput): State {
  const { promptId } = input;
  const isNew = state.approvedPromptId !== undefined && promptId !== undefined && promptId !== state.approvedPromptId;
  return isNew
    ? { ...state, count: 0, approvedPromptId: undefined, pauseNotified: undefined, objection: undefined }
    : state;
}

function off(current: State | undefined, input: RuleInput, now: string): StateStep {
  const notify = current?.offNoticePending === true && input.isStop && input.canNotify;
  if (!current || !notify) return { action: { kind: 'off', notify: false } };
  return { action: { kind: 'off', notify }, next: { ...current, offNoticePending: undefined, updatedAt: now } };
}

function pause(state: State, input: RuleInput, now: string): StateStep {
  const notify = state.pauseNotified !== true && input.canNotify;
  const action: Action = { kind: 'paused', count: state.count, notify };
  return notify ? { action, next: { ...state, pauseNotified: true, updatedAt: now } } : { action };
}

/** A reviewed Stop was approved: the next prompt starts a new task. */
export function markApproved(
  current: State,
  promptId: string | undefined,
  treeFingerprint: string,
  now: string,
): State {
  const approved = { treeFingerprint, at: now };
  return { ...current, approvedPromptId: promptId ?? null, approved, objection: undefined, updatedAt: now };
}

export interface Objection {
  text: string;
  /** Work-tree fingerprint at that moment. */
  treeFingerprint: string;
}

/** The worker is sent back. `stalled`: for the same thing `stallAfter` times in a row, with no file changed. */
export function recordObjection(
  current: State,
  { text, treeFingerprint }: Objection,
  stallAfter: number,
  now: string,
): { next: State; stalled: boolean } {
  const last = current.objection;
  const again = last !== undefined && last.treeFingerprint === treeFingerprint && isSameObjection(last.text, text);
  const times = again ? last.times + 1 : 1;
  const stalled = times >= stallAfter;
  const objection = stalled ? undefined : { text, treeFingerprint, times };
  return { next: { ...current, objection, updatedAt: now }, stalled };
}

export function switchOn(current: State | undefined, sessionId: string, now: string): State {
  const base = current ?? newState(sessionId, true, now);
  return {
    ...base,
    enabled: true,
    count: 0,
    updatedAt: now,
    // Supervision that was already on began earlier.
    since: current?.enabled ? current.since : now,
    approvedPromptId: undefined,
    pauseNotified: undefined,
    offNoticePending: undefined,
    objection: undefined,
  };
}

export function switchOff(current: State | undefined, sessionId: string, wasOn: boolean, now: string): State {
  const base = current ?? newState(sessionId, wasOn, now);
  // The worker can run the command too, so the user is notified at the next stop.
  return { ...base, enabled: false, updatedAt: now, offNoticePending: wasOn || base.offNoticePending };
}

function newState(sessionId: string, enabled: boolean, now: string): State {
  return { sessionId, enabled, count: 0, createdAt: now, updatedAt: now };
}
