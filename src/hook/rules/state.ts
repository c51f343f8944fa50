import type { Begin } from './begin.ts';
import { addCheckRuns, type CheckRun } from './check-runs.ts';
import { isSameObjection } from './objection.ts';
import type { Overrule } from './overrule.ts';
import { type PendingNotice, withNotice } from './pending-notice.ts';

/** On or off, and the round count, of one supervisor id. Stored in `ccc/supervisor-<id>.json` (state-file.ts). */
export interface State {
  sessionId: string;
  enabled: boolean;
  count: number;
  createdAt: string;
  updatedAt: string;
  /**
   * The prompt of the Stop that ended the task, by an approval or by the user who overruled an objection (null if the
   * input did not name it); absent: none since the task began.
   */
  settledPromptId?: string | null | undefined;
  /** The user has been notified that all rounds are used up. */
  pauseNotified?: boolean | undefined;
  /** Supervision was turned off, perhaps by the worker, and the user has not been notified yet. */
  offNoticePending?: boolean | undefined;
  /** When supervision was last turned off. */
  offAt?: string | undefined;
  /** Supervision was turned off before it had ever been on. */
  neverOn?: boolean | undefined;
  /** When supervision was first turned on by hand; absent: it was on when the session began. */
  since?: string | undefined;
  /**
   * The last round that was begun: its number, and when. Its line of the journal has the same number. `apiStatus` is
   * what its review waits for: what the API last answered, null if the connection was lost. `stopPid` is the process
   * that judges the last Stop that was begun, in this round or before it.
   */
  round?:
    | { count: number; at: string; apiStatus?: number | null | undefined; stopPid?: number | undefined }
    | undefined;
  /** The client whose events were last handled by this state, and since when. */
  client?: { pid: number; at: string } | undefined;
  /** Checksums of the files that decide how the session is supervised, as a stop last saw them. */
  watched?: Record<string, string> | undefined;
  begin?: Begin | undefined;
  /** What the user has to be told at a stop. */
  pendingNotices?: PendingNotice[] | undefined;
  /** Work-tree fingerprint and time of the last approved stop. */
  approved?: { treeFingerprint: string; at: string } | undefined;
  /** When the task began, with the files of the last stop that ended one; absent: it is the first. No fingerprint: not known. */
  taskBegan?: { treeFingerprint: string; at: string } | undefined;
  /** The checks that ran, the newest last. */
  checkRuns?: CheckRun[] | undefined;
  /** What the worker was last sent back for, and how many times in a row with the same files. */
  objection?: (Objection & { times: number }) | undefined;
  /** The last verdict that the user overruled. */
  overrule?: RecordedOverrule | undefined;
}

interface RecordedOverrule extends Overrule {
  /** What was sent back goes through when it comes again. */
  passPending?: boolean | undefined;
  /** The user has not been told at a stop yet: the worker may have done it. */
  noticePending?: boolean | undefined;
}

/** What the rules need to know of an event. */
export interface RuleInput {
  sessionId: string;
  event: string;
  tool: string | null;
  promptId: string | undefined;
  /** Why this event is allowed without a judgement although supervision is on. */
  exemption: Exemption | undefined;
  /** Whether the answer can carry a line for the user. */
  canNotify: boolean;
  /** The process that handles the event. */
  pid?: number | undefined;
}

/** `notification`: a prompt that nobody typed. `command`: a prompt that is a command of ours. */
export type Exemption = 'background' | 'compaction' | 'unchanged' | 'notification' | 'command';

export interface Rules {
  maxIterations: number;
  enabledByDefault: boolean;
}

/** What the hook does about an event. `judge` is the only one that may block it. */
export type Action =
  | { kind: 'off'; notify: boolean }
  | { kind: 'exempt'; why: Exemption }
  /** The user has overruled the verdict that sent it back. */
  | { kind: 'overruled'; overrule: Overrule }
  | { kind: 'paused'; count: number; notify: boolean }
  | { kind: 'judge'; count: number };

export interface StateStep {
  action: Action;
  /** The state to write; absent when nothing changed. */
  next?: State;
  /** To be told to the user with this answer. */
  overruled?: Overrule;
  notices?: readonly PendingNotice[];
}

