import { initMessages } from '../i18n/init.ts';
import type { Language } from '../i18n/language.ts';
import { wrapText } from '../platform/text-layout.ts';
import { fitted, quoteVisible, visibleLine } from '../platform/visible-text.ts';
import { CONFIG_FILE } from '../trust/locate.ts';
import { checkLines } from '../trust/report.ts';
import type { Note, Reason } from './detected.ts';
import type { PlannedFile } from './planned-file.ts';

/** Pure: what is proposed and why. Names and commands are a repository's: shown so that they can only be read. */
export function proposalLines(
  root: string,
  { before, after, checks, brakes }: PlannedFile,
  notes: Note[],
  language: Language,
  columns: number,
): string[] {
  const words = initMessages[language];
  const isSomething = checks.length > 0 || brakes.stall_after !== undefined;
  return [
    words.lookedAt(visibleLine(root)),
    ...(isSomething ? [words.proposed(CONFIG_FILE, before !== undefined)] : []),
    ...checks.flatMap(({ check, reason }) => [
      ...checkLines(check, language, columns),
      ...fitted(words.because(reasonIn(reason, language)), columns),
    ]),
    ...(brakes.stall_after === undefined
      ? []
      : [`    stall_after: ${brakes.stall_after}`, ...indented(words.stallBecause, 6, columns)]),
    ...notes.flatMap((note) => noteLines(noteIn(note, language), columns)),
    ...(isSomething ? ['', words.wouldBe(CONFIG_FILE), ...quoteVisible(after, '  | ', columns)] : []),
  ];
}

const indented = (text: string, indent: number, columns: number) =>
  wrapText(text, columns - indent).map((line) => ' '.repeat(indent) + line);

/** Only a note's first line begins where ours begin: names in it are foreign. */
const noteLines = (note: string, columns: number) =>
  wrapText(note, columns - 2).map((line, i) => (i === 0 ? line : `  ${line}`));

const SHOWN = 120;

function reasonIn(reason: Reason, language: Language): string {
  const words = initMessages[language];
  const file = visibleLine(reason.file);
  switch (reason.kind) {
    case 'script':
      return words.script(file, visibleLine(reason.name), visibleLine(reason.text.slice(0, SHOWN)));
    case 'task':
      return words.task(file, visibleLine(reason.name), visibleLine(reason.text.slice(0, SHOWN)));
    case 'target':
      return words.target(file, visibleLine(reason.name));
    case 'tool':
      return words.tool(file, reason.tool);
    case 'file':
      return words.isThere(file);
  }
}

function noteIn(note: Note, language: Language): string {
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
      return messages.oddName(note.file, visibleLine(note.name.slice(0, SHOWN)));
  }
}
