import { expect, it } from 'vitest';
import { type AccessRequest, refusalOf } from '../../../src/dashboard/access.ts';

const TOKEN = 'abc-DEF_123';
const refusal = (change: Partial<AccessRequest>) =>
  refusalOf(
    { method: 'GET', url: `/?token=${TOKEN}`, ...change, headers: { host: '127.0.0.1:80', ...change.headers } },
    { token: TOKEN, port: 80 },
  );

/** As a browser follows the file that it was started with. */
const FROM_FILE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const fromFile = (headers: object, change: Partial<AccessRequest> = {}) => ({
  ...change,
  headers: { ...FROM_FILE, ...headers },
});

it.each<[what: string, change: Partial<AccessRequest>, status: number | undefined]>([
  ['the page itself', {}, undefined],
  ['by name', { headers: { host: 'localhost:80', origin: 'http://localhost:80' } }, undefined],
  ['typed into the address bar', { headers: { 'sec-fetch-site': 'none' } }, undefined],
  ['the page, from a file', fromFile({}), undefined],
  ['the page from elsewhere, without a token', fromFile({}, { url: '/' }), 403],
  ['data from elsewhere', fromFile({}, { url: `/api/sessions?token=${TOKEN}` }), 403],
  ['a path that does not exist from elsewhere', fromFile({}, { url: `//?token=${TOKEN}` }), 403],
  ['the page from another port', fromFile({ 'sec-fetch-site': 'same-site' }), 403],
  ['HEAD from elsewhere', fromFile({}, { method: 'HEAD' }), 403],
  ['a form from elsewhere', fromFile({}, { method: 'POST' }), 403],
  ['the page in a frame', fromFile({ 'sec-fetch-dest': 'iframe' }), 403],
  ['the page as a script', fromFile({ 'sec-fetch-dest': 'script' }), 403],
  ['the page for a script', fromFile({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }), 403],
  ['the page for a script that may read it', fromFile({ 'sec-fetch-mode': 'cors' }), 403],
  ['the page from elsewhere, it is not said how', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
  ['the page from a file, by another name', fromFile({ host: 'evil.example:80' }), 403],
  ['the page from a page with an origin', fromFile({ origin: 'https://evil.example' }), 403],
  ['the page from a page without one', fromFile({ origin: 'null' }), 403],
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
