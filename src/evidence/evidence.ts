import type { CheckOutcome } from '../checks/check.ts';
import type { ChangedFile } from '../git/change-queries.ts';

/** What happened in a worker's session, as far as its transcript and git show. Plain data: `ccc evidence --json` prints it. */
export interface Evidence {
  /** Short sentences, the most serious first. They state facts and judge nothing. */
  findings: Finding[];
  /** What the last message says about runs and changes, and whether the session shows it. */
  claims: Claim[];
  session: SessionEvidence;
  /** From when on changes count; null: from the start of the session, which is not known. */
  since: string | null;
  git: GitEvidence | null;
  requests: UserRequests;
  files: LimitedList<FileChange>;
  /** The last run of each kind; null: there was none in this session. */
  runs: Record<CheckedKind, LastRun | null>;
  /** Where how the last run ended cannot be told: the last that passed, if none is known to have failed since. */
  passed: Record<CheckedKind, LastRun | null>;
  commands: LimitedList<CommandEvidence>;
  /** The last run failed, and no later one resolved it. */
  unresolved: UnresolvedCommand[];
  /** Commands of which nothing shows what they ran: they may have tested, built or checked anything. */
  mayHaveRun: LimitedList<string>;
  /** A run of another kind that passed after the last of this kind, if any, and may have included one: tests compile. */
  mayInclude: Record<CheckedKind, string | null>;
  /** `shared`: several agents work on the list, so an open one may be another's. */
  todos: { done: number; open: LimitedList<Todo>; shared: boolean };
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
  kind:
    | 'check'
    | 'claim'
    | 'change'
    | 'failed'
    | 'weakened'
    | 'stale'
    | 'no-run'
    | 'stub'
    | 'todo'
    | 'background'
    | 'incomplete';
  /** What it is about, if it is about a kind of run or claim. */
  about: ClaimKind | null;
  /** False: something to look into, which is not held against the worker. */
  certain: boolean;
  text: string;
}

export type ClaimKind = CheckedKind | 'commit' | 'push' | 'created' | 'removed' | 'restored' | 'ci';

/**
 * `backed`: the last such run passed, and no code changed after it. `stale`: it passed, then code changed.
 * `contradicted`: it failed. `unbacked`: there was no such run. `undecidable`: there may have been one, or how it ended
 * cannot be told.
 */
export type ClaimStatus = 'backed' | 'stale' | 'contradicted' | 'unbacked' | 'undecidable';

export interface Claim {
  kind: ClaimKind;
  /** The sentence, shortened. */
  quote: string;
  status: ClaimStatus;
  /** What the status was decided by; null: there is no such run. */
  run: ClaimedRun | null;
}

/** What the last message says about tests, build, types or lint. */
export type CheckedClaim = Claim & { kind: CheckedKind };

export interface ClaimedRun {
  command: string;
  outcome: RunOutcome;
  time: string | null;
  /** Code that changed after it. */
  changedAfter: LimitedList<string>;
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
  /** The shell or the task runner found nothing to run: a missing folder, program or script. */
  | { kind: 'not-started' }
  | {
      kind: 'unknown';
      why:
        | 'hidden by a pipe'
        | 'hidden by what follows'
        | 'hidden by an option'
        | 'it may not have been reached'
        | 'the rest of the line may decide'
        | 'something else may have run'
        | 'its program was replaced'
        | 'which part failed is not shown'
        | 'no result'
        | 'it ran no test';
    };

/** Nothing ran, or nothing was tested: such a run replaces no other result. */
export const isInconclusive = (outcome: RunOutcome): boolean =>
  ['denied', 'not-started', 'interrupted'].includes(outcome.kind) ||
  (outcome.kind === 'unknown' && outcome.why === 'it ran no test');

export interface CommandEvidence {
  command: string;
  kinds: CommandKind[];
  runs: number;
  outcome: RunOutcome;
  time: string | null;
}

export interface UnresolvedCommand extends CommandEvidence {
  /** False: something that ran later may have resolved it. */
  certain: boolean;
}

export interface LastRun {
  command: string;
  runs: number;
  outcome: RunOutcome;
  time: string | null;
  /** Code (not documents) that changed after this run ended, or by tool calls while it ran in the background. */
  changedAfter: LimitedList<string>;
  /** The worker is known to have changed some of it, and the run was about that part of the project. */
  isChangeCertain: boolean;
  /** Something ran after it, and after these changes, of which nothing shows what it did: perhaps the same again. */
  mayHaveRunAgain: boolean;
  /** A wider run that failed before it and did not pass since; null: there is none. */
  widerFailure: string | null;
  /** It ran in another project, or while the work was put away: it says nothing about the work. */
  isElsewhere: boolean;
  /** It failed, but its own summary says that all passed: what failed is something else, such as a coverage threshold. */
  summaryIsGreen: boolean;
  /** It failed on code that was changed after a run that passed, and that may have been put back since. */
  isUndone: boolean;
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
  /** False: what it means has to be looked into. */
  certain: boolean;
}

export interface VerdictEvidence {
  time: string;
  verdict: 'allow' | 'block' | 'failed';
  cause: string;
  feedback: string;
  /** Why the user has called it wrong, which may be empty; absent: they have not. */
  overruled?: string;
  /** Between it and the next verdict, or now. */
  after: { toolCalls: number; files: LimitedList<string>; commands: LimitedList<string> };
}

export interface CheckEvidence {
  name: string;
  run: string;
  outcome: CheckOutcome;
  /** The end of what it printed, if it did not pass. */
  output: string;
  /** The result of an earlier stop: it was not run again, because nothing was written or run since. */
  reused: boolean;
  /** When it ran; null: it did not. */
  at: string | null;
  /** It had failed on the files that the task began with already. */
  failedBefore: boolean;
}
