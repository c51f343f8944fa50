import { setImmediate } from 'node:timers/promises';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { Statistics } from '../history/statistics.ts';
import { historyMessages } from '../i18n/history.ts';
import { rawLines } from '../journal/read.ts';
import { parseLine } from '../journal/record.ts';
import { csvRow } from '../platform/csv.ts';
import { snakeCase, withSnakeCaseKeys } from '../platform/letter-case.ts';
import { printJson, stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { ProgressBar } from '../platform/progress-bar.ts';
import { exitCodeOf, firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { stats } from './declarations/stats.ts';
import { assertJournal, sinceOf } from './journal-options.ts';
import { statsText } from './stats-text.ts';

/** `ccc stats`: what the journal comes to. */
export async function run({ since, json, csv }: ParsedArguments<typeof stats>, env: Env): Promise<number> {
  const { journal } = pathsOf(env);
  assertJournal(journal, env.language);
  const from = sinceOf(since, env.language) ?? '';
  const terminal = terminalInfo();
  const style = terminalStyle(env.all, terminal);
  const bar = terminal.stderr ? new ProgressBar(100, historyMessages[env.language].reading, style) : undefined;
  const stop = firstSignal();
  const statistics = await readStatistics(journal, from, { signal: stop.signal, onPercent: () => bar?.add() });
  bar?.clear();
  if (stop.name !== undefined) return exitCodeOf(stop.name);
  if (json) printJson(asData(statistics));
  else if (csv) writeStdout(csvOf(statistics));
  else
    writeStdout(
      statsText(statistics, env.language, { utf8: style.utf8, columns: stdoutColumns(), isSince: since !== undefined }),
    );
  return 0;
}

/** Stops now and then, so that the progress can be drawn and a signal be heard. `onPercent` is called up to 100 times. */
export async function readStatistics(
  journal: string,
  from: string,
  { signal, onPercent }: { signal?: AbortSignal; onPercent?: () => void } = {},
): Promise<Statistics> {
  const statistics = new Statistics();
  let percent = 0;
  let readBefore = 0;
  for (const { text, read, total } of rawLines(journal)) {
    if (read > readBefore) {
      readBefore = read;
      for (; percent < Math.floor((100 * read) / total); percent++) onPercent?.();
      await setImmediate();
      if (signal?.aborted) break;
    }
    const line = parseLine(text);
    if (line && line.time >= from) statistics.add(line);
  }
  return statistics;
}

export const asData = (found: Statistics): object =>
  withSnakeCaseKeys({
    total: found.total,
    roundsToApproval: Object.fromEntries(found.roundsToApproval),
    latencyMs: found.latency(),
    groups: found.groups,
  });

const COUNTS = [
  'rounds',
  'approvals',
  'roundsToApproval',
  'blocks',
  'failures',
  'impossible',
  'stalls',
  'answered',
  'noObjections',
] as const;
const REST = ['limits', 'overruled', 'falseClaims', 'answers', 'apiErrors', 'costUsd', 'reviewMs'] as const;
const KEYS = [...COUNTS, ...REST];

export const csvOf = ({ groups }: Statistics): string =>
  [
    csvRow(['day', 'provider', 'model', 'project', ...KEYS.map((key) => snakeCase(key))]),
    ...groups.map(({ day, provider, model, project, totals }) =>
      // It may be printed to a terminal, and a folder may have any name.
      csvRow([...[day, provider, model, project].map(visibleLine), ...KEYS.map((key) => totals[key])]),
    ),
  ].join('');
