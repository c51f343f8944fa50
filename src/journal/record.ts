import type { Overrule, OverruledVerdict } from '../hook/rules/overrule.ts';
import type { Tokens } from '../review/review.ts';
import {
  amountOf,
  amountOrNull,
  isAmount,
  isObject,
  isText,
  isTooDeep,
  itemsOf,
  textOrNull,
  textsIn,
} from './fields.ts';

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
  findings?: JournalFinding[];
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
  answers?: JournalAnswer[];
  /** A plan that was begun because the reviewer approved it. */
  plan_approved?: true;
  /** The reviewer gave no verdict, and its words were taken as an objection. */
  from_prose?: true;
  /** Fingerprint of the work tree that was approved; null: nothing was. Absent in lines of older versions. */
  tree?: string | null;
}

export interface JournalClaim {
  kind: string;
  quote: string;
  /** `backed`, `stale`, `contradicted`, `unbacked` or `undecidable`. */
  status: string;
}

export interface JournalFinding {
  kind: string;
  certain: boolean;
  text: string;
}

export interface JournalAnswer {
  question: string;
  answer: string | string[];
  ground: string;
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
export interface OverruleEntry extends Versioned, Partial<Subject> {
  time: string;
  session_id: string;
  supervisor_id: string;
  overruled: OverruledVerdict & { cause: string; feedback: string };
  why: string;
  by: Overrule['by'];
}

/** Supervision was turned on or off. No `verdict` either. */
export interface ModeEntry extends Versioned, Partial<Subject> {
  time: string;
  session_id: string;
  supervisor_id: string;
  mode: 'on' | 'off';
}

/** A review that the user asked for (`ccc review`). No `verdict` either: it lets nothing through and ends no task. */
export interface ByHandEntry extends Versioned, Partial<Subject> {
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
  /** Absent in lines of older versions. */
  prompt_id?: string | null;
  /** What the client showed. */
  message: string;
  request: string | null;
}

/** Where a line that is not a decision comes from, and what it is about. */
interface Subject {
  folder: string | null;
  branch: string | null;
  /** Whose API the worker uses, or of a review the reviewer. */
  provider: string;
  request?: string | null;
}

interface Place extends Subject {
  client_pid: number | null;
}

export type JournalLine = JournalEntry | OverruleEntry | ModeEntry | ByHandEntry | SessionEntry | ApiErrorEntry;

/**
 * The line that a text is; undefined: none of ours. Nothing behind this looks at types again: a line is of exactly one
 * kind, what a decision cannot do without is there, and any other field that is not what it should be is as if it were
 * not there. In place, because a copy of each of a million lines takes longer than to parse it.
 */
export function parseLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text);
    return isObject(line) && hasNames(line) && !isTooDeep(line, text.length) ? ofOneKind(line) : undefined;
  } catch {
    return undefined;
  }
}

type Unchecked<T> = { [Key in keyof T]?: unknown };
type UncheckedLine = Unchecked<JournalEntry & OverruleEntry & ModeEntry & ByHandEntry & SessionEntry & ApiErrorEntry>;

function hasNames(line: UncheckedLine): boolean {
  line.time = timeOf(line.time);
  return isId(line.supervisor_id) && isId(line.session_id) && line.time !== undefined;
}

/** Readers keep something for each id. Those of the client have 36 characters. */
const MAX_ID = 300;
const isId = (value: unknown): boolean => isText(value) && value.length <= MAX_ID;

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** As `toISOString` writes it, because times are compared as text; undefined: it is none, or of another age. */
function timeOf(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const time = ISO_TIME.test(value) ? value : new Date(at).toISOString();
  return time.length === ISO_LENGTH ? time : undefined;
}

/** A year before 0 or after 9999 has more digits. */
const ISO_LENGTH = 24;

/** Where a line comes from and what it is about, as far as it says. */
export interface Origin {
  folder: string | null;
  branch: string | null;
  request: string | null;
  provider: string | null;
  model: string | null;
}