/** Checks the limit and counts in one step: the caller holds the lock from reading `current` to writing `next`. */
export function decide(current: State | undefined, input: RuleInput, rules: Rules, now: string): StateStep {
  const step = decideAction(current, input, rules, now);
  const state = step.next ?? current;
  if (!isToldAt(input) || !state) return step;
  const told = state.pendingNotices ? { ...step, notices: state.pendingNotices } : step;
  if (!state.overrule?.noticePending) return told;
  const overrule = { ...state.overrule, noticePending: undefined };
  return { ...told, next: { ...state, overrule, updatedAt: now }, overruled: overrule };
}

function decideAction(current: State | undefined, input: RuleInput, rules: Rules, now: string): StateStep {
  if (!isEnabled(current, rules)) return off(current, input, now);
  if (input.exemption) return { action: { kind: 'exempt', why: input.exemption } };
  if (current && passes(current, input)) return letPass(current, input, now);

  const state = startTaskIfNew(current ?? newState(input.sessionId, true, now), input);
  if (state.count >= rules.maxIterations) return pause(state, input, now);
  // The session may be another one than last time: `/clear` begins a new one under the same id.
  const count = state.count + 1;
  const stopPid = isStop(input) ? input.pid : state.round?.stopPid;
  const round = { count, at: now, ...(stopPid !== undefined && { stopPid }) };
  const next: State = { ...state, sessionId: input.sessionId, count, round, updatedAt: now };
  // A question that may be asked again is not a stop: what was allowed does not outlive the next stop.
  return { action: { kind: 'judge', count: next.count }, next: isStop(input) ? withoutPass(next) : next };
}

const isStop = ({ event }: RuleInput): boolean => event === 'Stop';

/** Whether the answer to this event tells the user what is pending. */
export const isToldAt = (input: RuleInput): boolean =>
  (isStop(input) || input.event === 'UserPromptSubmit') && input.canNotify;

/** Without a state, as before the first judged event, the default applies. */
export const isEnabled = (state: State | undefined, rules: Rules): boolean => state?.enabled ?? rules.enabledByDefault;

/** A background task that ends also has a new prompt id, so only a prompt after an approved Stop starts a new task. */
function startTaskIfNew(state: State, input: RuleInput): State {
  const { promptId } = input;
  const isNew = state.settledPromptId !== undefined && promptId !== undefined && promptId !== state.settledPromptId;
  return isNew
    ? { ...state, count: 0, settledPromptId: undefined, pauseNotified: undefined, objection: undefined }
    : state;
}

function off(current: State | undefined, input: RuleInput, now: string): StateStep {
  const notify = current?.offNoticePending === true && isStop(input) && input.canNotify;
  if (!current || !notify) return { action: { kind: 'off', notify: false } };
  return { action: { kind: 'off', notify }, next: { ...current, offNoticePending: undefined, updatedAt: now } };
}

function pause(state: State, input: RuleInput, now: string): StateStep {
  // Elsewhere it may not be seen: a repository can register the hook for any event, and throw away what it says.
  const notify = state.pauseNotified !== true && isToldAt(input);
  const action: Action = { kind: 'paused', count: state.count, notify };
  return notify ? { action, next: { ...state, pauseNotified: true, updatedAt: now } } : { action };
}

const passes = ({ overrule }: State, { event, tool }: RuleInput): boolean =>
  overrule?.passPending === true && overrule.verdict.event === event && overrule.verdict.tool === tool;

/** Without a round and without an approval. A stop ends the task all the same: the user has decided. */
function letPass(current: State, input: RuleInput, now: string): StateStep {
  const state = withoutPass({ ...current, sessionId: input.sessionId, updatedAt: now });
  const taskBegan = { treeFingerprint: current.objection?.treeFingerprint ?? '', at: now };
  const next = isStop(input)
    ? { ...state, settledPromptId: input.promptId ?? null, objection: undefined, taskBegan }
    : state;
  return { action: { kind: 'overruled', overrule: current.overrule as Overrule }, next };
}

const withoutPass = (state: State): State =>
  state.overrule?.passPending ? { ...state, overrule: { ...state.overrule, passPending: undefined } } : state;

/** A Stop was let through in another way than by the pass, which is for that Stop. Undefined: nothing to change. */
export function endPass(current: State, now: string): State | undefined {
  return current.overrule?.passPending ? { ...withoutPass(current), updatedAt: now } : undefined;
}

