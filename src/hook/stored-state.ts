import * as v from 'valibot';
import type { Begin } from './rules/begin.ts';
import type { PendingNotice } from './rules/pending-notice.ts';
import type { FoundState } from './rules/recover.ts';
import type { State } from './rules/state.ts';

/** `ccc/supervisor-<id>.json`. Keys that this version does not know are kept. */
export const StoredStateSchema = v.looseObject({
  session_id: v.string(),
  enabled: v.boolean(),
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  created_at: v.string(),
  updated_at: v.string(),
  settled_prompt_id: v.optional(v.nullable(v.string())),
  pause_told: v.optional(v.boolean()),
  off_untold: v.optional(v.boolean()),
  off_at: v.optional(v.string()),
  never_on: v.optional(v.boolean()),
  /** Of any kind: a later version may have written one that this one does not know. */
  untold: v.optional(
    v.array(
      v.object({ kind: v.string(), at: v.string(), until: v.optional(v.string()), what: v.optional(v.string()) }),
    ),
  ),
  watched: v.optional(v.record(v.string(), v.string())),
  since: v.optional(v.string()),
  round: v.optional(
    v.object({
      count: v.number(),
      at: v.string(),
      api_status: v.optional(v.nullable(v.number())),
      stop_pid: v.optional(v.number()),
    }),
  ),
  client: v.optional(v.object({ pid: v.number(), at: v.string() })),
  begin: v.optional(
    v.object({
      session_id: v.string(),
      at: v.optional(v.string()),
      seen_at: v.string(),
      file: v.optional(
        v.object({ inode: v.number(), created_at: v.optional(v.string()), client: v.optional(v.string()) }),
      ),
      requests: v.optional(v.array(v.object({ time: v.nullable(v.string()), text: v.string() }))),
      prompt_id: v.optional(v.nullable(v.string())),
      trouble: v.optional(v.object({ kind: v.picklist(['missing', 'replaced', 'cut']), at: v.string() })),
    }),
  ),
  approved: v.optional(v.object({ tree: v.string(), at: v.string() })),
  task: v.optional(v.object({ tree: v.string(), at: v.string() })),
  check_runs: v.optional(
    v.array(
      v.object({
        ...{ check: v.string(), fingerprint: v.string(), tree: v.string(), at: v.number() },
        outcome: v.picklist(['passed', 'failed']),
      }),
    ),
  ),
  objection: v.optional(
    v.object({ about: v.string(), tree: v.string(), times: v.number(), agent: v.optional(v.string()) }),
  ),
  overrule: v.optional(
    v.object({
      time: v.string(),
      verdict: v.object({
        time: v.string(),
        verdict: v.picklist(['allow', 'block']),
        event: v.string(),
        tool: v.nullable(v.string()),
      }),
      why: v.string(),
      by: v.picklist(['/overrule', 'ccc overrule']),
      pass_pending: v.optional(v.boolean()),
      untold: v.optional(v.boolean()),
    }),
  ),
  seal: v.optional(v.string()),
});

export type StoredState = v.InferOutput<typeof StoredStateSchema>;

export function fromStored(stored: StoredState): State {
  const { session_id, created_at, updated_at, settled_prompt_id, pause_told, off_untold, ...rest } = stored;
  const { off_at, never_on, untold, begin, round, approved, task, check_runs, objection, overrule, seal, ...others } =
    rest;
  return {
    ...others,
    sessionId: session_id,
    createdAt: created_at,
    updatedAt: updated_at,
    settledPromptId: settled_prompt_id,
    pauseNotified: pause_told,
    offNoticePending: off_untold,
    offAt: off_at,
    neverOn: never_on,
    pendingNotices: untold as PendingNotice[] | undefined,
    begin: begin && beginFrom(begin),
    round: round && roundFrom(round),
    approved: approved && { treeFingerprint: approved.tree, at: approved.at },
    taskBegan: task && { treeFingerprint: task.tree, at: task.at },
    checkRuns: check_runs,
    objection: objection && {
      ...{ text: objection.about, treeFingerprint: objection.tree, times: objection.times },
      ...(objection.agent !== undefined && { agent: objection.agent }),
    },
    overrule: overrule && overruleFrom(overrule),
  };
}

const roundFrom = ({ count, at, api_status, stop_pid }: NonNullable<StoredState['round']>): State['round'] => ({
  ...{ count, at, apiStatus: api_status },
  ...(stop_pid !== undefined && { stopPid: stop_pid }),
});

const beginFrom = ({ session_id, seen_at, prompt_id, file, ...begin }: NonNullable<StoredState['begin']>): Begin => ({
  ...begin,
  sessionId: session_id,
  seenAt: seen_at,
  promptId: prompt_id,
  file: file && { inode: file.inode, createdAt: file.created_at, client: file.client },
});

const roundTo = ({ count, at, apiStatus, stopPid }: NonNullable<State['round']>) => ({
  ...{ count, at, api_status: apiStatus, stop_pid: stopPid },
});

const beginTo = ({ sessionId, seenAt, promptId, file, requests, ...begin }: Begin) => ({
  ...begin,
  session_id: sessionId,
  seen_at: seenAt,
  prompt_id: promptId,
  file: file && { inode: file.inode, created_at: file.createdAt, client: file.client },
  requests: requests && [...requests],
});

const overruleFrom = ({ pass_pending, untold, ...overrule }: NonNullable<StoredState['overrule']>) => ({
  ...overrule,
  passPending: pass_pending,
  noticePending: untold,
});

export function toStored(state: FoundState): StoredState {
  const {
    // Of the file that was read, not of the state.
    seal: _,
    sessionId,
    enabled,
    count,
    createdAt,
    updatedAt,
    settledPromptId,
    pauseNotified,
    offNoticePending,
    offAt,
    neverOn,
    pendingNotices,
    begin,
    round,
    approved,
    taskBegan,
    checkRuns,
    objection,
    overrule,
    ...others
  } = state;
  return {
    session_id: sessionId,
    enabled,
    count,
    created_at: createdAt,
    updated_at: updatedAt,
    settled_prompt_id: settledPromptId,
    pause_told: pauseNotified,
    off_untold: offNoticePending,
    off_at: offAt,
    never_on: neverOn,
    untold: pendingNotices,
    begin: begin && beginTo(begin),
    round: round && roundTo(round),
    approved: approved && { tree: approved.treeFingerprint, at: approved.at },
    task: taskBegan && { tree: taskBegan.treeFingerprint, at: taskBegan.at },
    check_runs: checkRuns,
    objection: objection && {
      ...{ about: objection.text, tree: objection.treeFingerprint, times: objection.times, agent: objection.agent },
    },
    overrule: overrule && overruleTo(overrule),
    ...others,
  };
}

const overruleTo = ({ passPending, noticePending, ...overrule }: NonNullable<State['overrule']>) => ({
  ...overrule,
  pass_pending: passPending,
  untold: noticePending,
});