export function originOf(line: JournalLine): Origin {
  const { folder = null, branch = null, request = null, provider } = line;
  return { folder, branch, request, provider: provider || null, model: 'verdict' in line ? line.model : null };
}

/** The key that only lines of its kind have tells what a line is. Of two kinds, each reader would take it for another. */
function ofOneKind(line: UncheckedLine): JournalLine | undefined {
  const kinds =
    Number('verdict' in line) +
    Number('overruled' in line) +
    Number('mode' in line) +
    Number('by_hand' in line) +
    Number('session' in line) +
    Number('api_error' in line);
  if (kinds !== 1) return undefined;
  if (line.v !== undefined && !isAmount(line.v)) line.v = undefined;
  return isOfItsKind(line) ? (line as JournalLine) : undefined;
}

function isOfItsKind(line: UncheckedLine): boolean {
  if ('verdict' in line) return isDecided(line) && isDecisionEntry(line);
  checkSubject(line);
  if ('overruled' in line) return isBy(line.by) && isText(line.why) && isOverruledVerdict(line.overruled);
  if ('mode' in line) return line.mode === 'on' || line.mode === 'off';
  if ('by_hand' in line) return isObject(line.by_hand) && isDecided(line.by_hand) && hasReview(line.by_hand);
  if ('session' in line)
    return (line.session === 'started' || line.session === 'ended') && isText(line.why) && hasPlace(line);
  line.request = textOrNull(line.request);
  if (line.prompt_id !== undefined) line.prompt_id = textOrNull(line.prompt_id);
  return isText(line.api_error) && isText(line.message) && hasPlace(line);
}

const isBy = (value: unknown): value is OverruleEntry['by'] => value === '/overrule' || value === 'ccc overrule';

/** Without these nothing can be said of a verdict. */
const isDecided = ({ verdict, event, cause, feedback }: Unchecked<JournalEntry>): boolean =>
  (verdict === 'allow' || verdict === 'block' || verdict === 'failed') &&
  isText(event) &&
  isText(cause) &&
  isText(feedback);

function isOverruledVerdict(value: unknown): boolean {
  if (!isObject(value)) return false;
  const overruled: Unchecked<OverruleEntry['overruled']> = value;
  overruled.tool = textOrNull(overruled.tool);
  overruled.time = timeOf(overruled.time);
  return overruled.time !== undefined && isDecided(overruled) && overruled.verdict !== 'failed';
}

// Each of these always holds: it sets right what does not.

function isDecisionEntry(line: Unchecked<JournalEntry>): true {
  line.prompt_id = textOrNull(line.prompt_id);
  line.tool = textOrNull(line.tool);
  line.count = amountOrNull(line.count);
  line.max = amountOf(line.max);
  line.provider = isText(line.provider) ? line.provider : '';
  line.checks = itemsOf(line.checks, isCheck);
  line.touched = textsIn(line.touched);
  line.notices = textsIn(line.notices);
  if (line.client_pid !== undefined) line.client_pid = amountOrNull(line.client_pid);
  if (line.launcher_pid !== undefined) line.launcher_pid = amountOrNull(line.launcher_pid);
  if (line.folder !== undefined) line.folder = textOrNull(line.folder);
  if (line.branch !== undefined) line.branch = textOrNull(line.branch);
  if (line.request !== undefined) line.request = textOrNull(line.request);
  if (line.tree !== undefined) line.tree = textOrNull(line.tree);
  if (line.claims !== undefined) line.claims = listIn(line.claims, isClaim);
  if (line.findings !== undefined) line.findings = listIn(line.findings, isFinding);
  if (line.answers !== undefined) line.answers = listIn(line.answers, isAnswer);
  if (line.questions !== undefined) line.questions = listIn(line.questions, isText);
  if (line.changed_settings !== undefined) line.changed_settings = listIn(line.changed_settings, isText);
  if (line.since_last !== undefined) line.since_last = sinceLastIn(line.since_last);
  if (line.changed !== undefined) line.changed = changedIn(line.changed);
  if (line.plan_approved !== undefined && line.plan_approved !== true) line.plan_approved = undefined;
  if (line.from_prose !== undefined && line.from_prose !== true) line.from_prose = undefined;
  return hasReview(line);
}

