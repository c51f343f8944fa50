import { expect, it } from 'vitest';
import { csvRow } from '../../../src/platform/csv.ts';

it.each<[string, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['a=b', 'a=b'],
])('writes %j so that a spreadsheet computes nothing', (text, cell) => {
  expect(csvRow([text, 'end'])).toBe(`${cell},end\r\n`);
});

it('leaves numbers as they are', () => expect(csvRow([-1.5, 0, 2])).toBe('-1.5,0,2\r\n'));
