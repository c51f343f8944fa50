import type { Statistics, Totals } from '../history/statistics.ts';
import { historyMessages } from '../i18n/history.ts';
import type { Language } from '../i18n/language.ts';
import { splitAtWidth, widthOf } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';

interface Screen {
  utf8: boolean;
  columns: number;
  /** Only a time was asked for. */
  isSince?: boolean;
}

const BAR_COLUMNS = 10;
const MAX_ROWS = 30;
const MIN_KEY_COLUMNS = 10;
const MIN_BAR_COLUMNS = 3;

/** Pure: the tables for people. */
export function statsText(found: Statistics, language: Language, screen: Screen): string {
  const messages = historyMessages[language];
  if (found.groups.length === 0) return `${screen.isSince ? messages.nothing : messages.nothingAtAll}\n`;
  const { p50, p90, p99 } = found.latency();
  const rounds = [...found.roundsToApproval].sort(([a], [b]) => a - b).map(([count, tasks]) => `${count}: ${tasks}`);
  const days = [...found.byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  const most = (groups: Map<string, Totals>) => [...groups].sort(([, a], [, b]) => b.rounds - a.rounds);
  const table = (title: string, rows: [string, Totals][], left: number) =>
    [title, ...tableRows(rows, language, screen), ...(left > 0 ? [`  ${messages.more(left)}`] : [])].join('\n');
  const largest = (title: string, groups: Map<string, Totals>) =>
    table(title, most(groups).slice(0, MAX_ROWS), groups.size - MAX_ROWS);
  return `${[
    [
      ...tableRows([[messages.all, found.total]], language, screen).map((row) => row.replace(/[█#]+$/, '').trimEnd()),
      ...(rounds.length > 0 ? [`  ${messages.rounds}  ${rounds.join('  ')}`] : []),
      ...(found.total.rounds > 0 ? [`  ${messages.latency(...([p50, p90, p99].map(timeOf) as Three))}`] : []),
      ...messages.others(found.total).map((text) => `  ${text}`),
    ].join('\n'),
    table(messages.by.day, days.slice(-MAX_ROWS), days.length - MAX_ROWS),
    largest(messages.by.provider, found.byProvider),
    largest(messages.by.model, found.byModel),
    largest(messages.by.project, found.byProject),
  ].join('\n\n')}\n`;
}

type Three = [string, string, string];

/** With a heading, the numbers below each other, and a bar for the rounds of each. */
function tableRows(rows: readonly [key: string, totals: Totals][], language: Language, screen: Screen): string[] {
  const titles = historyMessages[language].columns;
  const numbers = rows.map(([, totals]) => cells(totals));
  const wide = layoutOf([titles], numbers, screen);
  const { heading, body, room } = wide.room < MIN_KEY_COLUMNS + BAR_COLUMNS ? narrow() : wide;
  const keyRoom = Math.max(MIN_KEY_COLUMNS, room - BAR_COLUMNS);
  const keys = rows.map(([key]) => lastColumns(visibleLine(key) || '-', keyRoom));
  const keyWidth = Math.max(0, ...keys.map(widthOf));
  const barColumns = Math.max(0, Math.min(BAR_COLUMNS, room - keyWidth));
  const most = Math.max(1, ...rows.map(([, { rounds }]) => rounds));
  const bars = rows.map(([, totals]) =>
    (screen.utf8 ? '█' : '#').repeat(Math.ceil((barColumns * totals.rounds) / most)),
  );
  const row = (key: string, aligned: string, bar: string) =>
    [`  ${key}${' '.repeat(keyWidth - widthOf(key))}`, aligned, bar].join(' '.repeat(GAP)).trimEnd();
  return [
    ...heading.map((aligned) => row('', aligned, '')),
    ...body.map((aligned, at) => row(keys[at] ?? '', aligned, bars[at] ?? '')),
  ];

  /** Titles in two rows, without the columns that have nothing but zeros. */
  function narrow(): Layout {
    const hasSome = titles.map((_, at) => numbers.some((cells) => cells[at] !== '0'));
    const kept = (texts: readonly string[]) => texts.filter((_, at) => hasSome[at]);
    const words = kept(titles).map((title) => title.split(' '));
    const above = words.map((parts) => (parts.length > 1 ? (parts[0] ?? '') : ''));
    const below = words.map((parts) => parts.slice(parts.length > 1 ? 1 : 0).join(' '));
    const layout = (gap: number) => layoutOf([above, below], numbers.map(kept), screen, gap);
    return layout(GAP).room < MIN_KEY_COLUMNS + MIN_BAR_COLUMNS ? layout(SMALL_GAP) : layout(GAP);
  }
}

const GAP = 2;
/** Where the columns would not fit otherwise. */
const SMALL_GAP = 1;

interface Layout {
  heading: string[];
  body: string[];
  /** What is left for the key and the bar. */
  room: number;
}

/** Cells below each other, to the right. */
function layoutOf(heading: (readonly string[])[], body: string[][], { columns }: Screen, gap = GAP): Layout {
  const all = [...heading, ...body];
  const widths = (all[0] ?? []).map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))));
  const align = (row: readonly string[]) =>
    row.map((cell, at) => `${' '.repeat((widths[at] ?? 0) - widthOf(cell))}${cell}`).join(' '.repeat(gap));
  const used = widths.reduce((sum, width) => sum + width + gap, -gap);
  // Before the key, behind it and before the bar.
  return { heading: heading.map(align), body: body.map(align), room: columns - used - 3 * GAP };
}

/** Of a path its end says most. */
function lastColumns(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const [end = ''] = splitAtWidth([...text].reverse().join(''), columns - 1);
  return `…${[...end].reverse().join('')}`;
}

const cells = (totals: Totals) => [
  ...[totals.rounds, totals.approvals].map(String),
  totals.approvals > 0 ? (totals.roundsToApproval / totals.approvals).toFixed(1) : '-',
  ...[totals.blocks, totals.failures, totals.overruled, totals.falseClaims].map(String),
  `$${totals.costUsd.toFixed(2)}`,
  timeOf(totals.reviewMs),
];

/** `8.2s`, `3m20s`, `5h07m`. */
function timeOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const [large, small, unit] = seconds < 3600 ? [60, 1, 'ms'] : [3600, 60, 'hm'];
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)}${unit[0]}${String(rest).padStart(2, '0')}${unit[1]}`;
}
