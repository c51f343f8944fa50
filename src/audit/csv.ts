import type { ClaimRow } from './totals.ts';

const COLUMNS: readonly [name: string, value: (row: ClaimRow) => string | number][] = [
  ['session_id', ({ session }) => session],
  ['project', ({ project }) => project],
  ['time', ({ time }) => time],
  ['week', ({ week }) => week],
  ['kind', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['quote', ({ quote }) => quote],
  ['command', ({ run }) => run?.command ?? ''],
  ['outcome', ({ run }) => run?.outcome.kind ?? ''],
  ['run_time', ({ run }) => run?.time ?? ''],
  ['changed_after', ({ run }) => run?.changedAfter.total ?? ''],
  ['changed_files', ({ run }) => run?.changedAfter.items.join('; ') ?? ''],
];

export const CSV_HEADING = `${COLUMNS.map(([name]) => name).join(',')}\r\n`;

/** RFC 4180. */
export const csvLine = (row: ClaimRow): string => `${COLUMNS.map(([, value]) => cellOf(value(row))).join(',')}\r\n`;

function cellOf(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would compute a text that begins so, in the full width of Chinese too. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const withoutFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
