import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from '../../../src/trust/line-diff.ts';

const signs = (before: string, after: string) => lineDiff(before, after).map(({ sign, text }) => sign + text);

it.each<[before: string, after: string, lines: string[]]>([
  ['a\nb\nc', 'a\nb\nc', []],
  ['a\nb\nc', 'a\nx\nc', ['-b', '+x']],
  ['a\nb', 'a\nb\nc', ['+c']],
  ['a\nb\nc', 'c', ['-a', '-b']],
  ['a\nb\nc\nd', 'x\nb\ny\nd', ['-a', '+x', '-c', '+y']],
])('%j → %j', (before, after, lines) => expect(signs(before, after)).toEqual(lines));

it('what goes is in the old text, what comes in the new one, and the rest is common', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const count = (sign: string) => diff.filter((line) => line.sign === sign).length;
      expect(before.split('\n').length - count('-')).toBe(after.split('\n').length - count('+'));
      expect(diff.length === 0).toBe(before === after);
    }),
  );
});

it('a text of very many lines is shown as replaced', () => {
  const many = (mark: string) => Array.from({ length: 20_000 }, (_, i) => mark + i).join('\n');
  expect(lineDiff(many('a'), many('b'))).toHaveLength(40_000);
});
