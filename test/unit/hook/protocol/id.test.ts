import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseId } from '../../../../src/hook/protocol/id.ts';

describe('an id', () => {
  it.each(['a', '0', '-', '_', 'test-001', 'a.b', 'a..b', 'A'.repeat(128), '51736a2a-7273-44ee-8d19-04b3b54fff85'])(
    '%j is usable',
    (id) => expect(parseId(id)).toBe(id),
  );

  it.each([
    '',
    '.',
    '..',
    '.hidden',
    '../up',
    'a/b',
    'a\\b',
    'a b',
    ' a',
    'a\0',
    'a\n',
    '\na',
    'a\nb',
    'a\r',
    'naïve',
    '编号',
    'a'.repeat(129),
    'a'.repeat(10_000),
  ])('%j is not', (id) => expect(parseId(id)).toBeUndefined());

  it('never names a file outside its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (text) => {
        const id = parseId(text);
        if (id !== undefined) expect(id).toMatch(/^(?!\.)[A-Za-z0-9._-]{1,128}(?!\n)$/);
      }),
    );
  });
});
