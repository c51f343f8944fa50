import type { Statistics, Totals } from '../history/statistics.ts';
import { moneyText, shortTimeText, timeText } from '../i18n/amounts.ts';
import { historyMessages } from '../i18n/history.ts';
import type { Language } from '../i18n/language.ts';
import { splitAtWidth, widthOf, wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';

interface Screen {
  utf8: boolean;
  columns: number;
  /** Only a time or a folder was asked for. */
  isNarrowed?: boolean;
}

const BAR_COLUMNS = 10;
const MIN_BAR_COLUMNS = 3;
const MAX_ROWS = 30;
const MIN_KEY_COLUMNS = 10;
/** For a longer name nothing else is left out. */
const MAX_KEY_COLUMNS = 32;

/** Pure: the tables for people. */
export function statsText(found: Statistics, language: Language, screen: Screen): string {
  const messages = historyMessages[language];
  if (found.groups.length === 0) return `${screen.isNarrowed ? messages.nothingFits : messages.nothingReviewed}\n`;
  const { total } = found;
  const { p50, p90, p99 } = found.latency();
  const times = [p50, p90, p99].map((ms) => timeText(ms, language)) as [string, string, string];
  const rounds = [...found.roundsToApproval].sort(([a], [b]) => a - b);
  const days = [...found.byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  const largest = (groups: Map<string, Totals>) =>
    countedOf([...groups].sort(([, a], [, b]) => b.rounds - a.rounds)).slice(0, MAX_ROWS);
  const tables: Table[] = [
    { title: messages.by.day, rows: countedOf(days).slice(-MAX_ROWS), of: found.byDay, leavesOutFirst: true },
    { title: messages.by.provider, rows: largest(found.byProvider), of: found.byProvider },
    {
      ...{ title: messages.by.model, rows: largest(found.byModel), of: found.byModel },
      ...{ noName: messages.noModel, aboutNoName: messages.aboutNoModel },
    },
    { title: messages.by.project, rows: largest(found.byProject), of: found.byProject },
  ].filter(({ rows }) => rows.length > 0);
  const text = (line: string) =>
    wrapText(line, screen.columns - 2 * GAP).map((row, at) => ' '.repeat(at === 0 ? GAP : 2 * GAP) + row);
  const sum: Table = { title: '', rows: [[messages.all, total]], of: new Map() };
  const style = { language, screen, layout: layoutFor([sum, ...tables], total, language, screen) };
  return `${[
    [
      ...tableRows(sum, { ...style, bars: false }),
      ...[
        ...(rounds.length > 0 ? [messages.rounds(rounds)] : []),
        ...(total.rounds > 0 ? [messages.latency(...times)] : []),
        ...messages.others(total),
      ].flatMap(text),
    ],
    ...tables.map((table) => {
      const left = countedOf([...table.of]).length - table.rows.length;
      const hasNoName = table.rows.some(([key]) => key === '');
      return [
        table.title,
        ...(left > 0 && table.leavesOutFirst ? text(messages.earlierDays(left)) : []),
        ...tableRows(table, { ...style, bars: true }),
        ...(hasNoName && table.aboutNoName ? text(table.aboutNoName) : []),
        ...(left > 0 && !table.leavesOutFirst ? text(messages.more(left)) : []),
      ];
    }),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type Row = [key: string, totals: Totals];

interface Table {
  title: string;
  rows: Row[];
  /** With those for which there is no room. */
  of: ReadonlyMap<string, Totals>;
  /** Those without room come before the rows. */
  leavesOutFirst?: boolean;
  /** For what the journal does not say. */
  noName?: string;
  aboutNoName?: string;
}

/** Without those of which nothing is in any column. */
const countedOf = (rows: Row[]): Row[] => rows.filter(([, totals]) => NUMBERS.some((number) => number(totals) !== 0));

const namesOf = ({ rows, noName = '-' }: Table) => rows.map(([key]) => visibleLine(key) || noName);

interface TableStyle {
  language: Language;
  screen: Screen;
  layout: Layout;
  bars: boolean;
}

/** With a heading, the numbers below each other, and a bar for the rounds of each if there is room. */
function tableRows(table: Table, { language, screen, layout, bars }: TableStyle): string[] {
  const { heading, align, room, barColumns } = layout;
  const keys = namesOf(table).map((name) => lastColumns(name, Math.max(MIN_KEY_COLUMNS, room)));
  const keyWidth = Math.max(...keys.map(widthOf));
  const most = Math.max(1, ...table.rows.map(([, { rounds }]) => rounds));
  // Where not even the shortest name fits, everything is closer together.
  const gap = ' '.repeat(room < MIN_KEY_COLUMNS ? SMALL_GAP : GAP);
  const row = (key: string, aligned: string, bar: string) =>
    `${' '.repeat(GAP)}${key}${' '.repeat(keyWidth - widthOf(key))}${gap}${aligned}${' '.repeat(GAP)}${bar}`.trimEnd();
  return [
    ...heading.map((titles) => row('', align(titles), '')),
    ...table.rows.map(([, totals], at) =>
      row(
        keys[at] ?? '',
        align(cells(totals, language)),
        (screen.utf8 ? '█' : '#').repeat(bars ? Math.ceil((barColumns * totals.rounds) / most) : 0),
      ),
    ),
  ];
}

const GAP = 2;
/** Where the columns would not fit otherwise. */
const SMALL_GAP = 1;

/** One for all tables. */
interface Layout {
  heading: (readonly string[])[];
  /** Cells below each other, to the right. */
  align(row: readonly string[]): string;
  /** What is left for the key, and for the bar. */
  room: number;
  /** Of the longest bar; 0: no name has room for a bar. */
  barColumns: number;
}

/** The first that has room for the keys: the bars are the first to go, and columns without anything the last. */
function layoutFor(tables: Table[], total: Totals, language: Language, screen: Screen): Layout {
  const widest = Math.max(...tables.flatMap(namesOf).map(widthOf));
  const layout = layoutWith(Math.min(MAX_KEY_COLUMNS, widest), tables, total, language, screen);
  const left = Math.min(BAR_COLUMNS, layout.room - widest - GAP);
  return { ...layout, barColumns: left >= MIN_BAR_COLUMNS ? left : 0 };
}

function layoutWith(
  wanted: number,
  tables: Table[],
  total: Totals,
  language: Language,
  { columns }: Screen,
): Omit<Layout, 'barColumns'> {
  const titles = historyMessages[language].columns;
  const body = tables.flatMap(({ rows }) => rows.map(([, totals]) => cells(totals, language)));
  const everywhere = titles.map(() => true);
  const used = NUMBERS.map((number) => number(total) !== 0);
  const wide = layoutOf([titles], body, everywhere, columns, GAP);
  if (wide.room >= wanted + GAP + BAR_COLUMNS) return wide;
  const heading = inTwoRows(titles);
  const ways = [
    () => layoutOf(heading, body, everywhere, columns, GAP),
    () => layoutOf(heading, body, everywhere, columns, SMALL_GAP),
    () => layoutOf(heading, body, used, columns, GAP),
  ];
  for (const way of ways) {
    const layout = way();
    if (layout.room >= wanted) return layout;
  }
  return layoutOf(heading, body, used, columns, SMALL_GAP);
}

/** In one, if no title has two words. */
function inTwoRows(titles: readonly string[]): (readonly string[])[] {
  const words = titles.map((title) => title.split(' '));
  if (words.every((parts) => parts.length === 1)) return [titles];
  const above = words.map((parts) => (parts.length > 1 ? (parts[0] ?? '') : ''));
  return [above, words.map((parts) => parts.slice(parts.length > 1 ? 1 : 0).join(' '))];
}

/** Of the columns that are `shown`. */
function layoutOf(
  heading: (readonly string[])[],
  body: string[][],
  shown: readonly boolean[],
  columns: number,
  gap: number,
): Omit<Layout, 'barColumns'> {
  const rows = [...heading, ...body];
  const widths = shown.map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  const align = (row: readonly string[]) =>
    row
      .map((cell, at) => `${' '.repeat((widths[at] ?? 0) - widthOf(cell))}${cell}`)
      .filter((_, at) => shown[at])
      .join(' '.repeat(gap));
  const used = widths.filter((_, at) => shown[at]).reduce((sum, width) => sum + width + gap, -gap);
  // Before the key and behind it.
  return { heading, align, room: columns - used - 2 * GAP };
}

/** Of a path its end says most. */
function lastColumns(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const [end = ''] = splitAtWidth([...text].reverse().join(''), columns - 1);
  return `…${[...end].reverse().join('')}`;
}

/** One for each column. */
const NUMBERS: ((totals: Totals) => number)[] = [
  ({ rounds }) => rounds,
  ({ approvals }) => approvals,
  ({ roundsOfApprovedTasks }) => roundsOfApprovedTasks,
  ({ blocks }) => blocks,
  ({ failures }) => failures,
  ({ overruled }) => overruled,
  ({ falseClaims }) => falseClaims,
  ({ costUsd }) => costUsd,
  ({ reviewMs }) => reviewMs,
];

const cells = (totals: Totals, language: Language) => [
  ...[totals.rounds, totals.approvals].map(String),
  totals.approvals > 0 ? (totals.roundsOfApprovedTasks / totals.approvals).toFixed(1) : '-',
  ...[totals.blocks, totals.failures, totals.overruled, totals.falseClaims].map(String),
  moneyText(totals.costUsd),
  shortTimeText(totals.reviewMs, language),
];
