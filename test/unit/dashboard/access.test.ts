import { expect, it } from 'vitest';
import { type AccessRequest, refusalOf } from '../../../src/dashboard/access.ts';

const TOKEN = 'abc-DEF_123';
const refusal = (change: Partial<AccessRequest>) =>
  refusalOf(
    { method: 'GET', url: `/?token=${TOKEN}`, ...change, headers: { host: '127.0.0.1:80', ...change.headers } },
    { token: TOKEN, port: 80 },
  );

it.each<[what: string, change: Partial<AccessRequest>, status: number | undefined]>([
  ['the page itself', {}, undefined],
  ['by name', { headers: { host: 'localhost:80', origin: 'http://localhost:80' } }, undefined],
  ['typed into the address bar', { headers: { 'sec-fetch-site': 'none' } }, undefined],
  ['HEAD', { method: 'HEAD' }, undefined],
  ['no token', { url: '/' }, 403],
  ['an empty token', { url: '/?token=' }, 403],
  ['another token of that length', { url: `/?token=${TOKEN.replace('a', 'b')}` }, 403],
  ['a longer one', { url: `/?token=${TOKEN}x` }, 403],
  ['no url', { url: undefined }, 403],
  ['a name that a name server sends here', { headers: { host: 'evil.example:80' } }, 403],
  ['another port', { headers: { host: '127.0.0.1:81' } }, 403],
  ['no host', { headers: { host: undefined } }, 403],
  ['a page from elsewhere', { headers: { origin: 'https://evil.example' } }, 403],
  ['a page without an origin', { headers: { origin: 'null' } }, 403],
  ['another port of this machine', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
  ['POST', { method: 'POST' }, 405],
  ['no method', { method: undefined }, 405],
])('%s', (_, change, status) => expect(refusal(change)).toBe(status));
