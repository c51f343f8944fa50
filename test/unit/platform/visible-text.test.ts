import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../../src/platform/text-layout.ts';
import { visible, visibleLine, wrapPrefixed, wrapVisible } from '../../../src/platform/visible-text.ts';

describe('what a terminal would act on, or show as nothing', () => {
  it.each<[what: string, text: string, shown: string]>([
    ['clearing the screen', '\x1b[2Jhello', '<U+001B>[2Jhello'],
    ['a C1 control', 'a\u009b1A', 'a<U+009B>1A'],
    ['writing over the line', 'rm -rf /\rnpm test', 'rm -rf /<U+000D>npm test'],
    ['a backspace', 'a\bb', 'a<U+0008>b'],
    ['right to left', 'a\u202eb\u2066', 'a<U+202E>b<U+2066>'],
    ['no width at all', 'a\u200bb\u2060\u00ad', 'a<U+200B>b<U+2060><U+00AD>'],
    ['a blank letter', 'a\u3164b', 'a<U+3164>b'],
    ['a space that is none', 'npm\u00a0test', 'npm<U+00A0>test'],
    ['a tag', `a${String.fromCodePoint(0xe0041)}`, 'a<U+E0041>'],
    ['half a pair', 'a\ud800', 'a<U+D800>'],
    ['another line', 'a\u2028b', 'a<U+2028>b'],
    ['plain and Chinese text, and pictures', 'npm test\t你好　✔️ 👍', 'npm test\t你好　✔️ 👍'],
  ])('%s', (_, text, shown) => expect(visible(text)).toBe(shown));

  it('a line stays one line', () => expect(visibleLine('a\nb\tc')).toBe('a<U+000A>b<U+0009>c'));
});

it('whatever it is, no row of it can do anything or pass for one of ours', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 20, max: 100 }), (text, columns) => {
      for (const row of wrapPrefixed(text, '  | ', columns)) {
        expect(`${row} `.startsWith('  | ') || row === '  |').toBe(true);
        expect(row).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(widthOf(row)).toBeLessThanOrEqual(columns);
      }
    }),
  );
});

it('what does not fit goes on behind a mark', () => {
  expect(wrapVisible('    short', 40)).toEqual(['    short']);
  const rows = wrapVisible(`    test: true${' '.repeat(60)}Trusted.`, 40);
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows.slice(1)) expect(row.startsWith('    | ')).toBe(true);
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(40);
});
