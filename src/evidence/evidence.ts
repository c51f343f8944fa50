import type { CheckOutcome } from '../checks/check.ts';
import type { ChangedFile } from '../git/change-queries.ts';

/** What happened in a worker's session, as far as its transcript and git show. Plain data: `ccc evidence --json` prints it. */
export interface Evidence {
  /** Short sentences, the most serious first. They state facts and judge nothing. */
  findings: Finding[];
  session: SessionEvidence;
  /** From when on changes count; null: from the start of the session, which is not known. */
  since: string | null;
  git: GitEvidence | null;
  requests: UserRequests;
  files: LimitedList<FileChange>;
  /** The last run of each kind; null: there was none in this session. */
  runs: Record<CheckedKind, LastRun | null>;
  commands: LimitedList<CommandEvidence>;
  /** Of `commands`: the last run failed, and no later one resolved it. */
  unresolved: CommandEvidence[];
  todos: { done: number; open: LimitedList<Todo> };
  /** Tests removed, skipped or weakened. */
  weakened: LimitedList<Weakening>;
  /** Stub markers and silenced checkers that were added. */
  stubs: LimitedList<Weakening>;
  background: LimitedList<string>;
  lastMessage: string | null;
  verdicts: LimitedList<VerdictEvidence>;
  checks: CheckEvidence[];
}

/** What the findings are made from. */
export type EvidenceWithoutFindings = Omit<Evidence, 'findings'>;

/** A bounded list, and how many there are in all. */
export interface LimitedList<T> {
  total: number;
  items: T[];
}

export interface Finding {
  kind: 'check' | 'claim' | 'failed' | 'weakened' | 'stale' | 'no-run' | 'stub' | 'todo' | 'background' | 'incomplete';
  text: string;
}

export interface SessionEvidence {
  /** Of the main transcript. */
  bytes: number;
  startedAt: string | null;
  lastToolUseAt: string | null;
  toolCalls: number;
  /** The size of the last request: input, cache reads and cache writes. */
  contextTokens: number | null;
  model: string | null;
  compactions: number;
  subagents: number;
  /** Lines that could not be read: broken, or longer than any that the client writes. */
  unreadLines: number;
}

export interface GitEvidence {
  base: string | null;
  /** There are more files, or a larger difference, than was read. */
  cut: boolean;
  /** The contents were not compared, because the repository's git configuration names programs that this would run. */
  contentUnread: boolean;
  /** Git answered with an error, or not in time: more may have changed. */
  failed: boolean;
}

export interface UserRequests {
  total: number;
  /** The first and the last several. The latest is shortened least. */
  items: { time: string | null; text: string }[];
}

export interface FileChange {
  /** Relative to the project folder if it is inside it or its repository. */
  path: string;
  /** `unchanged`: changed by edit tools, no difference now. `edited`: by edit tools; git knows nothing of it. */
  how: ChangedFile['how'] | 'unchanged' | 'edited';
  from?: string;
  /** Who is known to have changed it. Only `git`: a command or somebody else, but no edit tool. */
  by: ('tool' | 'subagent' | 'git')[];
}

export const CHECKED_KINDS = ['test', 'build', 'types', 'lint'] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];
export type CommandKind = CheckedKind | 'other';

export type RunOutcome =
  | { kind: 'ok' }
  /** `exit` is null if only the output says so. */
  | { kind: 'failed'; exit: number | null }
  | { kind: 'interrupted' }
  | { kind: 'background' }
  /** It did not run: refused by the user, a rule, a hook or the tool itself. */
  | { kind: 'denied' }
  | { kind: 'unknown'; why: 'hidden by a pipe' | 'hidden by what follows' | 'no result' | 'it ran no test' };

/** Nothing ran, or nothing was tested: such a run replaces no other result. */
export const isInconclusive = (outcome: RunOutcome): boolean =>
  outcome.kind === 'denied' || (outcome.kind === 'unknown' && outcome.why === 'it ran no test');

export interface CommandEvidence {
  command: string;
  kinds: CommandKind[];
  runs: number;
  outcome: RunOutcome;
  time: string | null;
}

export interface LastRun {
  command: string;
  runs: number;
  outcome: RunOutcome;
  time: string | null;
  /** Code (not documents) that changed after this run ended, or by tool calls while it ran in the background. */
  changedAfter: LimitedList<string>;
}

export interface Todo {
  text: string;
  status: string;
}

export type WeakeningKind =
  | 'test file deleted'
  | 'test removed'
  | 'test skipped'
  | 'test narrowed'
  | 'assertions removed'
  | 'stub'
  | 'silenced';

export interface Weakening {
  kind: WeakeningKind;
  path: string;
  /** The line itself, or how many. */
  text: string;
}

export interface VerdictEvidence {
  time: string;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  /** Between it and the next verdict, or now. */
  after: { toolCalls: number; files: LimitedList<string>; commands: LimitedList<string> };
}

export interface CheckEvidence {
  name: string;
  run: string;
  outcome: CheckOutcome;
  /** The end of what it printed, if it did not pass. */
  output: string;
  reused: boolean;
}
