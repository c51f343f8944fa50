import type { ParsedArguments } from '../command-line/declaration.ts';
import { outcomeOf } from '../hook/rules/decision-outcome.ts';
import { isDecision, isOverrule } from '../hook/rules/summary.ts';
import type { Language } from '../i18n/language.ts';
import { allLinesOfId, linesSince, newestFirst } from '../journal/read.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import type { log } from './declarations/log.ts';
import { isOfProject, sinceOf } from './journal-options.ts';

export const MAX_ENTRIES = 50;

export type Wanted = Partial<Omit<ParsedArguments<typeof log>, 'follow' | 'id' | 'json'>> & {
  /** Also events for which supervision was off. */
  withOff?: boolean;
};

/** The newest last. `session` is a whole id. All but the last fifty are read again each time: there may be gigabytes. */
export function entriesFor(wanted: Wanted, journal: string, language: Language): Iterable<JournalLine> {
  const fits = filterOf(wanted, language);
  if (!isNarrowed(wanted)) return lastFitting(journal, fits);
  const { session } = wanted;
  const since = sinceOf(wanted.since, language);
  const lines = () => (session === undefined ? linesSince(journal, since) : allLinesOfId(journal, session));
  return { [Symbol.iterator]: () => fitting(lines(), fits) };
}

/** More text than anybody reads as one story. */
const MAX_STORY = 64 * 1024 * 1024;

/** All of them at once, as a story needs them; undefined: they are too long for one. */
export function storyLines(entries: Iterable<JournalLine>, maxText = MAX_STORY): JournalLine[] | undefined {
  const found: JournalLine[] = [];
  let length = 0;
  for (const line of entries) {
    length += JSON.stringify(line).length;
    if (length > maxText) return undefined;
    found.push(line);
  }
  return found;
}

function lastFitting(journal: string, fits: (line: JournalLine) => boolean): JournalLine[] {
  const found: JournalLine[] = [];
  for (const line of newestFirst(journal)) {
    if (fits(line)) found.push(line);
    if (found.length >= MAX_ENTRIES) break;
  }
  return found.reverse();
}

function* fitting(lines: Iterable<JournalLine>, fits: (line: JournalLine) => boolean): Generator<JournalLine> {
  for (const line of lines) if (fits(line)) yield line;
}

/** Whoever asks for something in particular gets all of it. */
export const isNarrowed = ({ answers, session, project, since, verdict }: Wanted): boolean =>
  answers || [session, project, since, verdict].some((value) => value !== undefined);

export function filterOf(wanted: Wanted, language: Language): (line: JournalLine) => boolean {
  const { session, verdict } = wanted;
  const since = sinceOf(wanted.since, language);
  const isOfFolder = wanted.project === undefined ? () => true : isOfProject(wanted.project);
  return (line) =>
    (session === undefined || line.session_id === session) &&
    (since === undefined || line.time >= since) &&
    isOfFolder(line) &&
    (verdict === undefined || kindsOf(line).includes(verdict)) &&
    (!wanted.answers || (isDecision(line) && isForUser(line))) &&
    (wanted.withOff === true || !isDecision(line) || line.cause !== 'off');
}

const isForUser = ({ answers = [], plan_approved }: JournalEntry) => answers.length > 0 || plan_approved === true;

/** By what `--verdict` finds a line. What a limit let through was not allowed by a reviewer. */
function kindsOf(line: JournalLine): string[] {
  if (isOverrule(line)) return ['overruled'];
  if ('api_error' in line) return ['api-error'];
  if (!isDecision(line)) return [];
  const outcome = outcomeOf(line);
  const isLetThrough = line.verdict === 'allow' && line.cause !== 'review';
  return isLetThrough ? [line.cause, outcome] : [line.verdict, outcome];
}
