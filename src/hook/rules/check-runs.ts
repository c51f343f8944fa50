/**
 * That a check ran in this session. The state keeps it, because the file of results belongs to no session: a result that
 * no state vouches for is not believed.
 */
export interface CheckRun {
  /** Folder, name and command as one id. */
  check: string;
  /** Of the files that it covers, before it ran; empty: not all could be read. */
  fingerprint: string;
  /** Of all files of its folder. */
  tree: string;
  /** When it ended, in milliseconds. */
  at: number;
  outcome: 'passed' | 'failed';
}

/** Several stops of a session with many checks. */
const KEPT_RUNS = 60;

export const addCheckRuns = (known: readonly CheckRun[] | undefined, runs: readonly CheckRun[]): CheckRun[] =>
  [...(known ?? []), ...runs].slice(-KEPT_RUNS);
