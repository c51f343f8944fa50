import { basename } from 'node:path';
import { type ApprovalDoubt, doubtAbout, isApproval } from '../hook/rules/approval.ts';
import { outcomeOf } from '../hook/rules/decision-outcome.ts';
import { isDecision, isJudged, isOverrule } from '../hook/rules/summary.ts';
import { moneyText, timeText } from '../i18n/amounts.ts';
import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { decisionTexts, outcomeWords } from '../i18n/outcomes.ts';
import { reportMessages } from '../i18n/report.ts';
import { statusMessages } from '../i18n/status.ts';
import { type JournalEntry, type JournalLine, originOf } from '../journal/record.ts';
import { printedJson } from '../platform/json/printed-json.ts';
import { localTime } from '../platform/local-time.ts';
import { widthOf, wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { isNarrowed, type Wanted } from './log-entries.ts';

export interface TextStyle {
  language: Language;
  columns: number;
  colour: boolean;
}

/** Pure: one entry after the other; if there are none, `nothing`. */
export function* entryTexts(
  entries: Iterable<JournalLine>,
  nothing: string | undefined,
  style: TextStyle,
): Generator<string> {
  let isEmpty = true;
  /** Of the sessions that were shown last: a request is said once. */
  const requests = new Map<string, string>();
  for (const entry of entries) {
    isEmpty = false;
    yield `${entryText(entry, requests, style)}\n`;
    if (requests.size > MAX_REQUESTS) requests.clear();
  }
  if (isEmpty && nothing !== undefined) yield `${nothing}\n`;
}

/** Nothing of a journal that has lines is `wanted`. */
export function nothingText(wanted: Wanted, language: Language): string {
  const messages = logMessages[language];
  if (wanted.answers) return messages.noAnswers;
  return isNarrowed(wanted) ? messages.nothingFits : messages.none;
}

/** One document, but a line per entry: there may be a million, and an edited one may be nested deep. */
export function* jsonTexts(entries: Iterable<JournalLine>, session?: object): Generator<string> {
  let before = `{\n${session ? `  "session": ${printedJson(session)},\n` : ''}  "entries": [`;
  for (const entry of entries) {
    yield `${before}\n    ${printedJson(entry)}`;
    before = ',';
  }
  yield before === ',' ? '\n  ]\n}\n' : `${before}]\n}\n`;
}

const MAX_REQUESTS = 1_000;

function entryText(line: JournalLine, requests: Map<string, string>, style: TextStyle): string {
  const { language } = style;
  const [what, outcome] = headingOf(line, language);
  const { folder, request } = originOf(line);
  const project = basename(folder ?? '');
  const isNew = request !== null && request !== requests.get(line.session_id);
  if (isNew) requests.set(line.session_id, request);
  const session = visibleLine(line.session_id.slice(0, 8));
  const subject = [visibleLine(project), `${what}${roundOf(line, language)}`].filter(Boolean).join('  ');
  return [
    ...heading((time, said) => logMessages[language].entry(time, session, subject, said), outcome, line, style),
    ...(isNew ? indented([logMessages[language].request(request)], 2, style) : []),
    ...(isDecision(line) ? indented(decisionLines(line, language), 2, style) : []),
    // Further in: what others have said cannot look like a line of ours.
    ...indented(isDecision(line) ? feedbackLines(line) : textLines(reasonOf(line)), 4, style),
    ...indented(spentLines(line, '', language), 2, style),
  ].join('\n');
}

/** In one row, or with the outcome in a row of its own if that would be too long. */
export function heading(
  row: (time: string, outcome: string) => string,
  outcome: string,
  line: JournalLine,
  style: TextStyle,
): string[] {
  const time = localTime(line.time);
  const [dimTime, tone] = [painted(time, 'dim', style), toneOf(line)];
  if (widthOf(row(time, outcome)) <= style.columns) return [row(dimTime, painted(outcome, tone, style))];
  return [row(dimTime, '').trimEnd(), ...indented([outcome], 2, style).map((text) => painted(text, tone, style))];
}

/** What is foreign in them is made visible and cannot look like a line of ours. */
export const indented = (lines: readonly string[], indent: number, { columns }: TextStyle): string[] =>
  lines.flatMap((text) =>
    wrapText(visibleLine(text), Math.max(20, columns - indent)).map((row) => `${' '.repeat(indent)}${row}`),
  );

export const textLines = (text = ''): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

const COLOURS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
type Tone = keyof typeof COLOURS | undefined;

export const painted = (text: string, tone: Tone, { colour }: TextStyle): string =>
  colour && tone ? `\x1b[${COLOURS[tone]}m${text}\x1b[0m` : text;

/** Green is only for what a reviewer approved; yellow for what is not, and was not sent back either. */
export function toneOf(line: JournalLine): Tone {
  if (isOverrule(line) || 'api_error' in line) return 'yellow';
  if (!isDecision(line)) return undefined;
  if (line.verdict === 'block') return 'red';
  if (isApproval(line)) return doubtAbout(line) ? 'yellow' : 'green';
  return line.verdict === 'failed' || isEnding(line.cause) ? 'yellow' : undefined;
}

const ENDINGS = ['limit', 'stall', 'budget', 'impossible', 'overruled'] as const;
const isEnding = (cause: string): cause is (typeof ENDINGS)[number] => (ENDINGS as readonly string[]).includes(cause);

function decisionLines(entry: JournalEntry, language: Language): string[] {
  const messages = logMessages[language];
  return [
    ...sinceLastLines(entry, language),
    ...changedLines(entry, language),
    ...claimTexts(entry, language).map(messages.claim),
    ...checkTexts(entry, language).map(messages.check),
    ...findingTexts(entry, language).map(messages.finding),
    ...questionLines(entry, language),
    ...answerLines(entry, language),
    ...doubtLines(entry, language),
  ];
}

/** How long judging took, and what it cost, if anything; `by` whom. */
export function spentLines(line: JournalLine, by: string, language: Language): string[] {
  const spent = isDecision(line) ? isJudged(line) && line : 'by_hand' in line && line.by_hand;
  // A line that was edited may not say it.
  if (!spent || spent.duration_ms === 0) return [];
  const { cost_usd, duration_ms } = spent;
  return [logMessages[language].spent(timeText(duration_ms, language), cost_usd ? moneyText(cost_usd) : '', by)];
}

/** What used up rounds or a budget say is in the heading, in the user's language. */
export const feedbackLines = ({ verdict, cause, feedback }: JournalEntry): string[] =>
  verdict === 'allow' && (cause === 'limit' || cause === 'budget') ? [] : textLines(feedback);

/** Which round of how many a decision was; empty if it was none. */
export function roundOf(line: JournalLine, language: Language): string {
  if (!isDecision(line) || !isJudged(line) || !line.count || !line.max) return '';
  return logMessages[language].round(line.count, line.max);
}

/** What the task has changed, where nothing says what was done since the verdict before. */
export const changedLines = ({ changed, since_last }: JournalEntry, language: Language): string[] =>
  since_last || !changed || changed.files.length === 0
    ? []
    : [logMessages[language].changed(logMessages[language].listed(changed.files, changed.more_files))];

/** Why an approval is not one of the work as it is. */
export const doubtLines = ({ touched, changed_settings }: JournalEntry, language: Language): string[] => {
  const { field } = reportMessages[language];
  const line = (doubt: ApprovalDoubt, files: readonly string[] | undefined) =>
    files && files.length > 0 ? [field(outcomeWords[language][doubt], files.join(', '))] : [];
  return [...line('files-changed', touched), ...line('settings-changed', changed_settings)];
};

export function sinceLastLines({ since_last: since }: JournalEntry, language: Language): string[] {
  if (!since) return [];
  const messages = logMessages[language];
  const list = (names: string[], more: number) => (names.length > 0 ? messages.listed(names, more) : '');
  return [
    messages.sinceLast(
      since.tool_calls,
      list(since.files, since.more_files),
      list(since.commands, since.more_commands),
    ),
  ];
}

export const checkTexts = ({ checks }: JournalEntry, language: Language): string[] =>
  checks.map(({ name, outcome, reused, why }) => {
    const { checkOutcomes, reusedCheck, checkResult } = logMessages[language];
    return checkResult(name, wordFor(checkOutcomes, outcome), [...(reused ? [reusedCheck] : []), ...textLines(why)]);
  });

export const claimTexts = ({ claims = [] }: JournalEntry, language: Language): string[] => {
  const { claimStatus, claimResult } = logMessages[language];
  return claims.map(({ quote, status }) => claimResult(quote, wordFor(claimStatus, status)));
};

export const findingTexts = ({ findings }: JournalEntry, language: Language): string[] =>
  (findings ?? []).map(({ text, certain }) => (certain ? text : logMessages[language].uncertain(text)));

/** What the user was asked; with an answer the question stands there. */
export const questionLines = ({ questions, answers }: JournalEntry, language: Language): string[] =>
  answers || !questions
    ? []
    : questions.map((question) => reportMessages[language].field(reportMessages[language].asks, question));

export function answerLines(entry: JournalEntry, language: Language): string[] {
  const messages = logMessages[language];
  return [
    ...(entry.answers ?? []).flatMap(({ question, answer, ground }) => [
      messages.answer(question, [answer].flat().join(', ')),
      messages.ground(ground),
    ]),
    ...(entry.plan_approved ? [messages.planApproved] : []),
  ];
}

/** A word that is not known is shown as it is. */
const wordFor = (words: Readonly<Record<string, string>>, word: string): string =>
  (Object.hasOwn(words, word) ? words[word] : undefined) ?? word;

/** What a line is about, and what it says of it. Foreign text in it is visible. */
export function headingOf(line: JournalLine, language: Language): [what: string, outcome: string] {
  const messages = logMessages[language];
  if (isDecision(line)) {
    const { event, tool } = line;
    return [visibleLine(tool === null ? event : `${event} ${tool}`), wordOf(line, language)];
  }
  if (isOverrule(line)) return [visibleLine(line.by), messages.overruled];
  if ('api_error' in line) {
    const words = line.client_pid === null ? messages.apiErrorByNobody : messages.apiError;
    return ['API', words(visibleLine(line.api_error))];
  }
  if ('mode' in line) return ['ccc', messages.mode[line.mode]];
  if ('by_hand' in line) {
    const { verdict } = line.by_hand;
    return ['ccc', messages.byHand(visibleLine(wordFor(statusMessages[language].outcome, verdict)))];
  }
  const words = messages.session[line.session];
  const known = Object.hasOwn(words, line.why) ? words[line.why] : undefined;
  const [usual = ''] = Object.values(words);
  return ['ccc', known ?? messages.sessionBecause(usual, visibleLine(line.why))];
}

/** What the user, the client or the reviewer said, of a line that is not a decision. */
export function reasonOf(line: Exclude<JournalLine, JournalEntry>): string {
  if (isOverrule(line)) return line.why;
  if ('api_error' in line) return line.message;
  return 'by_hand' in line ? line.by_hand.feedback : '';
}

function wordOf(entry: JournalEntry, language: Language): string {
  const outcome = outcomeOf(entry);
  if (outcome === 'not-reviewed') return logMessages[language].notReviewed(visibleLine(entry.cause));
  return decisionTexts[language][outcome];
}
