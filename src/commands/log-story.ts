import type { SessionHistory } from '../history/session-history.ts';
import { isDecision } from '../hook/rules/summary.ts';
import { moneyText, timeText } from '../i18n/amounts.ts';
import { logMessages } from '../i18n/log.ts';
import { reportMessages } from '../i18n/report.ts';
import { type JournalEntry, type JournalLine, originOf } from '../journal/record.ts';
import { localTime } from '../platform/local-time.ts';
import { visibleLine } from '../platform/visible-text.ts';
import {
  answerLines,
  changedLines,
  checkTexts,
  claimTexts,
  doubtLines,
  feedbackLines,
  findingTexts,
  heading,
  headingOf,
  indented,
  painted,
  questionLines,
  reasonOf,
  roundOf,
  sinceLastLines,
  spentLines,
  type TextStyle,
  textLines,
} from './log-text.ts';

/** What is known of a session besides each of its lines. */
export interface Story {
  history: SessionHistory;
  /** What stands of it, in words. */
  state: string;
  /** By the transcript, where the journal does not have it; null: it does. */
  lastRequest: string | null;
  /** Resumes it; null: it is running, or there is none. */
  command: string | null;
}

/** Pure: one session from its request to its outcome. `lines` are those of it that are shown, oldest first. */
export function storyText(lines: readonly JournalLine[], style: TextStyle, story: Story): string {
  const { history, lastRequest } = story;
  const paragraphs = [overview(story, style)];
  let request: string | null = null;
  if (history.request === null && lastRequest !== null) paragraphs.push(requestText(lastRequest, style));
  for (const line of lines) {
    const asked = originOf(line).request;
    if (asked !== null && asked !== request) paragraphs.push(requestText(asked, style));
    request = asked ?? request;
    // What was done about a verdict is known from the one after it.
    if (isDecision(line)) {
      const done = [...sinceLastLines(line, style.language), ...changedLines(line, style.language)];
      paragraphs.push(indented(done, 0, style).join('\n'));
    }
    paragraphs.push(chapter(line, style));
  }
  if (history.request !== null && lastRequest !== null) paragraphs.push(requestText(lastRequest, style));
  else if (history.outcome === 'sent-back') paragraphs.push(logMessages[style.language].nothingAfter);
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

function overview({ history, state, command }: Story, style: TextStyle): string {
  const { id, folder, branch, startedAt, lastAt, endedAt, rounds, costUsd, reviewMs } = history;
  const { language } = style;
  const messages = logMessages[language];
  const place = [folder, branch].filter((text) => text !== null).join(' @ ');
  return [
    painted(messages.storyOf(visibleLine(id)), 'bold', style),
    ...indented(
      [
        ...(place === '' ? [] : [place]),
        messages.period(localTime(startedAt), localTime(endedAt ?? lastAt), endedAt !== null),
        state,
        messages.sum(reportMessages[language].rounds(rounds, moneyText(costUsd)), timeText(reviewMs, language)),
        ...messages.counts(history),
      ],
      2,
      style,
    ),
    // In one piece, so that it can be copied.
    ...(command === null
      ? []
      : [`  ${reportMessages[language].field(reportMessages[language].toGoOn, visibleLine(command))}`]),
  ].join('\n');
}

const requestText = (request: string, style: TextStyle) =>
  indented([logMessages[style.language].request(request)], 0, style)
    .map((row) => painted(row, 'bold', style))
    .join('\n');

function chapter(line: JournalLine, style: TextStyle): string {
  const [what, outcome] = headingOf(line, style.language);
  return [
    ...heading(
      (time, said) => logMessages[style.language].chapter(time, `${what}${roundOf(line, style.language)}`, said),
      outcome,
      line,
      style,
    ),
    ...(isDecision(line) ? sections(line, style) : indented(textLines(reasonOf(line)), 2, style)),
    ...indented(spentLines(line, reviewerOf(line), style.language), 2, style),
  ].join('\n');
}

function reviewerOf(line: JournalLine): string {
  const model = isDecision(line) ? line.model : 'by_hand' in line ? line.by_hand.model : null;
  return [originOf(line).provider, model].filter(Boolean).join(' ');
}

function sections(entry: JournalEntry, style: TextStyle): string[] {
  const { language } = style;
  const { headings } = logMessages[language];
  const section = (heading: string, texts: string[]) =>
    texts.length === 0 ? [] : [`  ${heading}`, ...indented(texts, 4, style)];
  return [
    ...section(headings.claims, claimTexts(entry, language)),
    ...section(headings.checks, checkTexts(entry, language)),
    ...section(headings.findings, findingTexts(entry, language)),
    ...indented(questionLines(entry, language), 2, style),
    ...section(headings.answers, answerLines(entry, language)),
    ...section(headings.feedback, feedbackLines(entry)),
    ...indented(doubtLines(entry, language), 2, style),
  ];
}
