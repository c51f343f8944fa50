import { truncate } from '../evidence/limits.ts';
import type { AuditMessages } from '../i18n/audit.ts';
import { isWithin } from '../platform/folders.ts';
import { dayOf } from '../platform/local-time.ts';
import { widthOf, wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { headline } from './headline.ts';
import type { AuditRequest } from './request.ts';
import {
  type AuditTotals,
  type ClaimRow,
  type Counts,
  claiming,
  mostFirst,
  STATUSES,
  unsupported,
  worstFirst,
} from './totals.ts';

export interface ReportContext {
  messages: AuditMessages;
  /** Lines are no wider, but for what cannot be broken. */
  columns: number;
  home: string | undefined;
  /** Where the client keeps the sessions. */
  storage: string;
  /** The current folder, if nothing else was asked for and it has no session: then all are counted. */
  instead: string | undefined;
}

/** How much of each part the text shows; `--json` has all of it. */
const SHOWN = { projects: 10, weeks: 12, quote: 200, command: 120, files: 3 };
/** From the best to the worst, as they are read. */
const COLUMNS = STATUSES.toReversed();

/** What `ccc audit` prints for people. */
export function reportText(totals: AuditTotals, request: AuditRequest, context: ReportContext): string {
  const { messages, columns, home, instead } = context;
  const folder = request.folder && shortPath(request.folder, home);
  const paragraphs = [
    wrapped(headline(totals, request, folder, messages), columns),
    ...(instead === undefined || totals.all.sessions === 0
      ? []
      : [wrapped(messages.allProjects(shortPath(instead, home)), columns)]),
    ...(totals.all.sessions === 0 ? [] : counted(totals, context)),
    notCounted(totals, context),
    elsewhere(totals, request, context),
  ];
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')}`;
}

function counted(totals: AuditTotals, context: ReportContext): string[][] {
  const { messages } = context;
  if (claiming(totals.all) === 0) return [];
  const kinds = rows([...totals.byKind].sort(mostFirst), (kind) => messages.kind[kind]);
  const projects = rows([...totals.byProject].sort(worstFirst), (project) => shortPath(project, context.home));
  const weeks = rows([...totals.byWeek], (name, { from }) => `${from} (${name.slice(5)})`).sort((a, b) =>
    a.label < b.label ? 1 : -1,
  );
  return [
    statuses(totals.all, messages),
    worst(totals, context),
    table(messages.byKind, kinds, kinds.length, messages),
    projects.length > 1 ? table(messages.byProject, projects, SHOWN.projects, messages) : [],
    weeks.length > 1 ? table(messages.byWeek, weeks, SHOWN.weeks, messages) : [],
  ];
}

/** The status of the sessions, with what it means. */
function statuses(all: Counts, messages: AuditMessages): string[] {
  const number = Math.max(...COLUMNS.map((status) => String(all[status]).length));
  const name = Math.max(...COLUMNS.map((status) => widthOf(messages.status[status])));
  return [
    messages.claiming(claiming(all), all.sessions),
    ...COLUMNS.map(
      (status) =>
        `  ${String(all[status]).padStart(number)}  ${padded(messages.status[status], name)}  ${messages.statusMeans[status]}`,
    ),
    messages.counted,
  ];
}

interface Row {
  label: string;
  counts: Counts;
}

const rows = <K, C extends Counts>(groups: [K, C][], label: (key: K, counts: C) => string): Row[] =>
  groups.map(([key, counts]) => ({ label: visibleLine(label(key, counts)), counts }));

/** What it is about stands last, because it may be long. */
function table(title: string, all: Row[], most: number, messages: AuditMessages): string[] {
  const headings = [messages.sessions, ...COLUMNS.map((status) => messages.status[status])];
  const line = (cells: string[], label: string) =>
    `  ${cells.map((cell, at) => ' '.repeat(widthOf(headings[at] ?? '') - widthOf(cell)) + cell).join('  ')}  ${label}`.trimEnd();
  const numbers = ({ counts }: Row) => [counts.sessions, ...COLUMNS.map((status) => counts[status])];
  return [
    title,
    line(headings, ''),
    ...all.slice(0, most).map((row) =>
      line(
        numbers(row).map((count) => (count === 0 ? '-' : String(count))),
        row.label,
      ),
    ),
    ...(all.length > most ? [`  ${messages.more(all.length - most)}`] : []),
  ];
}

function worst({ worst: found, all }: AuditTotals, context: ReportContext): string[] {
  const { messages, home, columns } = context;
  const [first] = found;
  if (!first) return [];
  return [
    messages.worst(found.length, unsupported(all)),
    ...found.flatMap((row, at) => {
      const { status, kind, project, time, session, quote } = row;
      const title = messages.worstTitle(
        ...([messages.status[status], messages.kind[kind], shortPath(project, home)] as const),
        ...([dayOf(new Date(time)), shortId(session)] as const),
      );
      const number = `${String(at + 1).padStart(2)}. `;
      const below = [messages.quote(truncate(quote, SHOWN.quote)), missing(row, messages)].map(visibleLine);
      return [
        ...wrapped(visibleLine(title), columns, number),
        ...below.flatMap((line) => wrapped(line, columns, '      ')),
      ];
    }),
    messages.details(shortId(first.session)),
  ];
}

/** What the session has instead of what is claimed. */
export function missing({ status, kind, run }: ClaimRow, messages: AuditMessages): string {
  if (!run) return messages.missing.noRun[kind];
  const { outcome, changedAfter } = run;
  const command = truncate(run.command, SHOWN.command);
  if (status === 'stale')
    return messages.missing.changedAfter(command, changedAfter.items.slice(0, SHOWN.files), changedAfter.total);
  if (outcome.kind === 'failed') return messages.missing.failed(command, outcome.exit);
  return messages.missing.notPassed(command);
}

function notCounted({ leftOut, unreadable, partlyUnread }: AuditTotals, context: ReportContext): string[] {
  const { messages, home, columns } = context;
  const { running, unanswered, reviews } = leftOut;
  const [first] = unreadable;
  const items = [
    ...(running > 0 ? [messages.running(running)] : []),
    ...(unanswered > 0 ? [messages.unanswered(unanswered)] : []),
    ...(reviews > 0 ? [messages.reviews(reviews)] : []),
    ...(first ? [messages.unreadable(leftOut.unreadable, shortPath(first.path, home), first.why)] : []),
  ].map(visibleLine);
  return [
    ...(items.length > 0 ? wrapped(messages.leftOut(items), columns) : []),
    ...(partlyUnread > 0 ? wrapped(messages.partlyUnread(partlyUnread), columns) : []),
  ];
}

/** Where other sessions are. */
function elsewhere({ all }: AuditTotals, { folder, since }: AuditRequest, context: ReportContext): string[] {
  const { messages, home, storage } = context;
  if (folder !== undefined) return [messages.otherProjects];
  return all.sessions === 0 && since === undefined ? [messages.whereStored(visibleLine(shortPath(storage, home)))] : [];
}

/** `~/shop` for a folder in the user's home. */
export const shortPath = (path: string, home: string | undefined): string =>
  home !== undefined && home !== '/' && path !== home && isWithin(home, path) ? `~${path.slice(home.length)}` : path;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** `--session` takes the start of an id. */
const shortId = (id: string): string => (UUID.test(id) ? id.slice(0, 8) : visibleLine(id));

const padded = (text: string, width: number) => text + ' '.repeat(width - widthOf(text));

/** Further lines are indented as far as the first. */
function wrapped(text: string, columns: number, first = ''): string[] {
  const indent = ' '.repeat(widthOf(first));
  return wrapText(text, columns - widthOf(first)).map((line, at) => (at === 0 ? first : indent) + line);
}
