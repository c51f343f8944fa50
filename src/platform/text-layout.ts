/** Chinese characters, full-width signs and emoji take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** The columns a text takes on a terminal. */
export const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (WIDE.test(letter) ? 2 : 1), 0);

/** Rows as lines with their columns below each other. */
export function alignColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Lines of at most `width` columns, broken between words, or between any two Chinese characters. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => (Number.isFinite(width) ? wrapLine(line, width) : [line.trimEnd()]));
}

/** Each piece is measured once: a line may be as long as any feedback. White space at the end of a row is dropped. */
function wrapLine(line: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  let gap = '';
  for (const piece of line.match(PIECES) ?? []) {
    if (/^\s/.test(piece)) {
      gap = piece;
      continue;
    }
    const wide = widthOf(piece);
    if (used + widthOf(gap) + wide <= width) {
      row += gap + piece;
      used += widthOf(gap) + wide;
    } else {
      const [first = '', ...more] = splitAtWidth(piece, width);
      for (const next of [first, ...more]) {
        if (row !== '') rows.push(row);
        row = next;
      }
      used = widthOf(row);
    }
    gap = '';
  }
  return [...rows, row];
}

const CLOSING = '、，。；：！？）」』】》〉';
const OPENING = '「『【（《〈';
const CHINESE = String.raw`\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef`;

/**
 * White space, a word, or a Chinese character; either of the last two with the punctuation that must not be parted from
 * it: what closes does not begin a row, and what opens does not end one. Curly quotes and `%` stand in both scripts.
 */
const PIECES = new RegExp(
  String.raw`\s+|[${OPENING}“‘]*(?:[^\s${CHINESE}“‘]|[“‘](?![\s${CHINESE}]|$))+[${CLOSING}]*` +
    String.raw`|[${OPENING}“‘]*[${CHINESE}][${CLOSING}”’%]*|\S`,
  'gu',
);

/** Rows of at most `width` columns, broken anywhere. */
export function splitAtWidth(line: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const letter of line) {
    const wide = widthOf(letter);
    if (used + wide > Math.max(width, 2)) {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += letter;
    used += wide;
  }
  return [...rows, row];
}
