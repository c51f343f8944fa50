import { fingerprintOf, type WorkTree } from '../git/work-tree.ts';
import type { Check } from './check.ts';
import { covers } from './globs.ts';
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
  hasChanged: ((covers: (path: string) => boolean) => boolean) | undefined;
  results: readonly CachedResult[];
  /** When the worker last used a tool, in milliseconds; undefined: not known. */
  toolsUsedAt: number | undefined;
  now: number;
}

/** A result may depend on what is in no work tree: an installed package, a service, the date. */
const FAILURE_LASTS_MS = 10 * 60_000;
const SUCCESS_LASTS_MS = 60 * 60_000;

/** Whether a check has to run. One that failed on other content is not skipped: it has to be seen to pass. */
export function planCheck({ paths }: Check, { tree, hasChanged, results, toolsUsedAt, now }: PlanInput): CheckPlan {
  const isCovered = paths && paths.length > 0 ? covers(paths) : undefined;
  const fingerprint = isCovered ? fingerprintOf(tree, isCovered) : tree.fingerprint;
  if (tree.complete) {
    const earlier = results.findLast(
      (result) => result.fingerprint === fingerprint && isStillValid(result, now, toolsUsedAt),
    );
    if (earlier) return { do: 'reuse', result: earlier };
  }
  const isUnchanged = isCovered && hasChanged && !hasChanged(isCovered);
  if (isUnchanged && !results.some(({ outcome }) => outcome.kind === 'failed')) return { do: 'skip' };
  return { do: 'run', fingerprint: tree.complete ? fingerprint : undefined };
}

/** A failure is tried again once the worker used any tool: it may have installed a package. */
function isStillValid({ outcome, at }: CachedResult, now: number, toolsUsedAt: number | undefined): boolean {
  if (at > now) return false;
  if (outcome.kind === 'passed') return now - at < SUCCESS_LASTS_MS;
  return now - at < FAILURE_LASTS_MS && !(toolsUsedAt !== undefined && toolsUsedAt > at);
}
