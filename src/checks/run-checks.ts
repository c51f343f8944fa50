import { changedSince } from '../git/changed-since.ts';
import type { WorkTree } from '../git/work-tree.ts';
import type { Check, CheckOutcome, CheckResult } from './check.ts';
import { type CheckStep, planCheck } from './plan.ts';
import type { ResultCache } from './result-cache.ts';
import { runCheck } from './run-check.ts';

export interface ChecksRequest {
  checks: readonly Check[];
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The work tree now. */
  tree: WorkTree;
  /** When supervision began. Undefined: not known, and then `paths` skips nothing. */
  since: Date | undefined;
  /** For all of them together. */
  timeMs: number;
  interrupted: AbortSignal;
  /** When the worker last used a tool, in milliseconds; undefined: nothing tells. */
  toolsUsedAt?: number | undefined;
  results: ResultCache;
  /** One is run. */
  onStart?(check: Check): void;
  /** Something came of one, were it only that it was not run. */
  onEnd?(result: CheckResult): void;
}

const SECONDS = 120;
/** What is given less than this would only be ended again. */
const LEAST_MS = 1000;

/** One after the other, until one has failed. A result for each, in their order. */
export async function runChecks(request: ChecksRequest): Promise<CheckResult[]> {
  const end = performance.now() + request.timeMs;
  const done: CheckResult[] = [];
  for (const check of request.checks) {
    const failed = done.some(({ outcome }) => outcome.kind === 'failed');
    const result = failed
      ? without(check, { kind: 'not-run', why: 'earlier-failed' })
      : await settle(check, request, end - performance.now());
    done.push(result);
    request.onEnd?.(result);
  }
  return done;
}

async function settle(check: Check, request: ChecksRequest, leftMs: number): Promise<CheckResult> {
  const { tree, since, results, toolsUsedAt, interrupted } = request;
  const isTouched = since && ((covers: (path: string) => boolean) => changedSince(tree, covers, since));
  if (interrupted.aborted) return without(check, { kind: 'not-run', why: 'interrupted' });
  const step = planCheck(check, { tree, isTouched, results: results.of(check), toolsUsedAt, now: Date.now() });
  switch (step.do) {
    case 'skip':
      return without(check, { kind: 'skipped' });
    case 'reuse': {
      const { outcome, output, leftOut, ms } = step.result;
      return { name: check.name, run: check.run, outcome, output, ...(leftOut && { leftOut }), ms, reused: true };
    }
    case 'run':
      if (leftMs < LEAST_MS) return without(check, { kind: 'not-run', why: 'no-time' });
      request.onStart?.(check);
      return remembering(
        check,
        step,
        results,
        await runCheck(check, Math.min((check.timeout_seconds ?? SECONDS) * 1000, leftMs), request),
      );
  }
}

/** What ran out of time, or could not start, may do better next time. */
function remembering(
  check: Check,
  { fingerprint }: Extract<CheckStep, { do: 'run' }>,
  results: ResultCache,
  result: CheckResult,
): CheckResult {
  const { outcome, output, leftOut, ms } = result;
  if (fingerprint !== undefined && (outcome.kind === 'passed' || outcome.kind === 'failed'))
    results.remember(check, { fingerprint, at: Date.now(), outcome, output, ...(leftOut && { leftOut }), ms });
  return result;
}

const without = ({ name, run }: Check, outcome: CheckOutcome): CheckResult => ({
  name,
  run,
  outcome,
  output: '',
  ms: 0,
  reused: false,
});
