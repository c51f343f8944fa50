/** A line of RFC 4180. */
export const csvRow = (values: readonly (string | number)[]): string => `${values.map(cellOf).join(',')}\r\n`;

function cellOf(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would compute a text that begins so, in the full width of Chinese too. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const withoutFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
