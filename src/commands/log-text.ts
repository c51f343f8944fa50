import { amount, answersIn, claimsIn, isApproval, listOf, textOrNull } from '../history/usable-line.ts';
import { isDecision, isOverrule } from '../hook/rules/summary.ts';
import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { statusMessages } from '../i18n/status.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { localTime } from '../platform/local-time.ts';
import { wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { isNarrowed, type Wanted } from './log-entries.ts';

export interface TextStyle {
  language: Language;
  columns: number;
  colour: boolean;
}

/** Pure: one entry after the other; if there are none, what that means for what was `wanted`. */
export function* entryTexts(
  entries: Iterable<JournalLine>,
  wanted: Wanted | undefined,
  style: TextStyle,
): Generator<string> {
  let isEmpty = true;
  for (const entry of entries) {
    isEmpty = false;
    yield `${entryText(entry, style)}\n`;
  }
  if (isEmpty && wanted) yield `${nothingText(wanted, style.language)}\n`;
}

function nothingText(wanted: Wanted, language: Language): string {
  const messages = logMessages[language];
  if (wanted.answers) return messages.noAnswers;
  return isNarrowed(wanted) ? messages.nothingFits : messages.none;
}

/** One document, but a line per entry: there may be a million. */
export function* jsonTexts(entries: Iterable<JournalLine>): Generator<string> {
  let before = '{\n  "entries": [';
  for (const entry of entries) {
    yield `${before}\n    ${JSON.stringify(entry)}`;
    before = ',';
  }
  yield before === ',' ? '\n  ]\n}\n' : `${before}]\n}\n`;
}

function entryText(line: JournalLine, style: TextStyle): string {
  const { language } = style;
  const [what, outcome] = headingOf(line, language);
  const time = painted(localTime(line.time), 'dim', style);
  const session = visibleLine(line.session_id.slice(0, 8));
  const below = isDecision(line) ? decisionLines(line, language) : textLines(reasonOf(line));
  return [
    logMessages[language].entry(time, session, what, painted(outcome, toneOf(line), style)),
    ...indented(below, 2, style),
  ].join('\n');
}

/** What is foreign in them is made visible and cannot look like a line of ours. */
export const indented = (lines: readonly string[], indent: number, { columns }: TextStyle): string[] =>
  lines.flatMap((text) =>
    wrapText(visibleLine(text), Math.max(20, columns - indent)).map((row) => `${' '.repeat(indent)}${row}`),
  );

export const textLines = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\r?\n/).filter((line) => line.trim() !== '') : [];

const COLOURS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
type Tone = keyof typeof COLOURS | undefined;

export const painted = (text: string, tone: Tone, { colour }: TextStyle): string =>
  colour && tone ? `\x1b[${COLOURS[tone]}m${text}\x1b[0m` : text;

/** Green is only for what a reviewer approved; yellow for what is not, and was not sent back either. */
export function toneOf(line: JournalLine): Tone {
  if (isOverrule(line) || 'api_error' in line) return 'yellow';
  if (!isDecision(line)) return undefined;
  if (line.verdict === 'block') return 'red';
  if (isApproval(line)) return 'green';
  return line.verdict === 'failed' || ENDS_UNAPPROVED.has(line.cause) ? 'yellow' : undefined;
}

const ENDS_UNAPPROVED = new Set(['limit', 'stall', 'budget', 'impossible', 'overruled']);

function decisionLines(entry: JournalEntry, language: Language): string[] {
  const messages = logMessages[language];
  const request = textOrNull(entry.request);
  return [
    ...(request === null ? [] : [messages.request(request)]),
    ...sinceLastLines(entry, language),
    ...claimTexts(entry, language).map(messages.claim),
    ...checkTexts(entry, language).map(messages.check),
    ...findingTexts(entry, language).map(messages.finding),
    ...answerLines(entry, language),
    ...textLines(entry.feedback),
    ...(amount(entry.cost_usd) > 0 ? [messages.spent(secondsOf(entry.duration_ms), dollarsOf(entry.cost_usd))] : []),
  ];
}

