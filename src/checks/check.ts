import type { Item, SUPERVISOR } from '../config/schema.ts';

/**
 * A command of the user's, or of a repository they trust, that says whether the work holds. `run` is for `/bin/sh -c` in
 * the project folder; with `paths` (globs, relative to it) it runs only if one of these files has changed.
 */
export type Check = Item<typeof SUPERVISOR.checks.of>;

/** What came of a check. Only `failed` says anything against the work. */
export type CheckOutcome =
  | { kind: 'passed' }
  | { kind: 'failed'; exit: number | null; signal: string | null }
  /** Its deadline came first. It was ended with everything below it. */
  | { kind: 'timed-out'; seconds: number }
  /** The shell could not read, find or start it, or there was no shell, or no folder. */
  | { kind: 'not-started'; why: string }
  /** Nothing that it covers has changed. */
  | { kind: 'skipped' }
  /** An earlier one failed, or the time for all of them was up, or we were told to end. */
  | { kind: 'not-run'; why: 'earlier-failed' | 'no-time' | 'interrupted' };

export interface CheckResult {
  name: string;
  run: string;
  outcome: CheckOutcome;
  /** The end of what it printed, stdout and stderr as they came; bounded. */
  output: string;
  /** How many bytes before that were not kept. */
  leftOut?: number;
  ms: number;
  /** From an earlier run on the same content. */
  reused: boolean;
}
