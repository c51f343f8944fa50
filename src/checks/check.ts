import type { Item, SUPERVISOR } from '../config/schema.ts';
import type { CheckRun } from '../hook/rules/check-runs.ts';

/**
 * A command of the user's, or of a repository they trust, that tests the work. `run` is given to `/bin/sh -c` in the
 * project folder. With `paths` (globs, relative to that folder) it runs only if one of these files has changed. With
 * `always` it runs, and counts, also if nothing was written in the task.
 */
export type Check = Item<typeof SUPERVISOR.checks.of>;

/** Only `failed` says anything against the work. */
export type CheckOutcome =
  | { kind: 'passed' }
  | { kind: 'failed'; exit: number | null; signal: string | null }
  /** Killed at its deadline, with everything it started. */
  | { kind: 'timed-out'; seconds: number }
  /** The shell could not parse, find or start it; or the shell or the folder is missing. */
  | { kind: 'not-started'; why: string }
  /** `paths`: no file that it covers has changed. */
  | { kind: 'skipped'; why: 'paths' | 'nothing-written' | 'plan-mode' }
  | { kind: 'not-run'; why: 'earlier-failed' | 'no-time' }
  /** The hook was told to end while it ran, or before its turn. */
  | { kind: 'interrupted' };

export interface CheckResult {
  name: string;
  run: string;
  outcome: CheckOutcome;
  /** The end of its output, stdout and stderr in the order they were written; bounded. */
  output: string;
  /** How many bytes before that were dropped. */
  leftOut?: number;
  ms: number;
  /** From an earlier run: nothing can have changed since. */
  reused: boolean;
  /** The run that it comes from; absent: it did not run to its end. */
  ran?: CheckRun | undefined;
  /** It had failed on the files that the task began with already, so it does not block by itself. */
  failedBefore?: boolean | undefined;
  /** What changed since the last task changed before this one was asked for, so it does not block by itself. */
  changedBefore?: boolean | undefined;
}

/** What sends the worker back. */
export const isBlocking = ({ outcome, failedBefore, changedBefore }: CheckResult): boolean =>
  outcome.kind === 'failed' && failedBefore !== true && changedBefore !== true;
