import { fingerprintOf, type WorkTree } from '../git/work-tree.ts';
import type { Check } from './check.ts';
import { covers } from './globs.ts';
import type { CachedResult } from './result-cache.ts';

export type CheckStep =
  | { do: 'reuse'; result: CachedResult }
  | { do: 'skip' }
  /** Without a fingerprint its result says nothing about another time. */
  | { do: 'run'; fingerprint: string | undefined };

export interface CheckKnowledge {
  /** The work tree as it is before any check has run. What a check itself changes, the next stop sees. */
  tree: WorkTree;
  /** Whether something of it may have changed since supervision began; undefined: nothing tells. */
  isTouched: ((covers: (path: string) => boolean) => boolean) | undefined;
  results: readonly CachedResult[];
  /** When the worker last used a tool, in milliseconds; undefined: nothing tells. */
  toolsUsedAt: number | undefined;
  now: number;
}

/** A result may come from what is in no tree: a package that is not installed, a service that is down, another day. */
const FAILURE_LASTS_MS = 10 * 60_000;
const SUCCESS_LASTS_MS = 60 * 60_000;

/** Whether a check has to be run. One that failed on other content is not skipped: it has yet to be seen to pass. */
export function planCheck({ paths }: Check, { tree, isTouched, results, toolsUsedAt, now }: CheckKnowledge): CheckStep {
  const isCovered = paths && paths.length > 0 ? covers(paths) : undefined;
  const fingerprint = isCovered ? fingerprintOf(tree, isCovered) : tree.fingerprint;
  if (tree.whole) {
    const earlier = results.findLast((result) => result.fingerprint === fingerprint && holds(result, now, toolsUsedAt));
    if (earlier) return { do: 'reuse', result: earlier };
  }
  const untouched = isCovered && isTouched && !isTouched(isCovered);
  if (untouched && !results.some(({ outcome }) => outcome.kind === 'failed')) return { do: 'skip' };
  return { do: 'run', fingerprint: tree.whole ? fingerprint : undefined };
}

/** One that failed has to be tried again once the worker did anything about it, were it only to install a package. */
function holds({ outcome, at }: CachedResult, now: number, toolsUsedAt: number | undefined): boolean {
  if (at > now) return false;
  if (outcome.kind === 'passed') return now - at < SUCCESS_LASTS_MS;
  return now - at < FAILURE_LASTS_MS && !(toolsUsedAt !== undefined && toolsUsedAt > at);
}
