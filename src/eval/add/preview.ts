import { evalMessages } from '../../i18n/eval.ts';
import { evalAddMessages } from '../../i18n/eval-add.ts';
import type { Language } from '../../i18n/language.ts';
import { byteSize } from '../../platform/byte-size.ts';
import { alignColumns } from '../../platform/text-layout.ts';
import { visibleLine } from '../../platform/visible-text.ts';
import { lineDiff } from '../../trust/line-diff.ts';
import type { NewFile } from './anonymous-copy.ts';
import type { CaseSource, NewCase } from './new-case.ts';

type Messages = (typeof evalAddMessages)['en'];

const DIFF_LINES = 60;
const REDACTED_LINES = 20;
const LINE_WIDTH = 160;

/** Everything about a case that a user needs to know before it is written. */
export function previewText(source: CaseSource, made: NewCase, target: string, language: Language): string {
  const messages = evalAddMessages[language];
  const blocks = [
    headingLines(source, language),
    [messages.target(visibleLine(target), byteSize(sizeOf(made.files))), ...fileLines(made.files, messages)],
    diffLines(made.files, messages),
    redactedLines(made.files, messages),
    [...noteLines(made, messages).map(visibleLine), messages.warning],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

export const sizeOf = (files: readonly NewFile[]) => files.reduce((sum, { bytes }) => sum + bytes.length, 0);

function headingLines({ label, why, session, decision, kind }: CaseSource, language: Language): string[] {
  const messages = evalAddMessages[language];
  const { labels, verdicts } = evalMessages[language];
  const about = kind === 'overruled' ? messages.overruled : messages.judged;
  return [
    messages.heading(labels[label], session.id, visibleLine(session.folder)),
    decision ? about(verdicts[decision.verdict], visibleLine(decision.time)) : messages.unjudged,
    messages.why(visibleLine(why)),
  ];
}

function fileLines(files: readonly NewFile[], messages: Messages): string[] {
  const rows = files.map(({ path, bytes, redactions, isBinary }) => [
    `  ${visibleLine(path)}`,
    byteSize(bytes.length),
    isBinary ? messages.binary : messages.redactions(redactions),
  ]);
  return alignColumns(rows);
}

/** The work tree against what was committed before the session. */
function diffLines(files: readonly NewFile[], messages: Messages): string[] {
  const textsIn = (folder: string) =>
    new Map(
      files
        .filter(({ path, isBinary }) => path.startsWith(`${folder}/`) && !isBinary)
        .map(({ path, bytes }) => [path.slice(folder.length + 1), bytes.toString('utf8')]),
    );
  const [before, after] = [textsIn('base'), textsIn('repository')];
  // Without a base nothing tells what is new.
  if (before.size === 0) return [];
  const lines = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const changed = lineDiff(before.get(path) ?? '', after.get(path) ?? '');
    const sign = before.has(path) ? (after.has(path) ? 'M' : 'D') : 'A';
    return changed.length === 0
      ? []
      : [`  ${sign} ${visibleLine(path)}`, ...changed.map((line) => `    ${line.sign} ${shortLine(line.text)}`)];
  });
  return lines.length === 0 ? [] : [messages.diff, ...cut(lines, DIFF_LINES, messages)];
}

function redactedLines(files: readonly NewFile[], messages: Messages): string[] {
  const lines = files
    .filter(({ redactions }) => redactions > 0)
    .flatMap(({ path, bytes }) =>
      bytes
        .toString('utf8')
        .split('\n')
        .flatMap((line, at) => (line.includes(MASK) ? [`  ${visibleLine(path)}:${at + 1}: ${around(line)}`] : [])),
    );
  return lines.length === 0 ? [] : [messages.redactedLines, ...cut(lines, REDACTED_LINES, messages)];
}

const MASK = '[redacted]';

/** The part of a long line that has the first redaction. */
function around(line: string): string {
  const start = Math.max(0, line.indexOf(MASK) - LINE_WIDTH / 2);
  return shortLine(`${start > 0 ? '…' : ''}${line.slice(start)}`);
}

const shortLine = (line: string) => visibleLine(line.length > LINE_WIDTH ? `${line.slice(0, LINE_WIDTH)}…` : line);

const cut = (lines: string[], max: number, messages: Messages) =>
  lines.length <= max ? lines : [...lines.slice(0, max), `  ${messages.diffCut(lines.length - max)}`];

const noteLines = ({ leftOut, changedSince, complete }: NewCase, messages: Messages): string[] => [
  ...(leftOut.secret.length > 0 ? [messages.secretFiles(leftOut.secret)] : []),
  ...(leftOut.unusable.length > 0 ? [messages.unusableFiles(leftOut.unusable)] : []),
  ...(leftOut.unrelated > 0 ? [messages.unrelated(leftOut.unrelated)] : []),
  ...(changedSince.length > 0 ? [messages.changedSince(changedSince)] : []),
  ...(complete ? [] : [messages.incomplete]),
];
