import { expect, it } from 'vitest';
import { addressOf, type Filter, sinceOf, viewOf } from '../../../../src/dashboard/page/address.ts';

const filter = (change: Partial<Filter> = {}): Filter => ({
  ...{ q: '', outcome: '', project: '', provider: '', period: '' },
  ...change,
});

it.each<[session: string, filter: Filter, address: string]>([
  ['', filter(), '#/'],
  ['', filter({ project: '/home/me/a b?c#d', period: '7d' }), '#/?project=%2Fhome%2Fme%2Fa+b%3Fc%23d&period=7d'],
  ['', filter({ outcome: 'needs-you', period: '12h' }), '#/?outcome=needs-you&period=12h'],
  ['aaaa-1111', filter(), '#/session/aaaa-1111'],
  [
    'a/b ?#',
    filter({ q: '购物车 & more', outcome: 'sent-back', provider: '127.0.0.1:1' }),
    expect.stringMatching(/^#\/session\/a%2F/),
  ],
])('the address of %s with %o, and back', (session, given, address) => {
  const found = addressOf({ session, filter: given });
  expect(found).toEqual(address);
  expect(viewOf(found)).toEqual({ session, filter: given });
});

it.each<[hash: string, session: string, filter: Filter]>([
  ['', '', filter()],
  ['#', '', filter()],
  ['#/session/', '', filter()],
  ['#/session/%E0%A4%A', '%E0%A4%A', filter()],
  ['#/?period=soon&other=1', '', filter()],
  ['#/?period=0d', '', filter()],
  ['#/?period=13h', '', filter()],
])('what somebody typed: %s', (hash, session, expected) => expect(viewOf(hash)).toEqual({ session, filter: expected }));

it.each<[period: string, since: string]>([
  ['', ''],
  ['12h', new Date(2026, 10, 17, 2, 30).toISOString()],
  ['1d', new Date(2026, 10, 17).toISOString()],
  ['2d', new Date(2026, 10, 16).toISOString()],
  ['30d', new Date(2026, 9, 19).toISOString()],
])('a period of %s begins at %s', (period, since) =>
  expect(sinceOf(period, new Date(2026, 10, 17, 14, 30))).toBe(since),
);
