import type { ParsedArguments } from '../command-line/declaration.ts';
import { doubtAbout, isApproval } from '../hook/rules/approval.ts';
import { isDecision, isOverrule } from '../hook/rules/summary.ts';
import type { Language } from '../i18n/language.ts';
import { journalLines, linesOfId, newestFirst } from '../journal/read.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import type { log } from './declarations/log.ts';
import { isOfProject, sinceOf } from './journal-options.ts';

export const MAX_ENTRIES = 50;
/** Lines of processes that write at the same moment may be in another order. */
const LATE_LINES = 100;
/** More would take gigabytes: they are read a second time, from the beginning, and not kept. */
const MAX_KEPT = 20_000;

export type Wanted = Partial<Omit<ParsedArguments<typeof log>, 'follow' | 'id'>>;

/** The newest last. `session` is a whole id. */
export function entriesFor(
  wanted: Wanted,
  journal: string,
  language: Language,
  maxKept = MAX_KEPT,
): Iterable<JournalLine> {
  const fits = filterOf(wanted, language);
  if (wanted.session !== undefined) return linesOfId(journal, wanted.session).filter(fits);
  const since = sinceOf(wanted.since, language);
  const most = isNarrowed(wanted) ? Number.POSITIVE_INFINITY : MAX_ENTRIES;
  const found: JournalLine[] = [];
  let older = 0;
  for (const line of newestFirst(journal)) {
    older = since !== undefined && line.time < since ? older + 1 : 0;
    if (older > LATE_LINES) break;
    if (fits(line)) found.push(line);
    if (found.length >= most) break;
    if (found.length > maxKept) return { [Symbol.iterator]: () => fittingLines(journal, fits) };
  }
  return found.reverse();
}

function* fittingLines(journal: string, fits: (line: JournalLine) => boolean): Generator<JournalLine> {
  for (const line of journalLines(journal)) if (fits(line)) yield line;
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
    (wanted.json === true || !isDecision(line) || line.cause !== 'off');
}

const isForUser = ({ answers = [], plan_approved }: JournalEntry) => answers.length > 0 || plan_approved === true;

/** By what `--verdict` finds a line. What a limit let through was not allowed by a reviewer. */
function kindsOf(line: JournalLine): string[] {
  if (isOverrule(line)) return ['overruled'];
  if ('api_error' in line) return ['api-error'];
  if (!isDecision(line)) return [];
  const { verdict, cause } = line;
  if (verdict === 'block') return [verdict, 'sent-back'];
  if (isApproval(line) && !doubtAbout(line)) return [verdict, 'approved'];
  return verdict === 'allow' && cause !== 'review' ? [cause] : [verdict];
}
