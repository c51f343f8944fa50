import type { Overrule, OverruledVerdict } from '../hook/rules/overrule.ts';
import type { Tokens } from '../review/review.ts';

/** Written into every line. Lines without it are of version 1, which had no folder, branch or request. */
export const JOURNAL_VERSION = 2;

interface Versioned {
  v?: number;
}

/** One decision of the hook: a line of `ccc/reviews.jsonl`. Fields are added, never renamed. */
export interface JournalEntry {
  /** The version of the format; absent in lines of version 1. */
  v?: number;
  time: string;
  session_id: string;
  supervisor_id: string;
  prompt_id: string | null;
  event: string;
  tool: string | null;
  verdict: 'allow' | 'block' | 'failed';
  /**
   * `review`, `check` or `claims`, whichever decided; `answered`, by the reviewer in the user's place; `impossible`, as
   * the reviewer found the task; `unattended`, because nobody was there to be asked; why nothing was judged (`off`,
   * `limit`, `background`, `compaction`, `unchanged`, `notification`, `command`, `budget`, `overruled`); `stall`; or why the review
   * failed.
   */
  cause: string;
  feedback: string;
  count: number | null;
  max: number;
  duration_ms: number;
  /** Of the review alone, without what the worker had spent. */
  cost_usd: number | null;
  tokens: Tokens | null;
  model: string | null;
  provider: string;
  /** The client that the event came from; null where it does not say. Absent in lines of older versions. */
  client_pid?: number | null;
  /** The launcher that started that client; null: there is none, or it is not certain. Absent in lines of older versions. */
  launcher_pid?: number | null;
  /** The project folder. Absent in lines of older versions, null there if nothing was judged. */
  folder?: string | null;
  /** The branch that was checked out; null: none, or not looked at, as for an event that is not judged. From version 2 on. */
  branch?: string | null;
  /** The first line of what the user asked for in this task; null: not known. From version 2 on. */
  request?: string | null;
  /** What the last message claims, and whether it holds. Only where it was computed. */
  claims?: JournalClaim[];
  /** What the evidence says, the most serious first. Only where it was computed. */
  findings?: { kind: string; certain: boolean; text: string }[];
  /** What the worker did since the verdict before this one; absent: there is none, or it was not computed. */
  since_last?: { tool_calls: number; files: string[]; more_files: number; commands: string[]; more_commands: number };
  /** The files that the task has changed. Only where it was computed. */
  changed?: { files: string[]; more_files: number };
  /** What the reviewer was given: the worker's conversation, evidence and transcript, or only the event and the folder. */
  context: 'fork' | 'evidence' | 'fresh' | null;
  turns: number | null;
  /** The checks of this stop, with the outcome of each. */
  checks: JournalCheck[];
  /** Files that decide how the work is reviewed, and that were found to have changed. Absent in lines of older versions. */
  changed_settings?: string[];
  /** Files that changed during the review. */
  touched: string[];
  /** The other lines that the user was shown. */
  notices: string[];
  /** What the worker wants to ask the user. */
  questions?: string[];
  /** What the reviewer answered in the user's place. */
  answers?: { question: string; answer: string | string[]; ground: string }[];
  /** A plan that was begun because the reviewer approved it. */
  plan_approved?: true;
  /** The reviewer gave no verdict, and its words were taken as an objection. */
  from_prose?: true;
  /** Fingerprint of the work tree that was approved; null: nothing was. */
  tree: string | null;
}

export interface JournalClaim {
  kind: string;
  quote: string;
  /** `backed`, `stale`, `contradicted`, `unbacked` or `undecidable`. */
  status: string;
}

export interface JournalCheck {
  name: string;
  outcome: string;
  /** The result of an earlier stop: the check was not run again. */
  reused: boolean;
  ms: number;
  /** When it ran; null: it did not. */
  at?: string | null;
  /** Why it was skipped or not run. */
  why?: string;
  /** It had failed on the files that the task began with already, and did not block. */
  failed_before?: true;
  /** What changed did so before the user asked for the task, and it did not block. */
  changed_before?: true;
}

