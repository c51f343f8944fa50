import { expect, it } from 'vitest';
import { type CheckPlan, planCheck } from '../../../src/checks/plan.ts';
import type { CachedResult } from '../../../src/checks/result-cache.ts';
import { fingerprintOf, type WorkTree } from '../../../src/git/work-tree.ts';
import type { CheckRun } from '../../../src/hook/rules/check-runs.ts';

const NOW = 1_000_000_000;

function tree(files: Record<string, string>, complete = true): WorkTree {
  const bare = { root: '/p', files: new Map(Object.entries(files)), fingerprint: '', complete };
  return { ...bare, fingerprint: fingerprintOf(bare, () => true) };
}

const HERE = tree({ 'src/a': '1', 'docs/b': '1' });
const OTHER_DOCS = tree({ 'src/a': '1', 'docs/b': '2' });
const OTHER = tree({ 'src/a': '2', 'docs/b': '1' });
const HALF = { ...HERE, complete: false };

const inSrc = (of: WorkTree) => fingerprintOf(of, (path) => path.startsWith('src/'));
const passed = (fingerprint: string): CachedResult => ({
  fingerprint,
  at: NOW - 1000,
  outcome: { kind: 'passed' },
  output: '',
  ms: 1,
});
const failed = (fingerprint: string, at = NOW - 1000): CachedResult => ({
  ...passed(fingerprint),
  at,
  outcome: { kind: 'failed', exit: 1, signal: null },
});
const asRun = ({ fingerprint, at, outcome }: CachedResult): CheckRun => ({
  ...{ check: 'c', fingerprint, tree: HERE.fingerprint, at, outcome: outcome.kind },
});
const CHECK = { name: 'c', run: 'true' };
const known = (result: CachedResult, runs: CheckRun[]) => ({
  ...{ tree: HERE, hasChanged: () => false, results: [result], runs, quietSince: 0, now: NOW },
});
const reuse = (result: CachedResult): CheckPlan => ({ do: 'reuse', result });
const run = (fingerprint: string | undefined): CheckPlan => ({ do: 'run', fingerprint });
const skip: CheckPlan = { do: 'skip' };
const src = ['src/**'];

it.each<
  [what: string, paths: string[] | undefined, on: WorkTree, changed: string[] | undefined, CachedResult[], CheckPlan]
>([
  ['never run', undefined, HERE, ['src/a'], [], run(HERE.fingerprint)],
  ['never run, nothing changed', undefined, HERE, [], [], run(HERE.fingerprint)],
  ['passed here', undefined, HERE, [], [passed(HERE.fingerprint)], reuse(passed(HERE.fingerprint))],
  ['failed here', undefined, HERE, [], [failed(HERE.fingerprint)], reuse(failed(HERE.fingerprint))],
  ['failed here long ago', undefined, HERE, [], [failed(HERE.fingerprint, 0)], run(HERE.fingerprint)],
  ['failed here in the future', undefined, HERE, [], [failed(HERE.fingerprint, NOW + 1)], run(HERE.fingerprint)],
  ['passed elsewhere', undefined, HERE, ['src/a'], [passed(OTHER.fingerprint)], run(HERE.fingerprint)],
  [
    'the last one counts',
    undefined,
    HERE,
    [],
    [failed(HERE.fingerprint), passed(HERE.fingerprint)],
    reuse(passed(HERE.fingerprint)),
  ],
  ['passed, but not all was read', undefined, HALF, [], [passed(HALF.fingerprint)], run(undefined)],
  ['covers what changed', src, HERE, ['src/a'], [], run(inSrc(HERE))],
  ['covers nothing that changed', src, HERE, ['docs/b'], [], skip],
  ['covers nothing that changed, not all was read', src, HALF, ['docs/b'], [], skip],
  ['not known what changed', src, HERE, undefined, [], run(inSrc(HERE))],
  ['no paths in the list', [], HERE, [], [], run(HERE.fingerprint)],
  ['passed with what it covers', src, OTHER_DOCS, ['docs/b'], [passed(inSrc(HERE))], reuse(passed(inSrc(HERE)))],
  ['passed with other', src, HERE, ['docs/b'], [passed(inSrc(OTHER))], skip],
  ['failed with other, since taken back', src, HERE, [], [failed(inSrc(OTHER))], run(inSrc(HERE))],
  ['failed with the same, nothing changed', src, HERE, [], [failed(inSrc(HERE))], reuse(failed(inSrc(HERE)))],
])('%s', async (_, paths, on, changed, results, step) =>
  expect(
    await planCheck(
      { name: 'n', run: 'r', paths },
      {
        tree: on,
        hasChanged: changed && (({ covers }) => changed.some(covers)),
        results,
        runs: results.map(asRun),
        quietSince: 0,
        now: NOW,
      },
    ),
  ).toEqual(step),
);

it.each<[what: string, result: CachedResult, quietSince: number | undefined, step: 'reuse' | 'run']>([
  ['passed an hour ago', { ...passed(HERE.fingerprint), at: NOW - 3_600_001 }, 0, 'run'],
  ['passed within the hour', { ...passed(HERE.fingerprint), at: NOW - 3_500_000 }, 0, 'reuse'],
  ['passed in the future', { ...passed(HERE.fingerprint), at: NOW + 1 }, 0, 'run'],
  ['passed, and something was written or run since', passed(HERE.fingerprint), NOW - 500, 'run'],
  ['passed, and something was written or run at that moment', passed(HERE.fingerprint), NOW - 1000, 'run'],
  ['passed, and the session since is not known', passed(HERE.fingerprint), undefined, 'run'],
  ['failed, and nothing was done since', failed(HERE.fingerprint), NOW - 2000, 'reuse'],
  ['failed, and something was written or run since', failed(HERE.fingerprint), NOW - 500, 'run'],
  ['failed, and the session since is not known', failed(HERE.fingerprint), undefined, 'run'],
])('%s', async (_, result, quietSince, step) => {
  const plan = await planCheck(CHECK, { ...known(result, [asRun(result)]), quietSince });
  expect(plan.do).toBe(step);
});

it.each<[what: string, runs: CheckRun[], step: 'reuse' | 'run']>([
  ['of this session', [asRun(passed(HERE.fingerprint))], 'reuse'],
  ['of no session', [], 'run'],
  ['that the session knows as failed', [{ ...asRun(passed(HERE.fingerprint)), outcome: 'failed' }], 'run'],
  ['that the session knows from another moment', [{ ...asRun(passed(HERE.fingerprint)), at: NOW - 999 }], 'run'],
  ['that the session knows of other files', [asRun(passed(OTHER.fingerprint))], 'run'],
])('a result %s', async (_, runs, step) =>
  expect((await planCheck(CHECK, known(passed(HERE.fingerprint), runs))).do).toBe(step),
);

it('what failed in this session is not skipped, though its result is gone from the file', async () => {
  const runs = [asRun(failed(inSrc(OTHER)))];
  const input = { ...known(passed(inSrc(OTHER)), runs), results: [], hasChanged: () => false };
  expect((await planCheck({ ...CHECK, paths: src }, input)).do).toBe('run');
});
