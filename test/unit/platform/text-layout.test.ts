import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignColumns, splitAtWidth, widthOf, wrapText } from '../../../src/platform/text-layout.ts';

describe('columns', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['供应商', 6],
    ['a：b', 4],
    ['–…', 2],
  ])('%j is %d wide', (text, width) => expect(widthOf(text)).toBe(width));

  it('stand below each other, whatever is in them', () =>
    expect(
      alignColumns([
        ['a', '智谱', 'x'],
        ['bbb', 'y', ''],
      ]),
    ).toEqual(['a    智谱  x', 'bbb  y']));

  it('of no rows are none', () => expect(alignColumns([])).toEqual([]));
});

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
    ['one two', 3, ['one', 'two']],
    ['  one  two  ', 5, ['  one', 'two']],
    ['      one', 5, ['one']],
    ['a stall、budget', 8, ['a', 'stall、', 'budget']],
    ['a stall，budget', 8, ['a', 'stall，', 'budget']],
    ['一二（cd）', 8, ['一二', '（cd）']],
    ['一二「三」四', 8, ['一二', '「三」四']],
    ['一二“三”', 6, ['一二', '“三”']],
    ['一二“ab”', 6, ['一二', '“ab”']],
    ['ab“一', 4, ['ab', '“一']],
    ['一二 50%的', 7, ['一二', '50%的']],
    ['don’t “do” it', 10, ['don’t “do”', 'it']],
    ['（', 2, ['（']],
    ['、a', 2, ['、', 'a']],
  ])('%j in %i', (text, width, lines) => expect(wrapText(text, width)).toEqual(lines));

  it('never wider, and nothing but white space is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'bc ', ' ', '审', '，', '\n', '😀', '-') }),
        fc.integer({ min: 4, max: 40 }),
        (text, width) => {
          const lines = wrapText(text, width);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        },
      ),
    );
  });

  it('no row but the first begins with a space, none begins with what closes, and the words are the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'word', 'entries', 'stall、', '审查。', '“查”', '（ab）'), { minLength: 1 }),
        fc.constantFrom(' ', '  '),
        fc.integer({ min: 8, max: 40 }),
        (words, gap, width) => {
          const rows = wrapText(words.join(gap), width);
          for (const row of rows) expect(row).toMatch(/^[^\s、，。；：！？）」』】”’%]/);
          // Between two Chinese characters there may be a break, and no space is to be seen then.
          expect(rows.join(' ').replaceAll('审 查', '审查').split(/\s+/)).toEqual(words);
        },
      ),
    );
  });

  it('a row is filled before there is another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'bc', 'word'), { minLength: 1 }),
        fc.integer({ min: 4, max: 20 }),
        (words, width) => {
          const rows = wrapText(words.join(' '), width);
          for (const [at, row] of rows.entries()) {
            const [next] = rows[at + 1]?.split(' ') ?? [];
            if (next !== undefined) expect(row.length + 1 + next.length).toBeGreaterThan(width);
          }
        },
      ),
    );
  });
});

it.each([
  ['abcdef', 4, ['abcd', 'ef']],
  ['一二三', 5, ['一二', '三']],
  ['', 4, ['']],
])('%j is split at %i columns, wherever that is', (line, width, rows) =>
  expect(splitAtWidth(line, width)).toEqual(rows),
);
