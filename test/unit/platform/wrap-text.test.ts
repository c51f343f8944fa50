import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../../src/platform/columns.ts';
import { wrapped } from '../../../src/platform/wrap-text.ts';

describe('lines of a given width', () => {
  it.each<[text: string, width: number, lines: string[]]>([
    ['', 10, ['']],
    ['short', 10, ['short']],
    ['one two three', 8, ['one two', 'three']],
    ['one two', 7, ['one two']],
    ['a\nb', 10, ['a', 'b']],
    ['unbreakable', 5, ['unbre', 'akabl', 'e']],
    ['一二三四五', 4, ['一二', '三四', '五']],
    ['一二。三', 4, ['一', '二。', '三']],
    ['ab 一二 cd', 6, ['ab 一', '二 cd']],
  ])('%j in %i', (text, width, lines) => expect(wrapped(text, width)).toEqual(lines));

  it('never wider, and nothing but white space is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'bc ', ' ', '审', '，', '\n', '😀', '-') }),
        fc.integer({ min: 4, max: 40 }),
        (text, width) => {
          const lines = wrapped(text, width);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        },
      ),
    );
  });
});
