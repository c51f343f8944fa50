import { describe, expect, it } from 'vitest';
import { Statistics } from '../../../src/history/statistics.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { decision, other } from './lines.ts';

function statistics(...lines: JournalLine[]) {
  const found = new Statistics();
  for (const line of lines) found.add(line);
  return found;
}

const localNoon = (day: number) => new Date(2026, 0, day, 12).toISOString();

describe('statistics', () => {
  it('counts each outcome once, and only an approved stop as an approval', () => {
    const { total } = statistics(
      decision(),
      decision({ event: 'PreToolUse' }),
      decision({ verdict: 'block' }),
      decision({ verdict: 'failed', cause: 'api' }),
      decision({ cause: 'impossible' }),
      decision({ cause: 'stall' }),
      decision({ cause: 'limit' }),
      decision({ cause: 'budget' }),
      decision({ cause: 'off' }),
      decision({ cause: 'overruled' }),
      other({ api_error: 'overloaded', message: '529' }),
      other({ mode: 'on' }),
      other({ by_hand: { verdict: 'block', event: 'Stop', cause: 'review', feedback: '', cost_usd: 5 } }),
    );
    expect(total).toMatchObject({
      ...{ rounds: 6, approvals: 1, blocks: 1, failures: 1, impossible: 1, stalls: 1, limits: 2, apiErrors: 1 },
      tokens: { input: 60, output: 12, cache_read: 18, cache_write: 24 },
    });
    expect(total.costUsd).toBeCloseTo(0.06);
  });

  it('counts claims by status, and those that were caught', () => {
    const claim = (status: string) => ({ kind: 'tests', quote: 'all pass', status });
    const { total } = statistics(
      decision({ verdict: 'block', claims: ['backed', 'contradicted', 'constructor'].map(claim) }),
      decision({ claims: [claim('contradicted')] }),
      decision({ claims: 'none' }),
    );
    expect(total.claims).toEqual({ backed: 1, stale: 0, contradicted: 2, unbacked: 0, undecidable: 0 });
    expect(total.falseClaims).toBe(1);
  });

  it('groups by local day, provider, model and project', () => {
    const found = statistics(
      decision({ time: localNoon(1), provider: 'a', model: 'x', folder: '/one' }),
      decision({ time: localNoon(2), provider: 'b', model: 'x', folder: '/two' }),
      decision({ time: localNoon(2), provider: 'b', model: null, folder: '/two' }),
    );
    const reviews = (by: Map<string, { rounds: number }>) =>
      Object.fromEntries([...by].map(([key, totals]) => [key, totals.rounds]));
    expect(reviews(found.byDay)).toEqual({ '2026-01-01': 1, '2026-01-02': 2 });
    expect(reviews(found.byProvider)).toEqual({ a: 1, b: 2 });
    expect(reviews(found.byModel)).toEqual({ x: 2, '': 1 });
    expect(reviews(found.byProject)).toEqual({ '/one': 1, '/two': 2 });
    expect(found.groups).toHaveLength(3);
    expect(found.total.rounds).toBe(3);
  });

  it('has of some groups all that it has of the whole', () => {
    const of = (folder: string, fields: object) => decision({ folder, ...fields });
    const found = statistics(
      of('/one', { count: 1, duration_ms: 1000 }),
      of('/two', { count: 4, duration_ms: 60_000, time: localNoon(3) }),
      of('/two', { count: 4, duration_ms: 60_000 }),
    );
    const two = found.where(({ project }) => project === '/two');
    expect([two.total.rounds, two.byDay.size, [...two.roundsToApproval]]).toEqual([2, 2, [[4, 2]]]);
    expect(two.latency().p50).toBeGreaterThan(58_000);
    expect(found.latency().p50).toBe(two.latency().p50);
    expect(found.where(() => false).latency()).toEqual({ p50: 0, p90: 0, p99: 0 });
    // What was looked at is still as it was.
    expect([found.total.rounds, [...found.roundsToApproval]]).toEqual([
      3,
      [
        [1, 1],
        [4, 2],
      ],
    ]);
  });

  it('puts an overruled verdict where the verdict was', () => {
    const overruled = {
      time: decision().time,
      verdict: 'block',
      event: 'Stop',
      tool: null,
      cause: 'review',
      feedback: '',
    };
    const found = statistics(decision({ verdict: 'block' }), other({ overruled, why: '', by: '/overrule' }));
    expect(found.byProject.get('/shop')).toMatchObject({ blocks: 1, overruled: 1 });
  });

  it('counts the rounds until a task was approved', () => {
    const found = statistics(
      ...[1, 3, 3, null, -1, 1.5].map((count) => decision({ count })),
      decision({ count: 9, verdict: 'block' }),
    );
    expect([...found.roundsToApproval]).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });

  it('knows the latency within 3 %', () => {
    const found = statistics(...Array.from({ length: 1000 }, (_, at) => decision({ duration_ms: (at + 1) * 100 })));
    const { p50, p90, p99 } = found.latency();
    for (const [is, expected] of [
      [p50, 50_000],
      [p90, 90_000],
      [p99, 99_000],
    ] as const) {
      expect(is).toBeGreaterThanOrEqual(expected);
      expect(is / expected).toBeLessThan(1.051);
    }
    expect(statistics().latency()).toEqual({ p50: 0, p90: 0, p99: 0 });
  });

  it('counts nothing of a field that was edited into something else', () => {
    const kept = decision({ cost_usd: 'much', tokens: 'many', claims: 3, answers: {}, duration_ms: null, folder: 5 });
    expect(statistics(kept).total).toMatchObject({ rounds: 1, costUsd: 0, reviewMs: 0 });
  });
});

it('every judged event is counted as one of what came of it', () => {
  const lines = (['allow', 'block', 'failed'] as const).flatMap((verdict) =>
    ['review', 'check', 'claims', 'answered', 'impossible', 'stall', 'unattended', 'api'].flatMap((cause) =>
      ['Stop', 'PreToolUse', 'SubagentStop'].map((event) => decision({ verdict, cause, event })),
    ),
  );
  lines.push(decision({ touched: ['a.ts'] }), decision({ changed_settings: ['ccc.json'] }));
  const { rounds, approvals, doubted, blocks, failures, impossible, stalls, answered, noObjections } = statistics(
    ...lines,
  ).total;
  expect(doubted).toBe(2);
  expect(approvals + doubted + blocks + failures + impossible + stalls + answered + noObjections).toBe(rounds);
  expect(rounds).toBe(lines.length);
  expect(noObjections).toBeGreaterThan(0);
});

it('of a journal that was made up it keeps as many groups as it is told, and counts everything', () => {
  const found = new Statistics(20);
  for (let n = 0; n < 200; n++)
    found.add(decision({ time: localNoon(1 + n), folder: `/${n}`, model: 'x'.repeat(n * 1000) }));
  expect(found.groups.length).toBeLessThanOrEqual(41);
  expect(found.total.rounds).toBe(200);
  expect(Math.max(...found.groups.map(({ model }) => model.length))).toBeLessThanOrEqual(300);
});
