import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { Statistics, type Totals } from '../history/statistics.ts';
import { historyMessages } from '../i18n/history.ts';
import type { Language } from '../i18n/language.ts';
import { journalLines } from '../journal/read.ts';
import { csvRow } from '../platform/csv.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { alignColumns } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { stats } from './declarations/stats.ts';
import { assertJournal, sinceOf } from './journal-options.ts';

/** `ccc stats`: what the journal comes to. */
export function run({ since, json, csv }: ParsedArguments<typeof stats>, env: Env): number {
  const { journal } = pathsOf(env);
  assertJournal(journal, env.language);
  const from = sinceOf(since, env.language) ?? '';
  const statistics = new Statistics();
  for (const line of journalLines(journal)) if (line.time >= from) statistics.add(line);
  if (json) printJson(asData(statistics));
  else writeStdout(csv ? csvOf(statistics) : statsText(statistics, env.language));
  return 0;
}

const asData = (found: Statistics) => ({
  total: found.total,
  rounds_to_approval: Object.fromEntries(found.roundsToApproval),
  latency_ms: found.latency(),
  groups: found.groups,
});

const COUNTS = ['reviews', 'approvals', 'blocks', 'failures', 'impossible', 'limits', 'overruled'] as const;
const REST = ['falseClaims', 'answers', 'apiErrors', 'costUsd', 'reviewMs'] as const;

export const csvOf = ({ groups }: Statistics): string =>
  [
    csvRow(['day', 'provider', 'model', 'project', ...COUNTS, ...REST]),
    ...groups.map(({ day, provider, model, project, totals }) =>
      csvRow([day, provider, model, project, ...[...COUNTS, ...REST].map((key) => totals[key])]),
    ),
  ].join('');

const BAR_COLUMNS = 10;

/** Pure: the tables for people. */
export function statsText(found: Statistics, language: Language): string {
  const messages = historyMessages[language];
  const { total } = found;
  if (found.groups.length === 0) return `${messages.nothing}\n`;
  const table = (title: string, groups: Map<string, Totals>) => {
    const most = Math.max(1, ...[...groups.values()].map(({ reviews }) => reviews));
    const rows = [...groups].map(([key, totals]) => [
      `  ${visibleLine(key) || '-'}`,
      ...cells(totals),
      '█'.repeat(Math.ceil((BAR_COLUMNS * totals.reviews) / most)),
    ]);
    return [title, ...alignColumns([['', ...messages.columns, ''], ...rows])].join('\n');
  };
  const rounds = [...found.roundsToApproval].sort(([a], [b]) => a - b).map(([count, tasks]) => `${count}: ${tasks}`);
  return `${[
    ...alignColumns([messages.columns, cells(total)]),
    ...(rounds.length > 0 ? [`${messages.rounds}  ${rounds.join('  ')}`] : []),
    '',
    table(messages.by.day, found.byDay),
    table(messages.by.provider, found.byProvider),
    table(messages.by.model, found.byModel),
    table(messages.by.project, found.byProject),
  ].join('\n')}\n`;
}

const cells = ({ reviews, approvals, blocks, failures, overruled, falseClaims, costUsd }: Totals): string[] => [
  ...[reviews, approvals, blocks, failures, overruled, falseClaims].map(String),
  `$${costUsd.toFixed(2)}`,
];
