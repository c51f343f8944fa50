import { initMessages } from '../i18n/init.ts';
import type { Language } from '../i18n/language.ts';
import { wrapText } from '../platform/text-layout.ts';
import { visibleLine, wrapPrefixed, wrapVisible } from '../platform/visible-text.ts';
import { CONFIG_FILE } from '../trust/locate.ts';
import { checkLines } from '../trust/report.ts';
import type { InitResult } from './apply.ts';
import type { Note, Reason } from './detection.ts';
import type { InitPlan } from './plan.ts';

const EXAMPLE_CONFIG = { supervisor: { checks: [{ name: 'test', run: './run-tests.sh' }], stall_after: 3 } };

/** What is proposed and why. `folder` is what a command to type needs behind it. */
export function proposalText(plan: InitPlan, language: Language, columns: number, folder: string): string {
  const messages = initMessages[language];
  const { path, proposal, mustWrite, mayTrust, notes } = plan;
  const lines = proposalLines(plan, language, columns);
  const has = (kind: Note['kind']) => notes.some((note) => note.kind === kind);
  // What a broken file would have had is not known.
  if (proposal.checks.length === 0 && has('broken')) return lines.join('\n');
  if (proposal.checks.length === 0)
    return [
      ...lines,
      messages.nothingFound,
      messages.byHand(visibleLine(path)),
      ...wrapPrefixed(JSON.stringify(EXAMPLE_CONFIG, null, 2), '  ', Number.POSITIVE_INFINITY),
      messages.thenTrust(folder),
    ].join('\n');
  if (mustWrite) return lines.join('\n');
  const verdict = has('other-command') ? messages.nothingToAdd : messages.complete;
  return [...lines, verdict(CONFIG_FILE), ...(mayTrust ? [] : [messages.trustNext(folder)])].join('\n');
}

/** What was done, and what to do next. */
export function resultLines(
  { path, mayTrust }: InitPlan,
  { written, trusted, backup }: InitResult,
  { language, asked, folder }: { language: Language; asked: boolean; folder: string },
): string[] {
  const messages = initMessages[language];
  if (!written) return [messages.nothingWritten, ...(asked ? [] : [messages.toWrite(mayTrust, folder)])];
  return [
    messages.written(visibleLine(path)),
    ...(backup === undefined ? [] : [messages.backup(backup)]),
    messages.commit,
    (trusted ? messages.trusted : mayTrust ? messages.trustNext : messages.moreToTrust)(folder),
  ];
}

/** For `--json`: the same in every language. */
export const initDocument = (
  { root, path, notes, mustWrite, file: { before, after, checks, limits } }: InitPlan,
  { written, trusted, backup }: InitResult,
) => ({
  root,
  file: path,
  exists: before !== undefined,
  checks: checks.map(({ check, reason }) => ({ ...check, reason })),
  brakes: limits,
  notes,
  text: mustWrite ? after : null,
  written,
  trusted,
  backup: backup ?? null,
});

/** Names and commands are the repository's text, and are made harmless to a terminal. */
function proposalLines(
  { root, file, notes, hasChosenFeedback }: InitPlan,
  language: Language,
  columns: number,
): string[] {
  const messages = initMessages[language];
  const { before, after, checks, limits } = file;
  const hasProposal = checks.length > 0 || limits.stall_after !== undefined;
  return [
    messages.lookedAt(visibleLine(root)),
    ...(hasProposal ? [messages.proposed(CONFIG_FILE, before !== undefined)] : []),
    ...checks.flatMap(({ check, reason }) => [
      ...checkLines(check, language, columns),
      ...wrapVisible(messages.because(reasonText(reason, language)), columns),
    ]),
    ...(limits.stall_after === undefined
      ? []
      : [`    stall_after: ${limits.stall_after}`, ...indented(messages.stallBecause, 6, columns)]),
    ...notes.flatMap((note) => noteLines(noteText(note, language), columns)),
    // A choice of the user's, which a repository's file cannot make.
    ...(hasProposal && !hasChosenFeedback ? noteLines(messages.feedback, columns) : []),
    ...(hasProposal ? ['', messages.wouldBe(CONFIG_FILE), ...wrapPrefixed(after, '  | ', columns)] : []),
  ];
}

const indented = (text: string, indent: number, columns: number) =>
  wrapText(text, columns - indent).map((line) => ' '.repeat(indent) + line);

/** Names in a note are the repository's: its further lines must not look like lines of ours. */
const noteLines = (note: string, columns: number) =>
  wrapText(note, columns - 2).map((line, i) => (i === 0 ? line : `  ${line}`));

const MAX_SHOWN = 120;

function reasonText(reason: Reason, language: Language): string {
  const messages = initMessages[language];
  const file = visibleLine(reason.file);
  switch (reason.kind) {
    case 'script':
      return messages.script(file, visibleLine(reason.name), visibleLine(reason.text.slice(0, MAX_SHOWN)));
    case 'task':
      return messages.task(file, visibleLine(reason.name), visibleLine(reason.text.slice(0, MAX_SHOWN)));
    case 'target':
      return messages.target(file, visibleLine(reason.name));
    case 'tool':
      return messages.tool(file, reason.tool);
    case 'file':
      return messages.exists(file);
  }
}

function noteText(note: Note, language: Language): string {
  const { notes: messages } = initMessages[language];
  switch (note.kind) {
    case 'pre-commit':
      return messages.preCommit;
    case 'cmake':
      return messages.cmake;
    case 'several-solutions':
      return messages.severalSolutions;
    case 'no-program':
      return messages.noProgram(note.program);
    case 'watches':
      return messages.watches(note.file, visibleLine(note.name));
    case 'rewrites':
      return messages.rewrites(note.file, visibleLine(note.name));
    case 'odd-name':
      return messages.unsafeName(note.file, visibleLine(note.name.slice(0, MAX_SHOWN)));
    case 'broken':
      return messages.broken(note.file, note);
    case 'other-command':
      return messages.otherCommand(visibleLine(note.name), visibleLine(note.run.slice(0, MAX_SHOWN)));
  }
}
