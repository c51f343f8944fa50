import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import type { Language } from '../i18n/language.ts';
import { type LogMessages, logMessages } from '../i18n/log.ts';
import { statusMessages } from '../i18n/status.ts';
import { journalEntries, journalSince } from '../journal/read.ts';
import { hasTexts, type JournalEntry } from '../journal/record.ts';
import { localTime } from '../platform/local-time.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { log } from './declarations/log.ts';

const MAX_ENTRIES = 50;

/** `ccc log`: the last decisions, or everything that was decided in the user's place. */
export function run(given: ParsedArguments<typeof log>, env: Env): number {
  const entries = entriesFor(given, pathsOf(env).journal, env.language);
  if (given.json) printJson({ entries });
  else writeStdout(`${listing(entries, given, env.language)}\n`);
  return 0;
}

type Wanted = Pick<ParsedArguments<typeof log>, 'answers' | 'session'>;

/** Throws if there is a journal that cannot be read. */
export function entriesFor({ answers, session }: Wanted, journal: string, language: Language): JournalEntry[] {
  assertReadable(journal, logMessages[language]);
  const found: JournalEntry[] = [];
  for (const entry of journalEntries(journal)) {
    if (!hasTexts(entry) || (session !== undefined && !entry.session_id.startsWith(session))) continue;
    if (answers && !isForUser(entry)) continue;
    found.push(entry);
    if (!answers && found.length > MAX_ENTRIES) found.shift();
  }
  return found;
}

/** Pure: the entries for people. */
export function listing(entries: readonly JournalEntry[], { answers, session }: Wanted, language: Language): string {
  if (entries.length > 0) return entries.map((entry) => textOf(entry, language)).join('\n');
  const messages = logMessages[language];
  if (answers) return messages.noAnswers;
  return session === undefined ? messages.none : messages.noneOfSession(session);
}

/** An empty list must not stand for one that could not be read. */
function assertReadable(journal: string, messages: LogMessages): void {
  try {
    journalSince(journal, new Date(8.64e15).toISOString());
  } catch (error) {
    const fix = messages.unreadableFix;
    throw new UserError(messages.unreadable(journal, errorCode(error) ?? String(error)), fix, {
      code: 'journal-unreadable',
    });
  }
}

/** The file belongs to the user, who may have edited it. */
const answersIn = ({ answers }: JournalEntry) =>
  (Array.isArray(answers) ? answers : []).filter((one) => typeof one?.question === 'string');

const isForUser = (entry: JournalEntry) => answersIn(entry).length > 0 || entry.plan_approved === true;

function textOf(entry: JournalEntry, language: Language): string {
  const { time, session_id, event, tool, feedback, plan_approved } = entry;
  const messages = logMessages[language];
  const lines = [
    ...answersIn(entry).flatMap(({ question, answer, ground }) => [
      messages.answer(question, [answer].flat().join(', ')),
      messages.ground(String(ground)),
    ]),
    ...(plan_approved ? [messages.planApproved] : []),
    ...feedback.split('\n').filter(Boolean),
  ];
  const what = typeof tool === 'string' ? `${event} ${tool}` : event;
  return [
    messages.entry(localTime(time), visibleLine(session_id.slice(0, 8)), visibleLine(what), wordOf(entry, language)),
    ...lines.map((line) => `  ${visibleLine(line)}`),
  ].join('\n');
}

/** As the status line says it. Only a stop that a reviewer approved is called that. */
function wordOf({ event, verdict, cause }: JournalEntry, language: Language): string {
  const { outcome } = statusMessages[language];
  const words = logMessages[language];
  if (verdict !== 'allow') return outcome[verdict] ?? visibleLine(cause);
  if (cause === 'stall' || cause === 'budget' || cause === 'overruled' || cause === 'impossible') return outcome[cause];
  if (cause === 'answered') return words.answered;
  if (cause !== 'review') return words.notReviewed(visibleLine(cause));
  return event === 'Stop' ? outcome.allow : words.noObjection;
}
