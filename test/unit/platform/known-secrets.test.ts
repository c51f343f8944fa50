import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOnlyPlainText, isPlain, plainTextOnly } from '../../../src/platform/known-secrets.ts';
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