export function sinceLastLines({ since_last: since }: JournalEntry, language: Language): string[] {
  if (typeof since?.tool_calls !== 'number') return [];
  const messages = logMessages[language];
  const list = (names: unknown, more: unknown) =>
    Array.isArray(names) && names.length > 0 ? messages.listed(names.map(String), amount(more)) : '';
  return [
    messages.sinceLast(
      since.tool_calls,
      list(since.files, since.more_files),
      list(since.commands, since.more_commands),
    ),
  ];
}

export const checkTexts = ({ checks }: JournalEntry, language: Language): string[] =>
  listOf(checks).map(({ name, outcome, reused, why }) => {
    const { checkOutcomes, reusedCheck, checkResult } = logMessages[language];
    const notes = [...(reused === true ? [reusedCheck] : []), ...textLines(why)];
    return checkResult(String(name), wordFor(checkOutcomes, String(outcome)), notes);
  });

export const claimTexts = (entry: JournalEntry, language: Language): string[] => {
  const { claimStatus, claimResult } = logMessages[language];
  return claimsIn(entry).map(({ quote, status }) => claimResult(quote, wordFor(claimStatus, status)));
};

export const findingTexts = ({ findings }: JournalEntry, language: Language): string[] =>
  listOf(findings).map(({ text, certain }) =>
    certain === true ? String(text) : logMessages[language].uncertain(String(text)),
  );

export function answerLines(entry: JournalEntry, language: Language): string[] {
  const messages = logMessages[language];
  return [
    ...answersIn(entry).flatMap(({ question, answer, ground }) => [
      messages.answer(question, [answer].flat().join(', ')),
      messages.ground(String(ground)),
    ]),
    ...(entry.plan_approved ? [messages.planApproved] : []),
  ];
}

/** A word that is not known is shown as it is. */
const wordFor = (words: Readonly<Record<string, string>>, word: string): string =>
  (Object.hasOwn(words, word) ? words[word] : undefined) ?? word;

export const secondsOf = (ms: unknown): string => (amount(ms) / 1000).toFixed(1);
export const dollarsOf = (usd: unknown): string => `$${amount(usd).toFixed(3)}`;

/** What a line is about, and what it says of it. Foreign text in it is visible. */
export function headingOf(line: JournalLine, language: Language): [what: string, outcome: string] {
  const messages = logMessages[language];
  if (isDecision(line)) {
    const { event, tool } = line;
    return [visibleLine(typeof tool === 'string' ? `${event} ${tool}` : event), wordOf(line, language)];
  }
  if (isOverrule(line)) return [visibleLine(line.by), messages.overruled];
  if ('api_error' in line) return ['API', messages.apiError(visibleLine(line.api_error))];
  if ('mode' in line) return ['ccc', messages.mode[line.mode]];
  if ('by_hand' in line) {
    const { verdict } = line.by_hand;
    return ['ccc', messages.byHand(visibleLine(wordFor(statusMessages[language].outcome, verdict)))];
  }
  const words = line.session === 'started' ? messages.sessionStarted : messages.sessionEnded;
  return ['ccc', words(visibleLine(line.why))];
}

/** What the user, the client or the reviewer said, of a line that is not a decision. */
export function reasonOf(line: Exclude<JournalLine, JournalEntry>): unknown {
  if (isOverrule(line)) return line.why;
  if ('api_error' in line) return line.message;
  return 'by_hand' in line ? line.by_hand.feedback : '';
}

/** As the status line says it. Only a stop that a reviewer approved is called that. */
function wordOf({ event, verdict, cause }: JournalEntry, language: Language): string {
  const { outcome } = statusMessages[language];
  const words = logMessages[language];
  if (verdict !== 'allow') return visibleLine(wordFor(outcome, verdict));
  if (cause === 'stall' || cause === 'budget' || cause === 'overruled' || cause === 'impossible') return outcome[cause];
  if (cause === 'answered') return words.answered;
  if (cause !== 'review') return words.notReviewed(visibleLine(cause));
  return event === 'Stop' ? outcome.allow : words.noObjection;
}
