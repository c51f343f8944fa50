import { setImmediate } from 'node:timers/promises';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { Statistics } from '../history/statistics.ts';
import { historyMessages, nothingRecorded } from '../i18n/history.ts';
import { rawLines } from '../journal/read.ts';
import { type JournalLine, originOf, parseLine } from '../journal/record.ts';
import { csvRow } from '../platform/csv.ts';
import { snakeCase, withSnakeCaseKeys } from '../platform/letter-case.ts';
import { printJson, stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { ProgressBar } from '../platform/progress-bar.ts';
import { exitCodeOf, firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { stats } from './declarations/stats.ts';
import { assertJournal, assertProject, isEmptyJournal, isOfProject, sinceOf } from './journal-options.ts';
import { statsText } from './stats-text.ts';

/** `ccc stats`: what the journal comes to. */
export async function run({ since, project, json, csv }: ParsedArguments<typeof stats>, env: Env): Promise<number> {
  const { journal } = pathsOf(env);
  assertJournal(journal, env.language);
  const from = sinceOf(since, env.language) ?? '';
  if (project === '') assertProject(project, () => false, 'stats', env.language);
  const terminal = terminalInfo();
  const style = terminalStyle(env.all, terminal);
  const bar = terminal.stderr ? new ProgressBar(100, historyMessages[env.language].reading, style) : undefined;
  const stop = firstSignal();
  const onPercent = () => bar?.add();
  const statistics = await readStatistics(journal, from, { project, signal: stop.signal, onPercent });
  bar?.clear();
  if (stop.name !== undefined) return exitCodeOf(stop.name);
  assertProject(project, () => statistics.groups.length > 0, 'stats', env.language);
  if (json) printJson(asData(statistics));
  else if (csv) writeStdout(csvOf(statistics));
  else if (isEmptyJournal(journal)) writeStdout(`${nothingRecorded[env.language]}\n`);
  else {
    const isNarrowed = since !== undefined || project !== undefined;
    writeStdout(statsText(statistics, env.language, { utf8: style.utf8, columns: stdoutColumns(), isNarrowed }));
  }
  return 0;
}

interface Reading {
  /** Only this folder and those below it. */
  project?: string | undefined;
  signal?: AbortSignal;
  onPercent?: () => void;
}

/** Stops now and then, so that the progress can be drawn and a signal be heard. `onPercent` is called up to 100 times. */
export async function readStatistics(
  journal: string,
  from: string,
  { project, signal, onPercent }: Reading = {},
): Promise<Statistics> {
  const statistics = new Statistics();
  const isWanted = project === undefined ? () => true : projectReader(project);
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
    if (line && isWanted(line) && line.time >= from) statistics.add(line);
  }
  return statistics;
}

/** A line that does not say where it comes from, as of an overruled verdict, is where its session was last. */
function projectReader(project: string): (line: JournalLine) => boolean {
  const isInProject = isOfProject(project);
  const sessions = new Set<string>();
  return (line) => {
    if (originOf(line).folder === null) return sessions.has(line.session_id);
    if (isInProject(line)) sessions.add(line.session_id);
    else sessions.delete(line.session_id);
    return sessions.has(line.session_id);
  };
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
  'doubted',
  'roundsOfApprovedTasks',
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
      csvRow([
        ...[day, provider, model, project].map(visibleLine),
        ...KEYS.map((key) => (key === 'costUsd' ? Number(totals[key].toFixed(6)) : totals[key])),
      ]),
    ),
  ].join('');
