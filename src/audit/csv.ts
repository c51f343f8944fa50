import { csvRow } from '../platform/csv.ts';
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

export const csvLine = (row: ClaimRow): string => csvRow(COLUMNS.map(([, value]) => value(row)));
