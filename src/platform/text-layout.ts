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

/** Each piece is measured once: a line may be as long as any feedback. */
function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  const take = (piece: string) => {
    const rows = splitAtWidth(piece, width - used);
    const [first = '', ...rest] = rows;
    current += first;
    used += widthOf(first);
    for (const row of rest) {
      lines.push(current);
      current = row;
      used = widthOf(row);
    }
  };
  for (const piece of line.match(PIECES) ?? []) {
    const word = piece.trimEnd();
    if (current !== '' && used + widthOf(word) > width) {
      lines.push(current.trimEnd());
      current = '';
      used = 0;
      take(piece.trimStart());
    } else take(piece);
  }
  return [...lines, current.trimEnd()];
}

/** A wide character with the punctuation that must not begin a line, or a word with the space behind it. */
const PIECES = /[\u2e80-\u9fff\uf900-\ufaff][，。、；：！？）」』】]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+\s*|\s+/gu;

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
