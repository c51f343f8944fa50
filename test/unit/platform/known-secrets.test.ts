import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOnlyPlainText, isPlain, plainTextOnly, secretsInDocument } from '../../../src/platform/known-secrets.ts';
import { redactor } from '../../../src/platform/redact.ts';

describe('plain text', () => {
  it.each([
    ['Stop', true],
    ['supervisor mode disabled', true],
    ['2026-11-18T07:00:00.000Z', true],
    ['9f1c2d3e-1111-4222-8333-444455556666', true],
    ['/home/me/project', false],
    ['sk-ant-api03-AbCdEfGhIjKlMnOp', false],
    ['the password is hunter', false],
    ['two\nlines', false],
  ])('%s: %s', (text, plain) => {
    expect(isPlain(text)).toBe(plain);
    expect(plainTextOnly([])(text)).toBe(plain ? text : '[redacted]');
  });

  it('hides a known secret that looks like plain text', () => {
    expect(plainTextOnly(['correcthorse'])('correcthorse')).not.toContain('correcthorse');
  });

  it('has nothing in which the patterns find anything', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 :.TZ-]{0,60}$/), (text) => {
        fc.pre(isPlain(text));
        expect(redactor([])(text)).toBe(text);
      }),
    );
  });

  it('is looked for at every depth', () => {
    expect(hasOnlyPlainText({ event: 'Stop', count: 1, tool: null, checks: [{ name: 'test' }] })).toBe(true);
    expect(hasOnlyPlainText({ event: 'Stop', checks: [{ name: 'npm test --token=1' }] })).toBe(false);
    expect(hasOnlyPlainText({ notices: ['/home'] })).toBe(false);
  });
});

describe('the secrets in a document', () => {
  it.each<[what: string, document: unknown, secrets: string[]]>([
    [
      'a key',
      { providers: { x: { api_key: 'key-of-x', env: { X_TOKEN: 'token-of-x' } } } },
      ['key-of-x', 'token-of-x'],
    ],
    ['a header', { otel: { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=header-1' } }, ['header-1']],
    ['the password of an address', { list: [{ url: 'https://me:password-1@host/' }] }, ['password-1']],
    ['the name of a variable', { env: { X_TOKEN: '${OTHER_TOKEN}' } }, []],
    ['commands', { apiKeyHelper: 'pass show x', api_key_command: 'pass show y' }, []],
    ['other settings', { supervisor: { checks: [{ name: 'test', run: 'npm test' }], max_iterations: 20 } }, []],
    ['a name that is special', JSON.parse('{"__proto__": {"api_key": "key-of-proto"}}'), ['key-of-proto']],
    ['no object', null, []],
  ])('%s', (_, document, secrets) => {
    expect([...new Set(secretsInDocument(document))].sort()).toEqual([...secrets].sort());
  });

  it('of any depth', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}{"api_key":"key-below"}${']'.repeat(5000)}`);
    expect(secretsInDocument(deep)).toEqual(['key-below']);
  });
});
