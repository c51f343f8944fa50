import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetOf } from '../../../src/hook/budget.ts';
import { budgetFor } from '../../../src/hook/rules/budget.ts';
import { journalEntries } from '../../../src/journal/read.ts';
import { ReadLimit } from '../../../src/journal/read-limit.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { temporaryFolder } from '../folder.ts';
import { ENTRY, newJournal } from '../journal/lines.ts';

const NOW = new Date(2026, 0, 10, 12);
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

const usd = fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined });

it('is the same as by the whole journal', () => {
  const folder = temporaryFolder();
  let n = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          session_id: fc.constantFrom('a', 'b', 'a.1'),
          hours: fc.integer({ min: 0, max: 60 }),
          cost_usd: fc.constantFrom(null, 1, 2),
        }),
        { maxLength: 30 },
      ),
      fc.record({ maxCostUsd: usd, maxCostUsdPerDay: usd }),
      (lines, limits) => {
        const journal = join(folder, String(++n), 'reviews.jsonl');
        for (const { hours, ...more } of [...lines].sort((one, other) => other.hours - one.hours))
          appendJournal(
            journal,
            { ...ENTRY, supervisor_id: 'x', ...more, time: hoursAgo(hours) },
            (text) => text,
            2500,
          );
        const midnight = new Date(2026, 0, 10).toISOString();
        expect(budgetOf(limits, 'a', journal, NOW)).toEqual(budgetFor(limits, 'a', midnight, journalEntries(journal)));
        expect(budgetOf(limits, undefined, journal, NOW)).toEqual(
          budgetFor(limits, '', midnight, journalEntries(journal)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

describe('what somebody adds to the journal gives back nothing of a limit', () => {
  const SESSION = { maxCostUsd: 1, maxCostUsdPerDay: undefined };
  const DAY = { maxCostUsd: undefined, maxCostUsdPerDay: 1 };
  function spent(): string {
    const journal = newJournal();
    appendJournal(journal, { ...ENTRY, session_id: 'a', time: hoursAgo(1), cost_usd: 50 }, (text) => text);
    return journal;
  }

  it('lines with an early time', () => {
    const journal = spent();
    const early = { time: '2001-01-01T00:00:00.000Z', session_id: 'z', supervisor_id: 'z', mode: 'on' };
    appendFileSync(journal, `${JSON.stringify(early)}\n`.repeat(500));
    expect(budgetOf(DAY, 'b', journal, NOW).reached).toEqual({ key: 'max_cost_usd_per_day', usd: 1 });
    expect(budgetOf(SESSION, 'a', journal, NOW).reached).toEqual({ key: 'max_cost_usd', usd: 1 });
  });

  it('a hole of more than is read: what was spent cannot be counted, so the limit counts as used up', () => {
    const journal = spent();
    truncateSync(journal, statSync(journal).size + 600 * 1024 * 1024);
    appendFileSync(journal, '\n');
    for (const [limits, key] of [
      [SESSION, 'max_cost_usd'],
      [DAY, 'max_cost_usd_per_day'],
    ] as const)
      expect(budgetOf(limits, 'a', journal, NOW)).toEqual({ leftUsd: 0, reached: { key, usd: 1, uncounted: true } });
    expect(budgetOf({ maxCostUsd: undefined, maxCostUsdPerDay: undefined }, 'a', journal, NOW).reached).toBeUndefined();
  });

  it('what is known to be used up is said as that', () => {
    const few = () => new ReadLimit(70_000);
    expect(budgetOf({ ...SESSION, maxCostUsd: 60 }, 'a', spent(), NOW, few).reached).toBeUndefined();
    const none = () => new ReadLimit(65_000);
    expect(budgetOf({ ...SESSION, maxCostUsd: 60 }, 'a', spent(), NOW, none).reached?.uncounted).toBe(true);
    const journal = spent();
    appendFileSync(journal, `${'x'.repeat(100_000)}\n`);
    appendJournal(journal, { ...ENTRY, session_id: 'a', time: hoursAgo(1), cost_usd: 50 }, (text) => text);
    expect(budgetOf(SESSION, 'a', journal, NOW, () => new ReadLimit(150_000)).reached).toEqual({
      key: 'max_cost_usd',
      usd: 1,
    });
  });
});
