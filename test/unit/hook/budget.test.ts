import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { budgetOf } from '../../../src/hook/budget.ts';
import { budgetFor } from '../../../src/hook/rules/budget.ts';
import { journalEntries } from '../../../src/journal/read.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { temporaryFolder } from '../folder.ts';
import { ENTRY } from '../journal/lines.ts';

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
