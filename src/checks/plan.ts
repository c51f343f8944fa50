import type { Coverage } from '../git/unlisted-files.ts';
import { fingerprintOf, type WorkTree } from '../git/work-tree.ts';
import type { CheckRun } from '../hook/rules/check-runs.ts';
import type { Check } from './check.ts';
import { basesOf, covers } from './globs.ts';
import type { CachedResult } from './result-cache.ts';

export type CheckPlan =
  | { do: 'reuse'; result: CachedResult }
  | { do: 'skip' }
  /** Without a fingerprint the result cannot be reused. */
  | { do: 'run'; fingerprint: string | undefined };

export interface PlanInput {
  /** Before any check has run. What a check itself changes is seen at the next stop. */
  tree: WorkTree;
  /** Whether a file that is covered may have changed since supervision began; undefined: not known. */
  hasChanged: ((coverage: Coverage) => boolean | Promise<boolean>) | undefined;
  results: readonly CachedResult[];
  /** The runs of this check that the session's state vouches for: the worker can edit the file of results. */
  runs: readonly CheckRun[];
  /** Since when nothing may have been written or run, in milliseconds; undefined: not known. */
  quietSince: number | undefined;
  now: number;
}

/** A result may depend on what nobody in the session changes: a service, the date, the user's own terminal. */
const FAILURE_LASTS_MS = 10 * 60_000;
const SUCCESS_LASTS_MS = 60 * 60_000;

/** Whether a check has to run. One that failed on other content is not skipped: it has to be seen to pass. */
export async function planCheck({ paths }: Check, input: PlanInput): Promise<CheckPlan> {
  const { tree, hasChanged, results, runs } = input;
  const isCovered = paths && paths.length > 0 ? covers(paths) : undefined;
  const bases = isCovered && paths && basesOf(paths);
  const fingerprint = isCovered ? fingerprintOf(tree, isCovered) : tree.fingerprint;
  if (tree.complete) {
    const earlier = results.findLast(
      (result) => result.fingerprint === fingerprint && isVouchedFor(result, runs) && isStillValid(result, input),
    );
    if (earlier) return { do: 'reuse', result: earlier };
  }
  const hasFailed = [...results.map((result) => result.outcome.kind), ...runs.map((run) => run.outcome)].includes(
    'failed',
  );
  if (isCovered && bases && hasChanged && !hasFailed && !(await hasChanged({ covers: isCovered, bases })))
    return { do: 'skip' };
  return { do: 'run', fingerprint: tree.complete ? fingerprint : undefined };
}

const isVouchedFor = ({ fingerprint, at, outcome }: CachedResult, runs: readonly CheckRun[]): boolean =>
  runs.some((run) => run.fingerprint === fingerprint && run.at === at && run.outcome === outcome.kind);

/**
 * Equal files are not enough: an installed package, a service, a run of the worker's own that failed are in no work tree.
 * So nothing may have been written or run since.
 */
function isStillValid({ outcome, at }: CachedResult, { quietSince, now }: PlanInput): boolean {
  if (quietSince === undefined || at <= quietSince || at > now) return false;
  return now - at < (outcome.kind === 'passed' ? SUCCESS_LASTS_MS : FAILURE_LASTS_MS);
}
