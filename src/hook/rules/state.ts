import { isSameObjection } from './objection.ts';

/** On or off, and the round count, of one supervisor id. Stored with these names in `ccc/supervisor-<id>.json`. */
export interface State {
  session_id: string;
  enabled: boolean;
  count: number;
  created_at: string;
  updated_at: string;
  /** The prompt of the last approved Stop (null if the input did not name it); absent: none since the task began. */
  settled_prompt_id?: string | null | undefined;
  /** The user has been told that all rounds are used up. */
  pause_told?: boolean | undefined;
  /** Supervision was switched off, perhaps by the worker, and the user has not been told yet. */
  off_untold?: boolean | undefined;
  /** When supervision was switched on by hand; absent: it was on when the session began. */
  since?: string | undefined;
  /** The files, and the time, when a reviewer last allowed a stop. */
  approved?: { tree: string; at: string } | undefined;
  /** What the worker was last sent back for, and how many times in a row with the same files. */
  objection?: { about: string; tree: string; times: number } | undefined;
}

/** What the rules need to know of an event. */
export interface RuleInput {
  sessionId: string;
  isStop: boolean;
  promptId: string | undefined;
  /** Why this event is allowed without a judgement although supervision is on. */
  exemption: Exemption | undefined;
  /** Whether the answer can carry a line for the user. */
  canTell: boolean;
}

export type Exemption = 'background' | 'compaction' | 'unchanged';

export interface Rules {
  maxIterations: number;
  enabledByDefault: boolean;
}

/** What is to be done about an event. */
export type Ruling =
  | { kind: 'off'; tell: boolean }
  | { kind: 'exempt'; why: Exemption }
  | { kind: 'paused'; count: number; tell: boolean }
  | { kind: 'review'; count: number };

export interface StateStep {
  ruling: Ruling;
  /** The state to write; absent when nothing changed. */
  next?: State;
}

/** Checks the limit and counts in one step: the caller holds the lock from reading `current` to writing `next`. */
export function decide(current: State | undefined, input: RuleInput, rules: Rules, now: string): StateStep {
  const enabled = current?.enabled ?? rules.enabledByDefault;
  if (!enabled) return off(current, input, now);
  if (input.exemption) return { ruling: { kind: 'exempt', why: input.exemption } };

  const task = startTaskIfNew(current ?? fresh(input.sessionId, true, now), input);
  if (task.count >= rules.maxIterations) return pause(task, input, now);
  // The session may be another one than last time: `/clear` begins a new one under the same id.
  const next = { ...task, session_id: input.sessionId, count: task.count + 1, updated_at: now };
  return { ruling: { kind: 'review', count: next.count }, next };
}

/** A background task that ends also has a new prompt id, so only a prompt after an approved Stop starts a new task. */
function startTaskIfNew(state: State, input: RuleInput): State {
  const { promptId } = input;
  const isNew = state.settled_prompt_id !== undefined && promptId !== undefined && promptId !== state.settled_prompt_id;
  return isNew
    ? { ...state, count: 0, settled_prompt_id: undefined, pause_told: undefined, objection: undefined }
    : state;
}

function off(current: State | undefined, input: RuleInput, now: string): StateStep {
  const tell = current?.off_untold === true && input.isStop && input.canTell;
  if (!current || !tell) return { ruling: { kind: 'off', tell: false } };
  return { ruling: { kind: 'off', tell }, next: { ...current, off_untold: undefined, updated_at: now } };
}

function pause(state: State, input: RuleInput, now: string): StateStep {
  const tell = state.pause_told !== true && input.canTell;
  const ruling: Ruling = { kind: 'paused', count: state.count, tell };
  return tell ? { ruling, next: { ...state, pause_told: true, updated_at: now } } : { ruling };
}

/** A reviewed Stop was approved: the next prompt starts a new task. */
export function markApproved(current: State, promptId: string | undefined, tree: string, now: string): State {
  const approved = { tree, at: now };
  return { ...current, settled_prompt_id: promptId ?? null, approved, objection: undefined, updated_at: now };
}

export interface Objection {
  about: string;
  /** The files as they were. */
  tree: string;
}

/** The worker is sent back. `stalled`: for the same thing `stallAfter` times in a row, with no file changed. */
export function recordObjection(
  current: State,
  { about, tree }: Objection,
  stallAfter: number,
  now: string,
): { next: State; stalled: boolean } {
  const last = current.objection;
  const again = last !== undefined && last.tree === tree && isSameObjection(last.about, about);
  const times = again ? last.times + 1 : 1;
  const stalled = times >= stallAfter;
  const objection = stalled ? undefined : { about, tree, times };
  return { next: { ...current, objection, updated_at: now }, stalled };
}

export function switchOn(current: State | undefined, sessionId: string, now: string): State {
  const base = current ?? fresh(sessionId, true, now);
  return {
    ...base,
    enabled: true,
    count: 0,
    updated_at: now,
    // Supervision that was already on began earlier.
    since: current?.enabled ? current.since : now,
    settled_prompt_id: undefined,
    pause_told: undefined,
    off_untold: undefined,
    objection: undefined,
  };
}

export function switchOff(current: State | undefined, sessionId: string, wasOn: boolean, now: string): State {
  const base = current ?? fresh(sessionId, wasOn, now);
  // The worker can run the command too, so the user is told at the next stop.
  return { ...base, enabled: false, updated_at: now, off_untold: wasOn || base.off_untold };
}

function fresh(sessionId: string, enabled: boolean, now: string): State {
  return { session_id: sessionId, enabled, count: 0, created_at: now, updated_at: now };
}
