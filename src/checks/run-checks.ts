import type { Paths } from '../config/paths.ts';
import { changedSince } from '../git/changed-since.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import { readWorkTree, type WorkTree } from '../git/work-tree.ts';
import { knownSecretsRedactor, redactor, secretsIn } from '../platform/redact.ts';
import type { Check, CheckOutcome, CheckResult } from './check.ts';
import { planCheck } from './plan.ts';
import { fileCache, noCache, type ResultCache } from './result-cache.ts';
import { runCheck } from './run-check.ts';

/** Checks, and the folder that they run in. */
export interface CheckSet {
  folder: string;
  checks: readonly Check[];
}

interface SharedOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** When supervision began. Undefined: not known, and then `paths` skips nothing. */
  since: Date | undefined;
  /** For all checks together. */
  timeMs: number;
  abortSignal: AbortSignal;
  /** When the worker last used a tool, in milliseconds; undefined: not known. */
  toolsUsedAt?: number | undefined;
  /** Called for each check that is really run. */
  onStart?: ((check: Check) => void) | undefined;
}

export interface RunAllOptions extends SharedOptions {
  paths: Paths;
  /** Keys from the user's files, which must not appear in any output. Those of `env` are added. */
  secrets: readonly string[];
  /** Whether results are kept for the next stop. */
  keepsResults: boolean;
  readLimits: ReadLimits;
}

export interface FolderChecks extends SharedOptions {
  checks: readonly Check[];
  folder: string;
  /** The work tree before any check has run. */
  tree: WorkTree;
  results: ResultCache;
  /** Called for every check, also one that was not run. */
  onEnd?(result: CheckResult): void;
}

const DEFAULT_TIMEOUT_SECONDS = 120;
/** A check with less time than this would only be killed. */
const MIN_TIME_MS = 1000;

/** Runs one set after the other, until a check fails. Returns a result for each check, in their order. */
export async function runAllChecks(sets: readonly CheckSet[], options: RunAllOptions): Promise<CheckResult[]> {
  const { env, paths, secrets, keepsResults, readLimits, timeMs, ...shared } = options;
  const end = performance.now() + timeMs;
  const known = [...secretsIn(env), ...secrets];
  const results: CheckResult[] = [];
  for (const { folder, checks } of sets) {
    if (checks.length === 0) continue;
    if (results.some(isFailure)) {
      results.push(...checks.map((check) => withoutRun(check, { kind: 'not-run', why: 'earlier-failed' })));
      continue;
    }
    const tree = await readWorkTree(folder, env, undefined, readLimits);
    const cache = keepsResults ? fileCache(paths, tree.root, redactor(known)) : noCache;
    const left = end - performance.now();
    results.push(...(await runFolderChecks({ ...shared, checks, folder, env, tree, timeMs: left, results: cache })));
  }
  const mask = knownSecretsRedactor(known);
  return results.map((result) => ({ ...result, output: mask(result.output) }));
}

/** Runs the checks of one folder in their order, until one fails. */
export async function runFolderChecks(request: FolderChecks): Promise<CheckResult[]> {
  const end = performance.now() + request.timeMs;
  const results: CheckResult[] = [];
  for (const check of request.checks) {
    const result = results.some(isFailure)
      ? withoutRun(check, { kind: 'not-run', why: 'earlier-failed' })
      : await resultOf(check, request, end - performance.now());
    results.push(result);
    request.onEnd?.(result);
  }
  return results;
}

const isFailure = ({ outcome }: CheckResult) => outcome.kind === 'failed';

async function resultOf(check: Check, request: FolderChecks, timeMs: number): Promise<CheckResult> {
  const { tree, since, results, toolsUsedAt, abortSignal } = request;
  if (abortSignal.aborted) return withoutRun(check, { kind: 'interrupted' });
  const hasChanged = since && ((covers: (path: string) => boolean) => changedSince(tree, covers, since));
  const plan = planCheck(check, { tree, hasChanged, results: results.of(check), toolsUsedAt, now: Date.now() });
  switch (plan.do) {
    case 'skip':
      return withoutRun(check, { kind: 'skipped' });
    case 'reuse': {
      const { outcome, output, leftOut, ms } = plan.result;
      return { name: check.name, run: check.run, outcome, output, ...(leftOut && { leftOut }), ms, reused: true };
    }
    case 'run': {
      if (timeMs < MIN_TIME_MS) return withoutRun(check, { kind: 'not-run', why: 'no-time' });
      request.onStart?.(check);
      const timeoutMs = Math.min((check.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000, timeMs);
      const result = await runCheck(check, timeoutMs, request);
      const { outcome, output, leftOut, ms } = result;
      // One that timed out or did not start may do better next time.
      if (plan.fingerprint !== undefined && (outcome.kind === 'passed' || outcome.kind === 'failed'))
        results.remember(check, {
          ...{ fingerprint: plan.fingerprint, at: Date.now(), outcome, output, ms },
          ...(leftOut && { leftOut }),
        });
      return result;
    }
  }
}

const withoutRun = ({ name, run }: Check, outcome: CheckOutcome): CheckResult => ({
  ...{ name, run, outcome },
  ...{ output: '', ms: 0, reused: false },
});
