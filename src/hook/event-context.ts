import type { Config } from '../config/config-file.ts';
import type { Paths } from '../config/paths.ts';
import type { HookInput } from './protocol/input.ts';
import type { Overrule } from './rules/overrule.ts';
import type { PendingNotice } from './rules/pending-notice.ts';
import type { Action } from './rules/state.ts';

/** An event, and what the rules say about it. */
export interface EventContext {
  input: HookInput;
  id: string;
  /** The launcher that started the client, if that is certain. */
  launcher?: number | undefined;
  config: Config;
  action: Action;
  paths: Paths;
  /** To be told to the user with this answer. */
  overruled?: Overrule | undefined;
  told?: readonly PendingNotice[] | undefined;
  /** What decides about the review and was changed since this client began. */
  changedSettings?: readonly string[] | undefined;
  /** Claude Code does not wait for the answer, and shows nothing of it: what the user has to know is kept for later. */
  background?: { keepForUser(line: string): void } | undefined;
  /** The first line of what the user asked for in this task. */
  request?: string | null | undefined;
  /** Supervision is off, but on in the session that this one was forked from. */
  isForked?: boolean | undefined;
}
