import type { Paths } from '../config/paths.ts';
import { CLOCK_STEP_MS } from '../git/change-queries.ts';
import { lastFileChange } from '../git/changed-since.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import { lastChangeSince, mayHaveChanged } from '../git/may-have-changed.ts';
import type { Coverage } from '../git/unlisted-files.ts';
import { readWorkTree, type WorkTree } from '../git/work-tree.ts';
import type { CheckRun } from '../hook/rules/check-runs.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { knownSecretsRedactor, redactor } from '../platform/redact.ts';
import { type Check, type CheckOutcome, type CheckResult, isBlocking } from './check.ts';
import { planCheck } from './plan.ts';
import { checkId, fileCache, noCache, type ResultCache } from './result-cache.ts';
import { runCheck } from './run-check.ts';

/** What is known of the task that is being judged. */
export interface Task {
  began: TaskBeginning | undefined;
  isPlanMode: boolean;
  /** No tool that ran may have written anything but a log, ignored files included; false where that is not known. */
  wroteNothing: boolean;
  /** When the user asked for it; undefined: not known. */
  askedAt?: Date | undefined;
}

/** When a task began, and the files it began with. */
export interface TaskBeginning {
  at: Date;
  /** The project folder and its fingerprint then; undefined: not known. */
  tree: { root: string; fingerprint: string } | undefined;
}

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
  /** Since when nothing may have been written or run, in milliseconds; undefined: not known, and nothing is reused. */
  quietSince?: number | undefined;
  /** What the session's state knows of its checks. */
  runs?: readonly CheckRun[] | undefined;
  /** The task that the work belongs to. Absent: every check runs and counts, as in `ccc review`. */
  task?: Task | undefined;
  /** Called for each check that is really run. */
  onStart?: ((check: Check) => void) | undefined;
}

export interface RunAllOptions extends SharedOptions {
  paths: Paths;
  /** Keys from the user's files, which must not appear in any output. Those of `env` are added. */
  secrets: readonly string[];
  /** Whether results are kept for the next stop. */
  keepsResults: boolean;
  /** Something other than this program wrote into a file of results. */
  onEditedResults?(file: string): void;
  readLimits: ReadLimits;
}

export interface FolderChecks extends SharedOptions {
  checks: readonly Check[];
  folder: string;
  /** The work tree before any check has run. */
  tree: WorkTree;
  results: ResultCache;
  readLimits?: ReadLimits;
  /** Called for every check, also one that was not run. */
  onEnd?(result: CheckResult): void;
}

const DEFAULT_TIMEOUT_SECONDS = 120;
/** A check with less time than this would only be killed. */
const MIN_TIME_MS = 1000;

/** Runs one set after the other, until a check fails. Returns a result for each check, in their order. */
export async function runAllChecks(sets: readonly CheckSet[], options: RunAllOptions): Promise<CheckResult[]> {
  const { env, paths, secrets, keepsResults, onEditedResults, readLimits, timeMs, ...shared } = options;
  const end = performance.now() + timeMs;
  const known = [...secretsIn(env), ...secrets];
  const results: CheckResult[] = [];
  for (const { folder, checks } of sets) {
    if (checks.length === 0) continue;
    if (results.some(isBlocking)) {
      results.push(...checks.map((check) => withoutRun(check, { kind: 'not-run', why: 'earlier-failed' })));
      continue;
    }
    const tree = await readWorkTree(folder, env, undefined, readLimits);
    const cache = keepsResults ? fileCache(paths, tree.root, redactor(known), onEditedResults) : noCache;
    const left = end - performance.now();
    const request = { ...shared, checks, folder, env, tree, timeMs: left, results: cache, readLimits };
    results.push(...(await runFolderChecks(request)));
  }
  const mask = knownSecretsRedactor(known);
  return results.map((result) => ({ ...result, output: mask(result.output) }));
}

/** Runs the checks of one folder in their order, until one fails that blocks. */
export async function runFolderChecks(request: FolderChecks): Promise<CheckResult[]> {
  const end = performance.now() + request.timeMs;
  const results: CheckResult[] = [];
  const idle = request.checks.every(({ always }) => always) ? undefined : await idleTask(request);
  for (const check of request.checks) {
    const result = results.some(isBlocking)
      ? withoutRun(check, { kind: 'not-run', why: 'earlier-failed' })
      : idle && idle !== 'changed-before' && !check.always
        ? withoutRun(check, { kind: 'skipped', why: idle })
        : await resultOf(check, request, end - performance.now());
    const isExcused = idle === 'changed-before' && !check.always && result.outcome.kind === 'failed';
    results.push(isExcused ? { ...result, changedBefore: true } : result);
    request.onEnd?.(result);
  }
  return results;
}