function checkSubject(line: Unchecked<Subject>): void {
  if (line.folder !== undefined) line.folder = textOrNull(line.folder);
  if (line.branch !== undefined) line.branch = textOrNull(line.branch);
  if (line.request !== undefined) line.request = textOrNull(line.request);
  if (line.provider !== undefined && !isText(line.provider)) line.provider = undefined;
}

function hasReview(line: Unchecked<JournalEntry>): true {
  line.duration_ms = amountOf(line.duration_ms);
  line.cost_usd = amountOrNull(line.cost_usd);
  line.tokens = isObject(line.tokens) ? countedTokens(line.tokens) : null;
  line.model = textOrNull(line.model);
  line.context = CONTEXTS.includes(line.context) ? line.context : null;
  line.turns = amountOrNull(line.turns);
  return true;
}

const CONTEXTS: readonly unknown[] = ['fork', 'evidence', 'fresh'] satisfies JournalEntry['context'][];

function hasPlace(line: Unchecked<Place>): true {
  line.folder ??= null;
  line.branch ??= null;
  line.provider = isText(line.provider) ? line.provider : '';
  line.client_pid = amountOrNull(line.client_pid);
  return true;
}

function countedTokens(tokens: Unchecked<Tokens>): object {
  tokens.input = amountOf(tokens.input);
  tokens.output = amountOf(tokens.output);
  tokens.cache_read = amountOf(tokens.cache_read);
  tokens.cache_write = amountOf(tokens.cache_write);
  return tokens;
}

/** Undefined, as if it were absent, if it is no list. */
const listIn = <T>(value: unknown, isItem: (item: unknown) => item is T): T[] | undefined =>
  Array.isArray(value) ? itemsOf(value, isItem) : undefined;

function isClaim(value: unknown): value is JournalClaim {
  if (!isObject(value)) return false;
  const { kind, quote, status }: Unchecked<JournalClaim> = value;
  return isText(kind) && isText(quote) && isText(status);
}

function isFinding(value: unknown): value is JournalFinding {
  if (!isObject(value)) return false;
  const { kind, certain, text }: Unchecked<JournalFinding> = value;
  return isText(kind) && typeof certain === 'boolean' && isText(text);
}

function isAnswer(value: unknown): value is JournalAnswer {
  if (!isObject(value)) return false;
  const { question, answer, ground }: Unchecked<JournalAnswer> = value;
  return isText(question) && (isText(answer) || (Array.isArray(answer) && answer.every(isText))) && isText(ground);
}

function isCheck(value: unknown): value is JournalCheck {
  if (!isObject(value)) return false;
  const check: Unchecked<JournalCheck> = value;
  if (!isText(check.name) || !isText(check.outcome)) return false;
  check.reused = check.reused === true;
  check.ms = amountOf(check.ms);
  if (check.at !== undefined) check.at = textOrNull(check.at);
  if (check.why !== undefined && !isText(check.why)) check.why = undefined;
  if (check.failed_before !== undefined && check.failed_before !== true) check.failed_before = undefined;
  if (check.changed_before !== undefined && check.changed_before !== true) check.changed_before = undefined;
  return true;
}

function sinceLastIn(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  const since: Unchecked<NonNullable<JournalEntry['since_last']>> = value;
  if (!isAmount(since.tool_calls)) return undefined;
  since.files = textsIn(since.files);
  since.more_files = amountOf(since.more_files);
  since.commands = textsIn(since.commands);
  since.more_commands = amountOf(since.more_commands);
  return since;
}

function changedIn(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  const changed: Unchecked<NonNullable<JournalEntry['changed']>> = value;
  if (!Array.isArray(changed.files)) return undefined;
  changed.files = textsIn(changed.files);
  changed.more_files = amountOf(changed.more_files);
  return changed;
}
