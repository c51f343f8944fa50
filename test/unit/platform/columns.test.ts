import { describe, expect, it } from 'vitest';
import { aligned, widthOf } from '../../../src/platform/columns.ts';

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
      aligned([
        ['a', '智谱', 'x'],
        ['bbb', 'y', ''],
      ]),
    ).toEqual(['a    智谱  x', 'bbb  y']));

  it('of no rows are none', () => expect(aligned([])).toEqual([]));
});
