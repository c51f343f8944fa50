import { splitAtWidth, widthOf } from './text-layout.ts';

/** What a terminal acts on instead of showing it, and what it shows as nothing at all. */
const UNSEEN =
  /(?![ \t\n\u3000]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Foreign text that can do nothing to the terminal it is shown on: `<U+001B>` in the place of an escape character. */
export const visible = (text: string): string => text.replaceAll(UNSEEN, codeOf);

/** The same on one line, so that it cannot pass for a line of ours. */
export const visibleLine = (text: string): string => text.replaceAll(/[\t\n\r]/g, codeOf).replaceAll(UNSEEN, codeOf);

const codeOf = (letter: string) => `<U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** A foreign text of any length, each line behind a mark: also what a terminal would have continued on the next row. */
export function quoteVisible(text: string, mark: string, columns: number): string[] {
  const lines = visible(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines
    .flatMap((line) => splitAtWidth(line.replaceAll('\t', '    '), columns - widthOf(mark)))
    .map((line) => `${mark}${line}`.trimEnd());
}

/** One line of ours with foreign text in it, which is visible already; what does not fit goes on behind a mark. */
export function fitted(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const [first = '', ...rest] = splitAtWidth(line, Math.max(columns - indent.length - 2, 10));
  return [first, ...rest.map((row) => `${indent}| ${row}`)];
}
