import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekOf } from '../../../src/audit/week.ts';
import { dayOf } from '../../../src/platform/local-time.ts';

describe('ISO weeks', () => {
  it.each([
    [new Date(2026, 10, 15, 23, 59), { name: '2026-W46', from: '2026-11-09' }],
    [new Date(2026, 10, 16, 0, 0), { name: '2026-W47', from: '2026-11-16' }],
    // The days around New Year belong to the year that has the Thursday.
    [new Date(2024, 11, 30), { name: '2025-W01', from: '2024-12-30' }],
    [new Date(2027, 0, 3), { name: '2026-W53', from: '2026-12-28' }],
    [new Date(2027, 0, 4), { name: '2027-W01', from: '2027-01-04' }],
    [new Date(2021, 0, 1), { name: '2020-W53', from: '2020-12-28' }],
  ])('%s', (time, week) => expect(weekOf(time)).toEqual(week));

  it('every week has seven days and begins on a Monday, whatever the clock does to its hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 23 }), (days, hour) => {
        const { name, from } = weekOf(new Date(2000, 0, 1 + days, hour, 30));
        const [year, month, day] = from.split('-').map(Number) as [number, number, number];
        expect(new Date(year, month - 1, day).getDay()).toBe(1);
        for (let later = 0; later < 7; later++)
          expect(weekOf(new Date(year, month - 1, day + later, hour))).toEqual({ name, from });
        expect(weekOf(new Date(year, month - 1, day + 7, hour)).name > name).toBe(true);
      }),
    );
  });
});

it('a day is the local one', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
});
