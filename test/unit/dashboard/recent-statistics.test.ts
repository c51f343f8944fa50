import { expect, it } from 'vitest';
import { RecentStatistics } from '../../../src/dashboard/recent-statistics.ts';
import { Statistics } from '../../../src/history/statistics.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { madeUpDecision, madeUpJournal, weeksOfWork } from '../../support/made-up-journal.ts';

const NOW = Date.parse('2026-11-17T12:00:30.000Z');
const at = (minutesAgo: number, after = NOW) => new Date(after - minutesAgo * 60_000).toISOString();
const review = (minutesAgo: number) => madeUpDecision(`s${minutesAgo}`, at(minutesAgo), {});

function recent(lines: readonly JournalLine[], now = () => NOW): RecentStatistics {
  const statistics = new RecentStatistics(now);
  for (const line of lines) statistics.add(line);
  return statistics;
}
const roundsSince = async (statistics: RecentStatistics, time: string) => (await statistics.since(time)).total.rounds;

it('counts from the minute of a time on', async () => {
  const statistics = recent([review(61), review(60), review(1)]);
  expect(await roundsSince(statistics, at(60))).toBe(2);
  expect(await roundsSince(statistics, at(60.5))).toBe(2);
  expect(await roundsSince(statistics, at(59))).toBe(1);
  expect(await roundsSince(statistics, at(61))).toBe(3);
});

it('adds what comes later, each line once, also for requests at the same time', async () => {
  const statistics = recent(Array.from({ length: 3_000 }, (_, n) => review(n / 100)));
  const asked = [roundsSince(statistics, at(60)), roundsSince(statistics, at(60))];
  statistics.add(review(0));
  expect(await Promise.all(asked)).toEqual([3_001, 3_001]);
  statistics.add(review(0));
  expect(await roundsSince(statistics, at(60))).toBe(3_002);
});

it('lets others have their turn while it counts many', async () => {
  const statistics = recent(Array.from({ length: 5_000 }, (_, n) => review(n / 100)));
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  await statistics.since(at(60));
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
});

it('forgets what is more than a day ago, and keeps all the rest when there are many', async () => {
  let now = NOW;
  const statistics = recent([review(25 * 60)], () => now);
  expect(await roundsSince(statistics, at(26 * 60))).toBe(0);
  for (let n = 0; n < 12_000; n++) statistics.add(review(60 - n / 1_000));
  expect(await roundsSince(statistics, at(120))).toBe(12_000);
  now += (23 * 60 + 6) * 60_000;
  // All of the minute in which the day began.
  expect(await roundsSince(statistics, at(121))).toBe(6_500);
});

it('keeps everything of a line that figures are made of', async () => {
  const time = at(30);
  const lines = [...madeUpJournal(), ...weeksOfWork()].map((line) => ({ ...line, time }));
  const more: JournalLine[] = [
    madeUpDecision('a', time, { touched: ['a.ts'] }),
    madeUpDecision('a', time, { changed_settings: ['ccc.json'] }),
    madeUpDecision('a', time, {
      ...{ cause: 'answered', event: 'PreToolUse', answers: [{ question: '?', answer: 'EUR', ground: 'the README' }] },
    }),
    ...['impossible', 'stall', 'limit', 'budget', 'overruled'].map((cause) => madeUpDecision('a', time, { cause })),
    {
      ...{ v: 2, time, session_id: 'a', supervisor_id: 'a', why: 'It is fine.', by: 'command' },
      ...{ overruled: { time, verdict: 'block', feedback: 'Run it.' }, folder: null, branch: null, request: null },
    } as unknown as JournalLine,
  ];
  const all = new Statistics();
  for (const line of [...lines, ...more]) all.add(line);
  const found = await recent([...lines, ...more]).since(at(31));
  expect(found.groups).toEqual(all.groups);
  expect(found.roundsToApproval).toEqual(all.roundsToApproval);
  expect(found.latency()).toEqual(all.latency());
  expect(found.total).toMatchObject({ overruled: 1, apiErrors: 2, answers: 1, doubted: 2 });
});
