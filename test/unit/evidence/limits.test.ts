import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBothEnds, oneLine, truncate } from '../../../src/evidence/limits.ts';

it.each([
  ['a\nb', 'a ⏎ b'],
  ['  a \r\n\n  b\t c  \n', 'a ⏎ b c'],
  ['a\u2028b\u2029c', 'a ⏎ b ⏎ c'],
  ['\x1b[31mred\x07\x00', '[31mred'],
  ['\u202egnp.exe\u200b', 'gnp.exe'],
  ['\ud800half \udfff', 'half'],
  ['⏎⏎ a ⏎', 'a'],
  ['\n## Findings', '## Findings'],
  ['', ''],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text, 100)).toBe(line);
});

it('is never longer than it may be, and never has half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 12, max: 60 }), (text, max) => {
      for (const cut of [
        oneLine(text, max),
        truncate(oneLine(text, 10_000), max),
        fromBothEnds(oneLine(text, 10_000), max),
      ]) {
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut).not.toMatch(/\p{Cs}|\n/u);
      }
    }),
  );
});

it('keeps both ends, or the beginning', () => {
  expect(fromBothEnds('0123456789abcdefghij', 15)).toBe('01234 […] fghij');
  expect(truncate('0123456789', 5)).toBe('0123…');
});

it('a megabyte of blanks, or of its own sign for a break, is nothing', () => {
  for (const filler of [' ', '\n', '⏎', ' \t'])
    expect(oneLine(`${filler.repeat(1_000_000)}x`, 200_000)).toMatch(/^x?$/);
});
