import type { Paths } from '../config/paths.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import { readWorkTree } from '../git/work-tree.ts';
import { masker, redactor, secretsIn } from '../platform/redact.ts';
import type { Check, CheckResult } from './check.ts';
import { fileCache, noCache } from './result-cache.ts';
import { runChecks } from './run-checks.ts';

/** Checks, and the folder that they are for. */
export interface CheckSet {
  folder: string;
  checks: readonly Check[];
}

export interface RunAllOptions {
  env: Readonly<Record<string, string | undefined>>;
  paths: Paths;
  /** When supervision began. */
  since: Date | undefined;
  /** For all of them together. */
  timeMs: number;
  interrupted: AbortSignal;
  /** When the worker last used a tool; undefined: nothing tells. */
  toolsUsedAt: number | undefined;
  /** What must not be repeated: keys in the user's own files too. */
  secrets: readonly string[];
  /** Whether results are kept for another time. */
  remembers: boolean;
  /** How far the look at the files may go. */
  bounds: ReadLimits;
  onStart?: ((check: Check) => void) | undefined;
}

/** One post after the other, until a check has failed; a result for each, in their order. */
export async function runAllChecks(posts: readonly CheckSet[], needs: RunAllOptions): Promise<CheckResult[]> {
  const end = performance.now() + needs.timeMs;
  const done: CheckResult[] = [];
  for (const { folder, checks } of posts) {
    if (checks.length === 0) continue;
    const failed = done.some(({ outcome }) => outcome.kind === 'failed');
    done.push(...(failed ? checks.map(leftOut) : await checkIn({ folder, checks }, needs, end - performance.now())));
  }
  const mask = masker(secretsOf(needs));
  return done.map((result) => ({ ...result, output: mask(result.output) }));
}

const secretsOf = ({ env, secrets }: RunAllOptions) => [...secretsIn(env), ...secrets];

const leftOut = ({ name, run }: Check): CheckResult => ({
  name,
  run,
  outcome: { kind: 'not-run', why: 'earlier-failed' },
  output: '',
  ms: 0,
  reused: false,
});

async function checkIn({ folder, checks }: CheckSet, needs: RunAllOptions, timeMs: number): Promise<CheckResult[]> {
  const { env, paths, since, interrupted, toolsUsedAt, remembers, bounds, onStart } = needs;
  const tree = await readWorkTree(folder, env, undefined, bounds);
  return runChecks({
    checks,
    folder,
    env,
    tree,
    since,
    timeMs,
    interrupted,
    toolsUsedAt,
    results: remembers ? fileCache(paths, tree.root, redactor(secretsOf(needs))) : noCache,
    ...(onStart && { onStart }),
  });
}
