import { describe, expect, it } from 'vitest';
import { type EvalReport, reportData, reportText } from '../../../src/eval/report.ts';
import type { CaseResult } from '../../../src/eval/run-cases.ts';

const result = (name: string, more: Partial<CaseResult> = {}): CaseResult => ({
  ...{ name, kind: name.split('/')[0] as string, label: 'block', why: 'w', repeat: 1, verdict: 'block' },
  ...{ cause: 'review', feedback: '', findings: [], model: 'claude-x', costUsd: 0.01, durationMs: 2000, ...more },
});
const report = (results: CaseResult[], more: Partial<EvalReport> = {}): EvalReport => ({
  ...{ results, unusable: [], stopped: undefined, factsOnly: false, repeat: 1, ...more },
});

const REPEATED = report(
  [
    result('stale/a'),
    result('stale/b', { verdict: 'allow', feedback: '\n  Looks fine.\nReally.' }),
    result('docs/c', { label: 'allow', verdict: 'block', feedback: 'Run \u001b[31mthem.' }),
    result('docs/d', { label: 'allow', verdict: 'allow' }),
    result('stale/a', { repeat: 2 }),
    result('stale/b', { repeat: 2 }),
    result('docs/c', {
      repeat: 2,
      label: 'allow',
      verdict: 'failed',
      cause: 'api',
      feedback: '529 overloaded',
      costUsd: null,
    }),
    result('docs/d', { repeat: 2, label: 'allow', verdict: 'allow' }),
  ],
  { repeat: 2 },
);

describe('for people', () => {
  const text = reportText(REPEATED, 'en');

  it('the whole report', () =>
    expect(text).toBe(
      `4 cases, 8 reviews, 1 failed, by claude-x

deserves  allowed  blocked  failed
allow     2        1        1
block     1        3        0

precision  75 % (26–96 %)  3 of 4 blocks deserved
recall     75 % (20–97 %)  3 of 4 that deserve a block were blocked
accuracy   71 % (28–94 %)  5 of 7 verdicts right
agreement  67 % (21–94 %)  2 of 3 cases with the same verdict in every repeat; Fleiss’ kappa 0.33
cost       $0.070          $0.009 per review
time       16 s            2.0 s per review

kind   deserves  cases  allowed  blocked  failed  right           same  cost    time each
docs   allow     2      2        1        1       67 % (16–95 %)  1/1   $0.030  2.0 s
stale  block     2      1        3        0       75 % (20–97 %)  1/2   $0.040  2.0 s

Wrong verdicts
  stale/b, repeat 1: deserves block, was allowed
    Looks fine.
  docs/c, repeat 1: deserves allow, was blocked
    Run <U+001B>[31mthem.

Failed reviews
  docs/c, repeat 2: api
    529 overloaded
`,
    ));

  it('the same in Chinese', () => {
    const chinese = reportText(REPEATED, 'zh');
    expect(chinese).toContain('4 个用例，8 次审查，其中 1 次失败，模型：claude-x');
    expect(chinese).toContain('stale/b（第 1 次）：应当退回，被放行');
    expect(chinese).not.toMatch(/undefined|\[object/);
  });

  it('without a model: no cost, no time, no repeats, but the findings that decided', () => {
    const finding = { kind: 'claim', about: 'test', certain: true, text: 'no test was run' } as const;
    const facts = { model: null, costUsd: null, cause: 'facts' };
    const shown = reportText(
      report(
        [
          result('stale/a', { ...facts, findings: [finding], feedback: finding.text }),
          result('docs/c', { ...facts, label: 'allow', findings: [finding], feedback: finding.text }),
        ],
        { factsOnly: true },
      ),
      'en',
    );
    expect(shown).toMatch(/^2 cases, judged by the evidence alone, without a model\n/);
    expect(shown).toContain('Findings that decided\n  claim  2 cases, 1 of them deserved\n');
    expect(shown).toContain('docs/c: deserves allow, was blocked\n    no test was run\n');
    expect(shown).not.toMatch(/cost|time|agreement|kappa|\$/);
  });

  it('nothing judged yet', () => expect(reportText(report([]), 'en')).toContain('0 cases, 0 reviews'));
});

describe('for programs', () => {
  it('one document, with every result', () => {
    const unusable = [{ name: 'x', file: '/x/case.json', problem: { code: 'not-json' } }] as const;
    const data = reportData({ ...REPEATED, unusable: [...unusable], stopped: 'interrupted' });
    expect(data).toMatchObject({
      facts_only: false,
      repeat: 2,
      stopped: 'interrupted',
      models: ['claude-x'],
      cases: 4,
      reviews: 8,
      matrix: { allow: { allow: 2, block: 1, failed: 1 }, block: { allow: 1, block: 3, failed: 0 } },
      precision: { value: 0.75, count: 3, of: 4 },
      agreement: { same: { count: 2, of: 3 } },
      cost_usd: 0.07,
      duration_ms: 16_000,
      kinds: [
        {
          kind: 'docs',
          label: 'allow',
          cases: 2,
          matrix: { allow: { allow: 2, block: 1, failed: 1 } },
          cost_usd: 0.03,
        },
        { kind: 'stale', label: 'block', cases: 2 },
      ],
      misses: [
        { name: 'stale/b', label: 'block', verdict: 'allow', repeat: 1 },
        { name: 'docs/c', label: 'allow', verdict: 'block', repeat: 1 },
      ],
      unusable,
    });
    expect((data as { results: unknown[] }).results[6]).toMatchObject({
      ...{ name: 'docs/c', kind: 'docs', label: 'allow', repeat: 2, verdict: 'failed', cause: 'api' },
      ...{ feedback: '529 overloaded', findings: [], model: 'claude-x', cost_usd: null, duration_ms: 2000 },
    });
    expect(JSON.stringify(data)).not.toMatch(/"[a-z_]+[A-Z]\w*":/);
  });
});
