import type { Item, SUPERVISOR } from '../config/schema.ts';

/**
 * A command of the user's, or of a repository they trust, that tests the work. `run` is given to `/bin/sh -c` in the
 * project folder. With `paths` (globs, relative to that folder) it runs only if one of these files has changed.
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
  /** No file that it covers has changed. */
  | { kind: 'skipped' }
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
  /** From an earlier run on the same content. */
  reused: boolean;
}
