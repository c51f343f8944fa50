import { expect, it } from 'vitest';
import { addressOf, type Filter, viewOf } from '../../../../src/dashboard/page/address.ts';

const filter = (change: Partial<Filter> = {}): Filter => ({
  ...{ q: '', outcome: '', project: '', provider: '', days: '' },
  ...change,
});

it.each<[session: string, filter: Filter, address: string]>([
  ['', filter(), '#/'],
  ['', filter({ project: '/home/me/a b?c#d', days: '7' }), '#/?project=%2Fhome%2Fme%2Fa+b%3Fc%23d&days=7'],
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
  ['#/?days=soon&other=1', '', filter()],
  ['#/?days=0', '', filter()],
])('what somebody typed: %s', (hash, session, expected) => expect(viewOf(hash)).toEqual({ session, filter: expected }));
