import { splitAtWidth, widthOf } from './text-layout.ts';

/** Characters that a terminal acts on, or shows as nothing. */
const UNSEEN =
  /(?![ \t\n\u3000]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes foreign text harmless to a terminal: an escape character becomes `<U+001B>`. */
export const visible = (text: string): string => text.replaceAll(UNSEEN, codeOf);

/** The same on one line, so that it cannot look like a line of ours. */
export const visibleLine = (text: string): string => text.replaceAll(/[\t\n\r]/g, codeOf).replaceAll(UNSEEN, codeOf);

const codeOf = (letter: string) => `<U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** Foreign text with a prefix before each line, also before rows that a terminal would have wrapped. */
export function wrapPrefixed(text: string, prefix: string, columns: number): string[] {
  const lines = visible(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines
    .flatMap((line) => splitAtWidth(line.replaceAll('\t', '    '), columns - widthOf(prefix)))
    .map((line) => `${prefix}${line}`.trimEnd());
}

/** A line of ours with foreign text in it, which is visible already; rows that it is wrapped to begin with a mark. */
export function wrapVisible(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const [first = '', ...rest] = splitAtWidth(line, Math.max(columns - indent.length - 2, 10));
  return [first, ...rest.map((row) => `${indent}| ${row}`)];
}
