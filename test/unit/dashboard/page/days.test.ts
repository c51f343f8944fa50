import { afterEach, describe, expect, it } from 'vitest';
import { everyDay } from '../../../../src/dashboard/page/days.ts';
import { dayOf } from '../../../../src/platform/local-time.ts';

const work = (day: string) => ({ day, rounds: 7, approvals: 1, blocks: 2, failures: 3, costUsd: 4 });
const daysOf = (days: string[], most = 90, today = '9999-12-31') =>
  everyDay(days.map(work), most, today).map(({ day }) => day);

it('draws days without work', () =>
  expect(everyDay([work('2026-11-17'), work('2026-11-19')], 90, '2026-11-19')).toEqual([
    work('2026-11-17'),
    { day: '2026-11-18', rounds: 0, approvals: 0, blocks: 0, failures: 0, costUsd: 0 },
    work('2026-11-19'),
  ]));

it.each<[what: string, days: string[], expected: string[]]>([
  ['none', [], []],
  ['one', ['2026-11-17'], ['2026-11-17']],
  ['the end of a year', ['2026-12-30', '2027-01-01'], ['2026-12-30', '2026-12-31', '2027-01-01']],
  ['a leap day', ['2028-02-28', '2028-03-01'], ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['what is no day', ['NaN-NaN-NaN', '2026-11-17'], ['2026-11-17']],
])('%s', (_, days, expected) => expect(daysOf(days)).toEqual(expected));

it('draws the last days of a long journal, however far apart they are', () => {
  expect(daysOf(['2020-01-01', '2026-11-15', '2026-11-17'], 4)).toEqual([
    ...['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'],
  ]);
  expect(daysOf(['0001-01-01', '9999-12-31'])).toHaveLength(90);
});

it('draws no day after today', () =>
  expect(daysOf(['2026-11-16', '2026-11-17', '2099-01-01'], 90, '2026-11-17')).toEqual(['2026-11-16', '2026-11-17']));

describe('where the clocks change', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // At midnight in Beirut and Santiago, half an hour in Lord Howe.
  it.each([
    ['Europe/Berlin', '2026-03-27', '2026-10-23'],
    ['Asia/Beirut', '2026-03-27', '2026-10-23'],
    ['America/Santiago', '2026-04-03', '2026-09-04'],
    ['Australia/Lord_Howe', '2026-04-03', '2026-10-02'],
  ])('each local day of %s is there once', (timeZone, ...starts) => {
    process.env.TZ = timeZone;
    for (const start of starts) {
      const [year = 0, month = 0, day = 0] = start.split('-').map(Number);
      const local = Array.from({ length: 6 }, (_, at) => dayOf(new Date(year, month - 1, day + at, 12)));
      expect(daysOf([local[0] as string, local[5] as string])).toEqual(local);
    }
  });
});