/**
 * Why there is no work to check: then a check that fails would only override what the user asked for. `changed-before`:
 * there may be, but not the worker's in this task, as far as can be seen.
 */
async function idleTask({
  task,
  tree,
  env,
  readLimits,
}: FolderChecks): Promise<'plan-mode' | 'nothing-written' | 'changed-before' | undefined> {
  if (!task) return undefined;
  if (task.isPlanMode) return 'plan-mode';
  if (!task.wroteNothing || !task.began || !tree.complete) return undefined;
  const { at, tree: before } = task.began;
  const isKnown = before?.root === tree.root;
  if (isKnown && before.fingerprint === tree.fingerprint) return 'nothing-written';
  const isLeftover = (path: string) => TEST_LEFTOVER.test(path);
  const question = { since: at, env, limits: readLimits };
  const last = await lastChangeSince(tree, (path) => !isLeftover(path), question);
  // Other files than before need an explanation: one that git does not track may be gone.
  if (last === undefined)
    return !isKnown || lastFileChange(tree, isLeftover, at) !== undefined ? 'nothing-written' : undefined;
  return task.askedAt && last + CLOCK_STEP_MS < task.askedAt.getTime() ? 'changed-before' : undefined;
}

/** What test runs leave behind, ignored or not. */
const TEST_LEFTOVER =
  /(?:^|\/)(?:__pycache__|\.(?:pytest|mypy|ruff)_cache|\.nyc_output|\.hypothesis|coverage|htmlcov)\/|(?:^|\/)\.coverage(?:\.[\w.-]+)?$|\.(?:pyc|log|tsbuildinfo)$/;

async function resultOf(check: Check, request: FolderChecks, timeMs: number): Promise<CheckResult> {
  const { tree, since, results, quietSince, abortSignal, env, readLimits } = request;
  if (abortSignal.aborted) return withoutRun(check, { kind: 'interrupted' });
  const id = checkId(tree.root, check);
  const runs = (request.runs ?? []).filter((run) => run.check === id);
  const hasChanged =
    since && ((coverage: Coverage) => mayHaveChanged(tree, coverage, { since, env, limits: readLimits }));
  const known = { tree, hasChanged, results: results.of(check), runs, quietSince, now: Date.now() };
  const plan = await planCheck(check, known);
  const ranOn = (at: number, outcome: CheckRun['outcome'], fingerprint = ''): CheckRun => ({
    ...{ check: id, fingerprint, tree: tree.complete ? tree.fingerprint : '', at, outcome },
  });
  const failedBefore = !check.always && failedOnBeginning(runs, tree, request.task?.began);
  const result = (came: CheckResult, at: number, fingerprint: string | undefined): CheckResult => {
    const { kind } = came.outcome;
    if (kind !== 'passed' && kind !== 'failed') return came;
    return { ...came, ran: ranOn(at, kind, fingerprint), ...(kind === 'failed' && failedBefore && { failedBefore }) };
  };
  switch (plan.do) {
    case 'skip':
      return withoutRun(check, { kind: 'skipped', why: 'paths' });
    case 'reuse': {
      const { outcome, output, leftOut, ms, at, fingerprint } = plan.result;
      const { name, run } = check;
      return result({ name, run, outcome, output, ...(leftOut && { leftOut }), ms, reused: true }, at, fingerprint);
    }
    case 'run': {
      if (timeMs < MIN_TIME_MS) return withoutRun(check, { kind: 'not-run', why: 'no-time' });
      request.onStart?.(check);
      const timeoutMs = Math.min((check.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000, timeMs);
      const came = await runCheck(check, timeoutMs, request);
      const { outcome, output, leftOut, ms } = came;
      const at = Date.now();
      // One that timed out or did not start may do better next time.
      if (plan.fingerprint !== undefined && (outcome.kind === 'passed' || outcome.kind === 'failed'))
        results.remember(check, {
          ...{ fingerprint: plan.fingerprint, at, outcome, output, ms },
          ...(leftOut && { leftOut }),
        });
      return result(came, at, plan.fingerprint);
    }
  }
}

/** Only a run from before the task counts: what the worker wrote elsewhere since does not show in the files. */
const failedOnBeginning = (runs: readonly CheckRun[], { root }: WorkTree, began: TaskBeginning | undefined): boolean =>
  began?.tree?.root === root &&
  runs.some(
    ({ outcome, tree, at }) =>
      outcome === 'failed' && tree !== '' && tree === began.tree?.fingerprint && at <= began.at.getTime(),
  );

const withoutRun = ({ name, run }: Check, outcome: CheckOutcome): CheckResult => ({
  ...{ name, run, outcome },
  ...{ output: '', ms: 0, reused: false },
});
