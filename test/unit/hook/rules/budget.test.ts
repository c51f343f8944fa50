import { describe, expect, it } from 'vitest';
import { budgetFor, type CostLimits } from '../../../../src/hook/rules/budget.ts';

const TODAY = '2026-11-16T00:00:00.000Z';
const spent = (session_id: string, cost_usd: number | null, time = '2026-11-16T10:00:00.000Z') => ({
  session_id,
  cost_usd,
  time,
});
const JOURNAL = [
  spent('mine', 0.4),
  spent('mine', null),
  spent('other', 3),
  spent('mine', 0.3, '2026-11-15T23:59:59.999Z'),
  spent('other', 5, '2026-11-15T12:00:00.000Z'),
];

describe('what is left', () => {
  it.each<[why: string, limits: Partial<CostLimits>, leftUsd: number | undefined, reached: string | undefined]>([
    ['no limit', {}, undefined, undefined],
    ['of the session, on whatever day', { maxCostUsd: 1 }, 0.3, undefined],
    ['of the day, whichever session', { maxCostUsdPerDay: 4 }, 0.6, undefined],
    ['the smaller of both', { maxCostUsd: 10, maxCostUsdPerDay: 4 }, 0.6, undefined],
    ['nothing of the session', { maxCostUsd: 0.5, maxCostUsdPerDay: 100 }, 0, 'max_cost_usd'],
    ['nothing of the day', { maxCostUsd: 5, maxCostUsdPerDay: 3 }, 0, 'max_cost_usd_per_day'],
  ])('%s', (_, limits, leftUsd, reached) => {
    const all = { maxCostUsd: undefined, maxCostUsdPerDay: undefined, ...limits };
    const budget = budgetFor(all, 'mine', TODAY, JOURNAL);
    if (leftUsd === undefined) expect(budget.leftUsd).toBeUndefined();
    else expect(budget.leftUsd).toBeCloseTo(leftUsd);
    expect(budget.reached?.key).toBe(reached);
  });

  it('exactly at the limit nothing is left', () => {
    const limits = { maxCostUsd: 0.5, maxCostUsdPerDay: undefined };
    const reached = { key: 'max_cost_usd', usd: 0.5 };
    expect(budgetFor(limits, 'mine', TODAY, [spent('mine', 0.25), spent('mine', 0.25)])).toEqual({
      leftUsd: 0,
      reached,
    });
  });
});
