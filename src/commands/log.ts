import { watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { amount, answersIn, claimsIn, isUsable, listOf, textOrNull } from '../history/usable-line.ts';
import { isDecision, isOverrule } from '../hook/rules/summary.ts';
import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { statusMessages } from '../i18n/status.ts';
import { JournalFollower } from '../journal/follow.ts';
import { newestFirst } from '../journal/read.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { currentFolder, isWithin, realPath } from '../platform/folders.ts';
import { localTime } from '../platform/local-time.ts';
import { printJson, stdoutColumns, writeStdout } from '../platform/output.ts';
import { firstSignal } from '../platform/signals.ts';
import { wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { log } from './declarations/log.ts';
import { assertJournal, sinceOf } from './journal-options.ts';

const MAX_ENTRIES = 50;
/** Lines of processes that write at the same moment may be in another order. */
const LATE_LINES = 100;
const POLL_MS = 500;

type Given = ParsedArguments<typeof log>;
export type Wanted = Partial<Omit<Given, 'follow'>>;

/** `ccc log`: what the journal says, or everything that was decided in the user's place. */
export async function run(given: Given, env: Env): Promise<number> {
  const { journal } = pathsOf(env);
  const follower = new JournalFollower(journal);
  const entries = entriesFor(given, journal, env.language);
  const columns = stdoutColumns();
  if (!given.follow) {
    if (given.json) printJson({ entries });
    else writeStdout(`${listing(entries, given, env.language, columns)}\n`);
    return 0;
  }
  const show = (lines: readonly JournalLine[]) =>
    lines.every((line) => writeStdout(`${given.json ? JSON.stringify(line) : textOf(line, env.language, columns)}\n`));
  if (show(entries)) await follow(follower, filterOf(given, env.language), show, journal);
  return 0;
}

/** Until the first signal, or until nobody reads any more. */
async function follow(
  follower: JournalFollower,
  fits: (line: JournalLine) => boolean,
  show: (lines: JournalLine[]) => boolean,
  journal: string,
): Promise<void> {
  const { signal } = firstSignal();
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const look = () => {
    if (!show(follower.next().filter(fits))) end();
  };
  // Where changes are not reported, as on a network drive, or there is no folder yet, the timer alone sees them.
  const timer = setInterval(look, POLL_MS);
  const watcher = watchFolder(dirname(journal), look);
  signal.addEventListener('abort', () => end());
  await ended;
  clearInterval(timer);
  watcher?.close();
}

function watchFolder(folder: string, changed: () => void) {
  try {
    return watch(folder, { persistent: false }, changed).on('error', () => {});
  } catch {
    return undefined;
  }
}

/** The newest last. Throws if there is a journal that cannot be read. */
export function entriesFor(wanted: Wanted, journal: string, language: Language): JournalLine[] {
  assertJournal(journal, language);
  const fits = filterOf(wanted, language);
  const since = sinceOf(wanted.since, language);
  const most = isNarrowed(wanted) ? Number.POSITIVE_INFINITY : MAX_ENTRIES;
  const found: JournalLine[] = [];
  let older = 0;
  for (const line of newestFirst(journal)) {
    if (since !== undefined && line.time < since && ++older > LATE_LINES) break;
    if (fits(line)) found.push(line);
    if (found.length >= most) break;
  }
  return found.reverse();
}

/** Whoever asks for something in particular gets all of it. */
const isNarrowed = ({ answers, session, id, project, since, verdict }: Wanted) =>
  answers || [session, id, project, since, verdict].some((value) => value !== undefined);

function filterOf(wanted: Wanted, language: Language): (line: JournalLine) => boolean {
  const session = wanted.id ?? wanted.session;
  const since = sinceOf(wanted.since, language);
  const folders = wanted.project === undefined ? [] : [resolve(currentFolder(), wanted.project)];
  const projects = folders.flatMap((folder) => [folder, realPath(folder)]);
  return (line) =>
    isUsable(line) &&
    (session === undefined || line.session_id.startsWith(session)) &&
    (since === undefined || line.time >= since) &&
    (wanted.project === undefined || projects.some((folder) => isOfProject(line, folder))) &&
    (wanted.verdict === undefined || kindsOf(line).includes(wanted.verdict)) &&
    (!wanted.answers || (isDecision(line) && isForUser(line))) &&
    (wanted.json === true || !isDecision(line) || line.cause !== 'off');
}

const isOfProject = (line: JournalLine, folder: string) => {
  const of = textOrNull((line as Partial<JournalEntry>).folder);
  return of !== null && isWithin(folder, of);
};

/** By what `--verdict` finds a line. What a limit let through was not allowed by a reviewer. */
function kindsOf(line: JournalLine): string[] {
  if (isOverrule(line)) return ['overruled'];
  if ('api_error' in line) return ['api-error'];
  if (!isDecision(line)) return [];
  return line.verdict === 'allow' && line.cause !== 'review' ? [line.cause] : [line.verdict];
}

/** Pure: the entries for people. */
export function listing(
  entries: readonly JournalLine[],
  wanted: Wanted,
  language: Language,
  columns = Number.POSITIVE_INFINITY,
): string {
  if (entries.length > 0) return entries.map((entry) => textOf(entry, language, columns)).join('\n');
  const messages = logMessages[language];
  const session = wanted.id ?? wanted.session;
  if (wanted.answers) return messages.noAnswers;
  if (session !== undefined) return messages.noneOfSession(visibleLine(session));
  return isNarrowed(wanted) ? messages.nothingFits : messages.none;
}

const isForUser = (entry: JournalEntry) => answersIn(entry).length > 0 || entry.plan_approved === true;

function textOf(line: JournalLine, language: Language, columns: number): string {
  const { heading, below } = isDecision(line) ? decisionText(line, language) : otherText(line, language);
  const { time, session_id } = line;
  return [
    logMessages[language].entry(localTime(time), visibleLine(session_id.slice(0, 8)), ...heading),
    ...below.flatMap((text) => wrapText(visibleLine(text), Math.max(20, columns - 2)).map((row) => `  ${row}`)),
  ].join('\n');
}

interface EntryText {
  heading: [what: string, outcome: string];
  below: string[];
}

function decisionText(entry: JournalEntry, language: Language): EntryText {
  const { event, tool, feedback, plan_approved, since_last, duration_ms, cost_usd } = entry;
  const messages = logMessages[language];
  const what = typeof tool === 'string' ? `${event} ${tool}` : event;
  const files = Array.isArray(since_last?.files) ? since_last.files.map(String) : [];
  const request = textOrNull(entry.request);
  return {
    heading: [visibleLine(what), wordOf(entry, language)],
    below: [
      ...(request === null ? [] : [messages.request(request)]),
      ...(typeof since_last?.tool_calls === 'number' ? [messages.sinceLast(since_last.tool_calls, files)] : []),
      ...claimsIn(entry).map(({ quote, status }) => messages.claim(quote, status)),
      ...listOf(entry.checks).map(({ name, outcome }) => messages.check(String(name), String(outcome))),
      ...listOf(entry.findings).map(({ text }) => messages.finding(String(text))),
      ...answersIn(entry).flatMap(({ question, answer, ground }) => [
        messages.answer(question, [answer].flat().join(', ')),
        messages.ground(String(ground)),
      ]),
      ...(plan_approved ? [messages.planApproved] : []),
      ...feedback.split('\n').filter(Boolean),
      ...(amount(cost_usd) > 0
        ? [messages.spent((amount(duration_ms) / 1000).toFixed(1), `$${amount(cost_usd).toFixed(3)}`)]
        : []),
    ],
  };
}

function otherText(line: Exclude<JournalLine, JournalEntry>, language: Language): EntryText {
  const messages = logMessages[language];
  const entry = (what: string, outcome: string, text: unknown = ''): EntryText => ({
    heading: [what, outcome],
    below: typeof text === 'string' ? text.split('\n').filter(Boolean) : [],
  });
  if (isOverrule(line)) return entry(visibleLine(line.by), messages.overruled, line.why);
  if ('api_error' in line) return entry('API', messages.apiError(visibleLine(line.api_error)), line.message);
  if ('mode' in line) return entry('ccc', messages.mode[line.mode]);
  if ('by_hand' in line) {
    const { verdict, feedback } = line.by_hand;
    return entry('ccc', messages.byHand(statusMessages[language].outcome[verdict] ?? visibleLine(verdict)), feedback);
  }
  const words = line.session === 'started' ? messages.sessionStarted : messages.sessionEnded;
  return entry('ccc', words(visibleLine(line.why)));
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