/** The user says that a verdict is wrong. Undefined: they have said so of this one already. */
export function recordOverrule(current: State, overrule: Overrule, now: string): State | undefined {
  if (current.overrule?.verdict.time === overrule.verdict.time) return undefined;
  const wasBlock = overrule.verdict.verdict === 'block';
  return {
    ...current,
    overrule: { ...overrule, passPending: wasBlock || undefined, noticePending: true },
    // What the user does not accept is not approved: `skip_unchanged` must not go by it.
    approved: wasBlock ? current.approved : undefined,
    taskBegan: wasBlock ? current.taskBegan : undefined,
    updatedAt: now,
  };
}

/** The task cannot be done as asked: the next prompt starts a new one. Nothing was approved. */
export function markImpossible(current: State, promptId: string | undefined, now: string): State {
  return { ...withoutPass(current), settledPromptId: promptId ?? null, objection: undefined, updatedAt: now };
}

/**
 * A reviewed Stop was approved: the next prompt starts a new task. No fingerprint: files changed during the review, so that
 * what is there now was not approved, and is part of the next task.
 */
export function markApproved(
  current: State,
  promptId: string | undefined,
  treeFingerprint: string | undefined,
  now: string,
): State {
  const approved = treeFingerprint === undefined ? undefined : { treeFingerprint, at: now };
  const state = withoutPass(current);
  return {
    ...state,
    settledPromptId: promptId ?? null,
    approved,
    taskBegan: approved ?? state.taskBegan,
    objection: undefined,
    updatedAt: now,
  };
}

/** A later stop is being judged, or was: what an earlier one came to no longer ends the task. */
export const isOvertaken = ({ round }: State, pid: number): boolean =>
  round?.stopPid !== undefined && round.stopPid !== pid;

export const recordCheckRuns = (current: State, runs: readonly CheckRun[]): State =>
  runs.length === 0 ? current : { ...current, checkRuns: addCheckRuns(current.checkRuns, runs) };

export interface Objection {
  text: string;
  /** Work-tree fingerprint at that moment. */
  treeFingerprint: string;
  /** The subagent that it was made to; absent: the worker itself. */
  agent?: string | undefined;
}

/** The worker is sent back. `stalled`: for the same thing `stallAfter` times in a row, with no file changed. */
export function recordObjection(
  current: State,
  { text, treeFingerprint, agent }: Objection,
  stallAfter: number,
  now: string,
): { next: State; stalled: boolean } {
  const last = current.objection;
  const isSameWork = last?.treeFingerprint === treeFingerprint && last.agent === agent;
  const again = last !== undefined && isSameWork && isSameObjection(last.text, text);
  const times = again ? last.times + 1 : 1;
  const stalled = times >= stallAfter;
  const objection = stalled ? undefined : { text, treeFingerprint, times, ...(agent !== undefined && { agent }) };
  // After a stall the stop goes through, and the pass was for this one.
  return { next: { ...(stalled ? withoutPass(current) : current), objection, updatedAt: now }, stalled };
}

export function switchOn(current: State | undefined, sessionId: string, now: string): State {
  const base = withoutPass(current ?? newState(sessionId, true, now));
  const on: State = {
    ...base,
    enabled: true,
    count: 0,
    updatedAt: now,
    // Off and on again is no new beginning: what was done before it, and while it was off, still counts.
    since: current && !current.neverOn ? current.since : now,
    settledPromptId: undefined,
    pauseNotified: undefined,
    offNoticePending: undefined,
    offAt: undefined,
    neverOn: undefined,
    objection: undefined,
  };
  // The worker can do both before any stop could tell.
  return base.offNoticePending ? withNotice(on, { kind: 'off-on', at: base.offAt ?? base.updatedAt, until: now }) : on;
}

export function switchOff(current: State | undefined, sessionId: string, wasOn: boolean, now: string): State {
  const base = current ?? newState(sessionId, wasOn, now);
  // The worker can run the command too, so the user is notified at the next stop.
  return {
    ...base,
    enabled: false,
    updatedAt: now,
    offNoticePending: wasOn || base.offNoticePending,
    offAt: wasOn ? now : base.offAt,
    neverOn: current === undefined && !wasOn ? true : base.neverOn,
  };
}

export function newState(sessionId: string, enabled: boolean, now: string): State {
  return { sessionId, enabled, count: 0, createdAt: now, updatedAt: now };
}
