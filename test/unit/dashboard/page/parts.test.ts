import { expect, it } from 'vitest';
import { moment, shortMoment } from '../../../../src/dashboard/page/parts.ts';

const time = new Date(2026, 10, 17, 9, 5, 7).toISOString();

it.each<[precision: 'minutes' | 'seconds' | undefined, text: string]>([
  [undefined, '2026-11-17 09:05'],
  ['minutes', '2026-11-17 09:05'],
  ['seconds', '2026-11-17 09:05:07'],
])('a time to the %s', (precision, text) => expect(moment(time, precision)).toBe(text));

it('what is no time is shown as it is', () => expect(moment('never')).toBe('never'));

it('a time of today is short', () => {
  expect(shortMoment(new Date(time), new Date(2026, 10, 17, 23, 59))).toBe('09:05');
  expect(shortMoment(new Date(time), new Date(2026, 10, 18, 0, 1))).toBe('2026-11-17 09:05');
});
