import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CSV_HEADING, csvLine } from '../../../src/audit/csv.ts';
import { rowsOf } from '../../../src/audit/totals.ts';
import { claim, session } from './claims.ts';

/** The cells of one line, as RFC 4180 has them. */
function cells(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true);
  const found: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const [all, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|$)/.exec(rest) as RegExpExecArray;
    found.push(quoted === undefined ? (plain as string) : quoted.replaceAll('""', '"'));
    if (all.length === rest.length) return found;
    rest = rest.slice(all.length + 1);
  }
}

const lineOf = (quote: string) => csvLine(rowsOf(session([claim('test', 'stale', { quote })]))[0] as never);

it('one row per claim, under the names of the columns', () => {
  const rows = rowsOf(session([claim('test', 'stale'), claim('lint', 'unbacked', { quote: 'Lint is "clean", too.' })]));
  expect(
    rows
      .map(csvLine)
      .map(cells)
      .map((row) => row.slice(4)),
  ).toEqual([
    ['test', 'stale', 'All tests pass.', 'npm test', 'ok', '', '1', 'src/sum.js'],
    ['lint', 'unbacked', 'Lint is "clean", too.', '', '', '', '', ''],
  ]);
  expect(cells(CSV_HEADING)).toHaveLength(cells(csvLine(rows[0] as never)).length);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1+1', '＋1', '－1', '＠x', '\u0000=1', '\n=1'])(
  'a spreadsheet does not compute %j',
  (quote) => expect(cells(lineOf(quote))[6]).toBe(`'${quote}`),
);

it('a number stays a number', () => expect(cells(lineOf('x'))[10]).toBe('1'));

it('any text comes back, and none begins as a formula does', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠"\',;\r\n\t\0 a1测'), maxLength: 12 }), (quote) => {
      const cell = cells(lineOf(quote))[6] as string;
      expect([quote, `'${quote}`]).toContain(cell);
      expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    }),
  );
});
