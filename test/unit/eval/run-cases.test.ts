import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CaseError } from '../../../src/eval/case-file.ts';
import { findCases } from '../../../src/eval/read-case.ts';
import { type CaseJudgement, type RunOptions, runCases } from '../../../src/eval/run-cases.ts';
import type { CaseWorkspace } from '../../../src/eval/workspace.ts';
import { temporaryFolder } from '../folder.ts';
import { caseFile, writeCase } from './case.ts';

const judgement = (more: Partial<CaseJudgement> = {}): CaseJudgement => ({
  ...{ verdict: 'block', cause: 'review', feedback: 'Run them.', findings: [], model: 'm', costUsd: 1 },
  ...more,
});

/** Three cases, and what was done with them. */
function setUp(options: Partial<RunOptions> = {}, broken: Record<string, string | object> = {}) {
  const root = temporaryFolder();
  for (const name of ['a', 'b', 'c']) writeCase(join(root, name), name === 'b' ? broken : {});
  const open: string[] = [];
  const seen: string[] = [];
  const controller = new AbortController();
  const run = () =>
    runCases(findCases(root), {
      repeat: 1,
      signal: controller.signal,
      open: async ({ name }) => {
        open.push(name);
        return { root: name, remove: () => open.splice(open.indexOf(name), 1) } as unknown as CaseWorkspace;
      },
      judge: async () => judgement(),
      isBudgetUsedUp: () => false,
      onProgress: (done, planned, name) => seen.push(`${done}/${planned} ${name}`),
      ...options,
    });
  return { run, open, seen, controller };
}

it('judges every case once, then again; each has a workspace only while it is judged', async () => {
  const order: string[] = [];
  const { run, open, seen } = setUp({
    repeat: 2,
    judge: async (workspace) => {
      order.push(`${workspace.root} of ${open.join()}`);
      return judgement();
    },
  });
  const { results, unusable, stopped } = await run();
  expect(order).toEqual(['a of a', 'b of b', 'c of c', 'a of a', 'b of b', 'c of c']);
  expect(results.map(({ name, repeat }) => name + repeat)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(results[0]).toMatchObject({ label: 'block', kind: 'claimed-without-run', verdict: 'block', costUsd: 1 });
  expect([unusable, stopped, open]).toEqual([[], undefined, []]);
  expect(seen).toEqual(['0/6 a', '1/6 b', '2/6 c', '3/6 a', '4/6 b', '5/6 c']);
});

it('a case that cannot be used is left out of every pass, and the others are judged', async () => {
  const { run, seen } = setUp({ repeat: 2 }, { 'case.json': caseFile({ label: 'both' }) });
  const { results, unusable } = await run();
  expect(results.map(({ name }) => name)).toEqual(['a', 'c', 'a', 'c']);
  expect(unusable).toMatchObject([{ name: 'b', problem: { code: 'key', key: 'label' } }]);
  expect(seen).toEqual(['0/6 a', '1/6 b', '1/4 c', '2/4 a', '3/4 c']);
});

it('so is one that cannot be restored', async () => {
  const { run } = setUp({
    open: async ({ name }) => {
      if (name === 'a') throw new CaseError('/a/repository.bundle', { code: 'bundle' });
      return { remove: () => {} } as unknown as CaseWorkspace;
    },
  });
  expect(await run()).toMatchObject({
    results: [{ name: 'b' }, { name: 'c' }],
    unusable: [{ name: 'a', file: '/a/repository.bundle', problem: { code: 'bundle' } }],
  });
});

it('any other error ends it, and removes the workspace', async () => {
  const { run, open } = setUp({ judge: () => Promise.reject(new Error('a defect')) });
  await expect(run()).rejects.toThrow('a defect');
  expect(open).toEqual([]);
});

it('an interruption keeps what was judged before, and not the review it came into', async () => {
  const { run, open, controller } = setUp({
    judge: async ({ root }) => {
      if (root === 'b') controller.abort();
      return judgement({ verdict: root === 'b' ? 'failed' : 'block' });
    },
  });
  expect(await run()).toMatchObject({ results: [{ name: 'a' }], stopped: 'interrupted' });
  expect(open).toEqual([]);
});

it('no review is made once the budget is used up; what was spent is counted, also by failures', async () => {
  const spent: number[] = [];
  const { run } = setUp({
    judge: async (_, spentUsd) => {
      spent.push(spentUsd);
      return judgement({ verdict: 'failed' });
    },
    isBudgetUsedUp: (spentUsd) => spentUsd >= 2,
  });
  expect(await run()).toMatchObject({ results: [{ name: 'a' }, { name: 'b' }], stopped: 'budget' });
  expect(spent).toEqual([0, 1]);
});
