import { readdirSync, renameSync } from 'node:fs';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { type HookMessages, hookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';
import { withLock } from '../platform/lock.ts';
import { readTextIfExists, replaceFile } from '../platform/private-file.ts';
import { readBytesIfExists } from '../platform/regular-file.ts';
import { sealOf } from '../platform/seal.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { parseId } from './protocol/input.ts';
import { isOtherClientsId } from './rules/other-client.ts';
import type { FoundState } from './rules/recover.ts';
import type { State } from './rules/state.ts';

import { fromStored, StoredStateSchema, toStored } from './stored-state.ts';

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

  read(id: string): FoundState | undefined {
    const seen = this.readFile(id);
    return seen === DAMAGED ? this.locked(id, () => this.current(id)) : seen;
  }

  /** For a look that decides nothing: a damaged one counts as none and stays where it is. */
  tryRead(id: string): FoundState | undefined {
    const seen = this.readFile(id);
    return seen === DAMAGED ? undefined : seen;
  }

  /** The same; one that cannot be read at all counts as none too. */
  readIfUsable(id: string): FoundState | undefined {
    try {
      return this.tryRead(id);
    } catch {
      return undefined;
    }
  }

  /**
   * `change` decides under the lock; what it returns as `next` is on disk before this returns. It is called once without
   * the lock first: where there is nothing to write, as for a session that is off, no lock is taken. `beforeWrite` is
   * called under the lock; if it throws, nothing is written.
   */
  update<T extends { next?: State }>(
    id: string,
    change: (current: FoundState | undefined, isLocked: boolean) => T,
    beforeWrite: () => void = () => {},
  ): T {
    const seen = this.readFile(id);
    const unchanged = seen === DAMAGED ? undefined : change(seen, false);
    if (unchanged && !unchanged.next) return unchanged;
    return this.locked(id, (stillHeld) => {
      const step = change(this.current(id), true);
      if (!step.next) return step;
      beforeWrite();
      const stored = JSON.parse(JSON.stringify(toStored(step.next)));
      const sealed = { ...stored, seal: sealOf(id, stored) };
      replaceFile(this.paths.state(id), `${JSON.stringify(sealed, null, 2)}\n`, stillHeld);
      return step;
    });
  }

  /**
   * Changes a state that exists and is as this program wrote it. Writing into any other would make an edited one look
   * genuine; the next event deals with it.
   */
  change(id: string, nextOf: (current: State) => State | undefined): void {
    this.update(id, (current) => {
      const next = current && current.seal !== 'broken' ? nextOf(current) : undefined;
      return next ? { next } : {};
    });
  }

  /** The id under which this session was last supervised, if supervision is still on. */
  enabledFor(sessionId: string): string | undefined {
    const last = this.lastOf(sessionId);
    return last?.enabled ? last.id : undefined;
  }

  /** The last state of a session under any id. Read only: a damaged one counts as none and stays where it is. */
  lastOf(sessionId: string): (FoundState & { id: string }) | undefined {
    const ids = listOf(this.paths.dir).flatMap((name) => /^supervisor-(.+)\.json$/.exec(name)?.[1] ?? []);
    const states = ids.flatMap((id) => {
      // There may be a thousand of them, and mostly this is enough.
      if (isOtherClientsId(id, sessionId) || !mentions(this.paths.state(id), sessionId)) return [];
      const seen = this.readFile(id);
      return seen === undefined || seen === DAMAGED || seen.sessionId !== sessionId ? [] : [{ id, ...seen }];
    });
    return states.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0];
  }

  private readFile(id: string): FoundState | undefined | typeof DAMAGED {
    const path = this.paths.state(id);
    let text: string | undefined;
    try {
      text = readTextIfExists(path);
    } catch (error) {
      throw this.unusable(path, error);
    }
    if (text === undefined) return undefined;
    const raw = parseOrUndefined(text);
    const parsed = v.safeParse(StoredStateSchema, raw);
    if (!parsed.success) return DAMAGED;
    const { seal, ...sealed } = raw as Record<string, unknown>;
    const state = fromStored(parsed.output);
    if (seal === sealOf(id, sealed)) return state;
    return { ...state, seal: seal === undefined ? 'none' : 'broken' };
  }

  /** Only under the lock: without it a damaged file may have been replaced by a good one before it is moved. */
  private current(id: string): FoundState | undefined {
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

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mentions(path: string, text: string): boolean {
  try {
    return readBytesIfExists(path)?.includes(text) === true;
  } catch {
    // Reading it again says what is wrong.
    return true;
  }
}

function listOf(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
