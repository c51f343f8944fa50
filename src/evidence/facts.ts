import type { CheckOutcome } from '../checks/check.ts';
import type { Changed } from '../git/changes.ts';

/** What happened in a worker's session, as far as its transcript and git show it. Plain data: what `--json` prints. */
export interface Facts {
  /** Short sentences, the most serious first. They say what is, not what it is worth. */
  findings: Finding[];
  session: Session;
  /** From when on changes count; null: from the session's start, which nothing tells. */
  since: string | null;
  git: Git | null;
  requests: Requests;
  files: Listed<FileFact>;
  /** The last run of each kind; null: there was none in this session. */
  runs: Record<CheckedKind, KindFacts | null>;
  commands: Listed<CommandFact>;
  /** Of `commands`: the last run failed, and no later one made up for it. */
  unresolved: CommandFact[];
  todos: { done: number; open: Listed<Todo> };
  /** Tests removed, skipped or weakened. */
  weakened: Listed<Marked>;
  /** Stub markers and silenced checkers that were added. */
  stubs: Listed<Marked>;
  background: Listed<string>;
  lastMessage: string | null;
  verdicts: Listed<VerdictFact>;
  checks: CheckFact[];
}

/** A bounded list, and how many there are in all. */
export interface Listed<T> {
  total: number;
  items: T[];
}

export interface Finding {
  kind: 'check' | 'claim' | 'failed' | 'weakened' | 'stale' | 'no-run' | 'stub' | 'todo' | 'background' | 'incomplete';
  text: string;
}

export interface Session {
  /** Of the main transcript. */
  bytes: number;
  startedAt: string | null;
  lastToolUseAt: string | null;
  toolCalls: number;
  /** What the last request took in: input, read from and written to the cache. */
  contextTokens: number | null;
  model: string | null;
  compactions: number;
  subagents: number;
  /** Lines that could not be read: broken, or longer than anything a client writes. */
  unreadLines: number;
}

export interface Git {
  base: string | null;
  /** More files, or more of the difference, than was looked at. */
  cut: boolean;
  /** The repository names programs that looking at contents would run; so they were not looked at. */
  contentUnread: boolean;
  /** Git answered with an error, or not in time: what it did not say may have changed. */
  failed: boolean;
}

export interface Requests {
  total: number;
  /** The first, and the last several. The latest is whole, within reason. */
  items: { time: string | null; text: string }[];
}

export interface FileFact {
  /** Relative to the project folder if it is in there or in its repository. */
  path: string;
  /** `unchanged`: changed by edit tools, no difference now. `edited`: by edit tools; git does not tell more. */
  how: Changed['how'] | 'unchanged' | 'edited';
  from?: string;
  /** Who is known to have changed it. Only git: no edit tool, so a command or somebody else. */
  by: ('tool' | 'subagent' | 'git')[];
}

export const CHECKED_KINDS = ['test', 'build', 'types', 'lint'] as const;
export type CheckedKind = (typeof CHECKED_KINDS)[number];
export type Kind = CheckedKind | 'other';

export type RunOutcome =
  | { kind: 'ok' }
  /** `exit` is null if only its output says so. */
  | { kind: 'failed'; exit: number | null }
  | { kind: 'interrupted' }
  | { kind: 'background' }
  /** It was not run: refused by the user, a rule or a hook, or the tool itself. */
  | { kind: 'denied' }
  | { kind: 'unknown'; why: 'hidden by a pipe' | 'hidden by what follows' | 'no result' | 'it ran no test' };

/** Nothing ran, or nothing was tested: it takes the place of no other result. */
export const provesNothing = (outcome: RunOutcome): boolean =>
  outcome.kind === 'denied' || (outcome.kind === 'unknown' && outcome.why === 'it ran no test');

export interface CommandFact {
  command: string;
  kinds: Kind[];
  runs: number;
  outcome: RunOutcome;
  time: string | null;
}

export interface KindFacts {
  command: string;
  runs: number;
  outcome: RunOutcome;
  time: string | null;
  /** Code (no documents) that was changed after this run ended, or by tool calls while it was in the background. */
  changedAfter: Listed<string>;
}

export interface Todo {
  text: string;
  status: string;
}

export type WeakenedKind =
  | 'test file deleted'
  | 'test removed'
  | 'test skipped'
  | 'test narrowed'
  | 'assertions removed'
  | 'stub'
  | 'silenced';

export interface Marked {
  kind: WeakenedKind;
  path: string;
  /** The line itself, or how many. */
  text: string;
}

export interface VerdictFact {
  time: string;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  /** Between it and the next verdict, or now. */
  after: { toolCalls: number; files: Listed<string>; commands: Listed<string> };
}

export interface CheckFact {
  name: string;
  run: string;
  outcome: CheckOutcome;
  /** The end of what it printed, if it did not pass. */
  output: string;
  reused: boolean;
}
