import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { type SessionHistory, SessionList } from '../history/sessions.ts';
import { historyMessages } from '../i18n/history.ts';
import type { Language } from '../i18n/language.ts';
import { journalSince } from '../journal/read.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { localTime } from '../platform/local-time.ts';
import { printJson, stdoutColumns, writeStdout } from '../platform/output.ts';
import { quoteForShell } from '../platform/shell.ts';
import { wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { report } from './declarations/report.ts';
import { assertJournal, sinceOf } from './journal-options.ts';

/** `ccc report`: what ran, what stands open and why, and how to go on. */
export async function run({ since, json }: ParsedArguments<typeof report>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  assertJournal(paths.journal, env.language);
  const list = new SessionList();
  for (const line of journalSince(paths.journal, sinceOf(since ?? '12h', env.language) ?? '')) list.add(line);
  const running = new Set((await runningSessions(paths)).flatMap(({ sessionId }) => sessionId ?? []));
  const sessions = list.all();
  if (json)
    printJson({ sessions: sessions.map((one) => ({ ...one, running: running.has(one.id), command: commandOf(one) })) });
  else writeStdout(`${reportText(sessions, running, env.language, stdoutColumns())}\n`);
  return 0;
}

/** Pure: one paragraph per session. */
export function reportText(
  sessions: readonly SessionHistory[],
  running: ReadonlySet<string>,
  language: Language,
  columns: number,
): string {
  const messages = historyMessages[language];
  if (sessions.length === 0) return messages.nothing;
  return sessions
    .map((session) => {
      const { id, folder, branch, request, lastAt, outcome, why, rounds, costUsd } = session;
      const state = running.has(id) ? `${messages.running}, ${messages.outcome[outcome]}` : messages.outcome[outcome];
      const place = [folder, branch].filter((text) => text !== null).join(' @ ');
      const lines = [
        request ?? '',
        outcome === 'approved' ? '' : (why.split('\n')[0] ?? ''),
        messages.spent(rounds, `$${costUsd.toFixed(3)}`),
        ...(running.has(id) ? [] : [messages.toGoOn(commandOf(session))]),
      ];
      return [
        visibleLine(`${localTime(lastAt)}  ${id.slice(0, 8)}  ${place}: ${state}`),
        ...lines
          .filter(Boolean)
          .flatMap((text) => wrapText(visibleLine(text), Math.max(20, columns - 2)).map((row) => `  ${row}`)),
      ].join('\n');
    })
    .join('\n\n');
}

const commandOf = ({ id, folder }: SessionHistory): string =>
  `${folder === null ? '' : `cd ${quoteForShell(folder)} && `}ccc --resume ${quoteForShell(id)}`;
