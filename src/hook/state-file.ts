import { readdirSync, renameSync } from 'node:fs';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { type HookMessages, hookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';
import { withLock } from '../platform/lock.ts';
import { readTextIfExists, replaceFile } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { parseId } from './protocol/input.ts';
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
  since: v.optional(v.string()),
  approved: v.optional(v.object({ tree: v.string(), at: v.string() })),
  objection: v.optional(v.object({ about: v.string(), tree: v.string(), times: v.number() })),
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
});

export type StoredState = v.InferOutput<typeof StoredStateSchema>;

const DAMAGED = Symbol('damaged');

/** The id in `CCC_SUPERVISOR_ID` or a session's own; it names the state file. */
export function parseSupervisorId(value: string, language: Language): string {
  const id = parseId(value);
  if (id !== undefined) return id;
  const messages = hookMessages[language];
  throw new UserError(messages.badSupervisorId(value.slice(0, 200)), messages.badSupervisorIdFix, {
    code: 'bad-supervisor-id',
  });
}

/**
 * The state files, one for each supervisor id. Every change is `current → next` under the id's lock.
 *
 * For one event the hook touches them this often:
 * - with `skip_unchanged`, one read, because the look at the files comes before the count;
 * - one update for the count. It cannot wait for the verdict: a hook that is killed in the review has used its round;
 * - after the review of a Stop, one update for an approval or, with `stall_after`, for an objection. It cannot reuse the
 *   first one's state: a review takes minutes, in which other hooks count and the user turns supervision on or off;
 * - one read, and one update if the user has typed `/overrule` since the last verdict.
 */
export class StateFiles {
  constructor(
    private readonly paths: Paths,
    private readonly language: Language,
  ) {}

  private get messages(): HookMessages {
    return hookMessages[this.language];
  }

  read(id: string): State | undefined {
    const seen = this.readFile(id);
    return seen === DAMAGED ? this.locked(id, () => this.current(id)) : seen;
  }

  /**
   * `change` decides under the lock; what it returns as `next` is on disk before this returns. It is called once without
   * the lock first: where there is nothing to write, as for a session that is off, no lock is taken.
   */
  update<T extends { next?: State }>(id: string, change: (current: State | undefined) => T): T {
    const seen = this.readFile(id);
    const unchanged = seen === DAMAGED ? undefined : change(seen);
    if (unchanged && !unchanged.next) return unchanged;
    return this.locked(id, (stillHeld) => {
      const step = change(this.current(id));
      if (step.next) replaceFile(this.paths.state(id), `${JSON.stringify(toStored(step.next), null, 2)}\n`, stillHeld);
      return step;
    });
  }

  /** The id under which this session was last supervised, if supervision is still on. */
  enabledFor(sessionId: string): string | undefined {
    const last = this.lastOf(sessionId);
    return last?.enabled ? last.id : undefined;
  }

  /** The last state of a session under any id. Read only: a damaged one counts as none and stays where it is. */
  lastOf(sessionId: string): (State & { id: string }) | undefined {
    const ids = listOf(this.paths.dir).flatMap((name) => /^supervisor-(.+)\.json$/.exec(name)?.[1] ?? []);
    const states = ids.flatMap((id) => {
      const seen = this.readFile(id);
      return seen === undefined || seen === DAMAGED || seen.sessionId !== sessionId ? [] : [{ id, ...seen }];
    });
    return states.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0];
  }

  private readFile(id: string): State | undefined | typeof DAMAGED {
    const path = this.paths.state(id);
    let text: string | undefined;
    try {
      text = readTextIfExists(path);
    } catch (error) {
      throw this.unusable(path, error);
    }
    if (text === undefined) return undefined;
    const parsed = v.safeParse(StoredStateSchema, parseOrUndefined(text));
    return parsed.success ? fromStored(parsed.output) : DAMAGED;
  }

  /** Only under the lock: without it a damaged file may have been replaced by a good one before it is moved. */
  private current(id: string): State | undefined {
    const seen = this.readFile(id);
    if (seen !== DAMAGED) return seen;
    const path = this.paths.state(id);
    const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    renameSync(path, aside);
    throw new UserError(this.messages.stateCorrupt(path, aside), this.messages.stateCorruptFix, {
      code: 'state-damaged',
    });
  }

  private locked<T>(id: string, body: (stillHeld: () => void) => T): T {
    try {
      return withLock(this.paths.lock(id), body);
    } catch (error) {
      throw error instanceof UserError ? error : this.unusable(this.paths.state(id), error);
    }
  }

  private unusable(path: string, error: unknown): UserError {
    const code = errorCode(error) ?? String(error);
    return new UserError(this.messages.stateUnusable(path, code), this.messages.stateUnusableFix(code), {
      code: 'state-unusable',
      cause: error,
    });
  }
}

function fromStored(stored: StoredState): State {
  const { session_id, created_at, updated_at, settled_prompt_id, pause_told, off_untold, ...rest } = stored;
  const { approved, objection, overrule, ...others } = rest;
  return {
    ...others,
    sessionId: session_id,
    createdAt: created_at,
    updatedAt: updated_at,
    settledPromptId: settled_prompt_id,
    pauseNotified: pause_told,
    offNoticePending: off_untold,
    approved: approved && { treeFingerprint: approved.tree, at: approved.at },
    objection: objection && { text: objection.about, treeFingerprint: objection.tree, times: objection.times },
    overrule: overrule && overruleFrom(overrule),
  };
}

const overruleFrom = ({ pass_pending, untold, ...overrule }: NonNullable<StoredState['overrule']>) => ({
  ...overrule,
  passPending: pass_pending,
  noticePending: untold,
});

function toStored(state: State): StoredState {
  const {
    sessionId,
    enabled,
    count,
    createdAt,
    updatedAt,
    settledPromptId,
    pauseNotified,
    offNoticePending,
    approved,
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
    approved: approved && { tree: approved.treeFingerprint, at: approved.at },
    objection: objection && { about: objection.text, tree: objection.treeFingerprint, times: objection.times },
    overrule: overrule && overruleTo(overrule),
    ...others,
  };
}

const overruleTo = ({ passPending, noticePending, ...overrule }: NonNullable<State['overrule']>) => ({
  ...overrule,
  pass_pending: passPending,
  untold: noticePending,
});

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listOf(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