/**
 * The other kind of line: the user says that a verdict was wrong. The line of the verdict stays as it is. This one has
 * no `verdict` of its own, so that a program that reads decisions skips it.
 */
export interface OverruleEntry extends Versioned {
  time: string;
  session_id: string;
  supervisor_id: string;
  overruled: OverruledVerdict & { cause: string; feedback: string };
  why: string;
  by: Overrule['by'];
}

/** Supervision was turned on or off. No `verdict` either. */
export interface ModeEntry extends Versioned {
  time: string;
  session_id: string;
  supervisor_id: string;
  mode: 'on' | 'off';
}

/** A review that the user asked for (`ccc review`). No `verdict` either: it lets nothing through and ends no task. */
export interface ByHandEntry extends Versioned {
  time: string;
  session_id: string;
  supervisor_id: string;
  by_hand: Pick<
    JournalEntry,
    'event' | 'verdict' | 'cause' | 'feedback' | 'duration_ms' | 'cost_usd' | 'tokens' | 'model' | 'context' | 'turns'
  >;
}

/** A session of the client began or ended. No `verdict` either. */
export interface SessionEntry extends Versioned, Place {
  time: string;
  session_id: string;
  supervisor_id: string;
  session: 'started' | 'ended';
  /** As the client says: `startup`, `resume`, `clear`; `prompt_input_exit`, `logout`, `other`. */
  why: string;
}

/** The worker's turn ended in an error of the API: nothing was judged. No `verdict` either. */
export interface ApiErrorEntry extends Versioned, Place {
  time: string;
  session_id: string;
  supervisor_id: string;
  /** As the client calls it: `rate_limit`, `server_error`, `authentication_failed`, … */
  api_error: string;
  /** What the client showed. */
  message: string;
  request: string | null;
}

/** Where a line that is not a decision comes from. */
interface Place {
  folder: string | null;
  branch: string | null;
  provider: string;
  client_pid: number | null;
}

export type JournalLine = JournalEntry | OverruleEntry | ModeEntry | ByHandEntry | SessionEntry | ApiErrorEntry;

export function parseLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text);
    if (typeof line?.supervisor_id !== 'string') return undefined;
    const isKnown = typeof line.verdict === 'string' || OTHER_KINDS.some((isKind) => isKind(line));
    return isKnown ? line : undefined;
  } catch {
    return undefined;
  }
}

const isOverruleEntry = ({ session_id, time, why, by, overruled }: Record<string, unknown>): boolean =>
  [session_id, time, why, by, (overruled as OverruledVerdict | undefined)?.time].every(
    (value) => typeof value === 'string',
  );

const isModeEntry = ({ session_id, time, mode }: Record<string, unknown>): boolean =>
  (mode === 'on' || mode === 'off') && typeof session_id === 'string' && typeof time === 'string';

const isByHandEntry = ({ session_id, time, by_hand }: Record<string, unknown>): boolean =>
  [session_id, time, (by_hand as ByHandEntry['by_hand'] | undefined)?.verdict].every(
    (value) => typeof value === 'string',
  );

const isSessionEntry = ({ session_id, time, session, why }: Record<string, unknown>): boolean =>
  (session === 'started' || session === 'ended') && [session_id, time, why].every((value) => typeof value === 'string');

const isApiErrorEntry = ({ session_id, time, api_error, message }: Record<string, unknown>): boolean =>
  [session_id, time, api_error, message].every((value) => typeof value === 'string');

const OTHER_KINDS = [isOverruleEntry, isModeEntry, isByHandEntry, isSessionEntry, isApiErrorEntry];

/** The file belongs to the user, who may have edited it. */
export const hasTexts = ({ time, feedback, cause, session_id, event }: JournalEntry): boolean =>
  [time, feedback, cause, session_id, event].every((text) => typeof text === 'string');
