import { Statistics } from '../history/statistics.ts';
import { isDecision, isJudged } from '../hook/rules/summary.ts';
import { moneyText } from '../i18n/amounts.ts';
import { countedParts, type ReportMessages } from '../i18n/report.ts';
import { type JournalLine, originOf } from '../journal/record.ts';
import { visibleLine } from '../platform/visible-text.ts';

/** A run in which nothing was reviewed and nothing failed needs no report. */
export const hasSomethingToTell = (lines: readonly JournalLine[]): boolean =>
  lines.some((line) => 'api_error' in line || (isDecision(line) && isJudged(line)));

export interface Closing {
  /** What stands of the work; undefined: it was approved. */
  standing: string | undefined;
  /** How to go on. */
  resume: string;
}

/** More does not fit on a screen. */
const MAX_LINE = 300;

/** Pure: `ccc report` of one run in three lines. `lines` are those of the run. */
export function sessionClosing(lines: readonly JournalLine[], closing: Closing, messages: ReportMessages): string[] {
  const statistics = new Statistics();
  for (const line of lines) statistics.add(line);
  const { total } = statistics;
  const parts = [...countedParts(total, messages.roundParts), ...countedParts(total, messages.otherParts)];
  const first = closing.standing ?? messages.endApproved(requestIn(lines));
  return [
    visibleLine(first.length > MAX_LINE ? `${first.slice(0, MAX_LINE - 1)}…` : first),
    messages.endSpent(total.rounds, parts, moneyText(total.costUsd)),
    visibleLine(closing.resume),
  ];
}

/** Of the last task. */
const requestIn = (lines: readonly JournalLine[]): string => {
  const requests = lines.map((line) => originOf(line).request);
  return requests.findLast((request) => request !== null)?.split('\n')[0] ?? '';
};
