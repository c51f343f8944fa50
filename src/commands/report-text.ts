import { REPORT_GROUPS, type Report, type ReportedSession } from '../history/report.ts';
import { stateText } from '../history/state-text.ts';
import { moneyText, timeText } from '../i18n/amounts.ts';
import type { Language } from '../i18n/language.ts';
import { countedParts, nextStepOf, type ReportMessages, reportMessages } from '../i18n/report.ts';
import { localTime } from '../platform/local-time.ts';
import { widthOf, wrapText } from '../platform/text-layout.ts';
import { visibleLine } from '../platform/visible-text.ts';

/** One session in words, without a layout. Texts of the journal are as they are there. */
export interface SessionWords {
  id: string;
  title: string;
  state: string;
  /** A label and what it says, foreign text included. */
  fields: [label: string, text: string][];
  answers: { question: string; answer: string }[];
  /** To be copied into a shell. */
  command: string | undefined;
  next: string;
}

/** Of each group, the newest; nobody reads more at once. */
export const MAX_SHOWN = 200;

/** Deeper than any row begins. */
const GOES_ON = 8;

/** Pure: the report for a terminal. `nothing`: what it says if there is no session, and not only in this time. */
export function reportText(report: Report, language: Language, columns: number, nothing?: string): string {
  const messages = reportMessages[language];
  if (report.sessions.length === 0) return nothing ?? messages.nothing(localTime(report.since));
  // What goes on in the next row stands further in, so that no text can look like a row of ours.
  const row = (text: string, indent: number): string[] => {
    const line = visibleLine(text);
    if (widthOf(line) <= columns - indent) return [' '.repeat(indent) + line];
    return wrapText(line, Math.max(20, columns - indent - GOES_ON)).map(
      (part, at) => ' '.repeat(indent + (at > 0 ? GOES_ON : 0)) + part,
    );
  };
  const session = (one: ReportedSession): string => {
    const { title, state, fields, answers, command, next } = sessionWords(one, messages);
    return [
      ...row(title, 2),
      ...row(state, 4),
      ...fields.flatMap(([label, text]) => row(messages.field(label, text), 4)),
      ...answers.flatMap(({ question, answer }) => [...row(`? ${question}`, 6), ...row(`→ ${answer}`, 8)]),
      // In one piece, so that it can be copied.
      ...(command === undefined ? [] : [`    ${messages.field(messages.toGoOn, visibleLine(command))}`]),
      ...(next === '' ? [] : command === undefined ? row(messages.field(messages.toGoOn, next), 4) : row(next, 6)),
    ].join('\n');
  };
  return [
    summaryLines(report, language)
      .flatMap((line) => row(line, 0))
      .join('\n'),
    ...REPORT_GROUPS.flatMap((group) => {
      const sessions = report.sessions.filter((one) => one.group === group);
      if (sessions.length === 0) return [];
      const more = sessions.length > MAX_SHOWN ? [`  ${messages.more(sessions.length - MAX_SHOWN)}`] : [];
      return [messages.group[group], ...sessions.slice(0, MAX_SHOWN).map(session), ...more];
    }),
  ].join('\n\n');
}

/** How many sessions need what, and what all of it cost. */
export function summaryLines({ since, sessions, totals, notLookedUp, leftOut }: Report, language: Language): string[] {
  const messages = reportMessages[language];
  const groups = REPORT_GROUPS.map((group) => [sessions.filter((one) => one.group === group).length, group] as const)
    .filter(([number]) => number > 0)
    .map(([number, group]) => messages.sessions[group](number));
  const time = timeText(totals.reviewMs, language);
  const others = countedParts(totals, messages.otherParts);
  return [
    messages.since(sessions.length, sessions.filter(({ lastAt }) => lastAt < since).length, localTime(since), groups),
    messages.totals(totals.rounds, countedParts(totals, messages.roundParts), moneyText(totals.costUsd), time),
    ...(others.length > 0 ? [messages.also(others)] : []),
    ...(notLookedUp > 0 ? [messages.notLookedUp(notLookedUp)] : []),
    ...(leftOut > 0 ? [messages.leftOut(leftOut)] : []),
  ];
}

/** Longer ones are told by `ccc log`. */
const MAX_TEXT = 400;
const bounded = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);
/** The first line that says something. */
const firstLine = (text: string) =>
  bounded(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .find(Boolean) ?? '',
  );

export function sessionWords(session: ReportedSession, messages: ReportMessages): SessionWords {
  const { id, folder, branch, request, lastAt, outcome, why, rounds, costUsd } = session;
  const { answered, answers, plansApproved, decidedByAgent, apiError, asked, isAsking, changed, earlier } = session;
  const place = [folder, branch].filter((text) => text !== null).join(' @ ');
  // The client may have shown nothing but the name of the error.
  const cause = firstLine(why) || (outcome === 'api-error' && apiError?.error) || '';
  const fields: [string, string][] = [
    [messages.request, firstLine(request ?? '')],
    [messages.asks, isAsking ? firstLine(asked?.text ?? '') : ''],
    [outcome === 'approved' ? messages.reviewer : messages.why, cause],
    [messages.changed, changed ? bounded(messages.files(changed.files, changed.more)) : ''],
    [messages.inThisTime, rounds > 0 ? messages.rounds(rounds, moneyText(costUsd)) : ''],
    [messages.approvedForUser, plansApproved > 0 ? messages.plans(plansApproved) : ''],
    [messages.decided, decidedByAgent > 0 ? messages.decidedByAgent(decidedByAgent) : ''],
    ...earlier.map((task): [string, string] => [
      messages.earlier,
      messages.state(messages.outcome[task.outcome], firstLine(task.request)),
    ]),
    [messages.answered, answers > answered.length ? messages.moreAnswers(answers - answered.length) : ''],
  ];
  return {
    id: id.slice(0, 8),
    title: `${localTime(lastAt)}  ${id.slice(0, 8)}  ${bounded(place)}`.trimEnd(),
    state: wholeState(session, messages),
    fields: fields.filter(([, text]) => text !== ''),
    answers: answered.map(({ question, answer }) => ({ question: firstLine(question), answer: firstLine(answer) })),
    command: session.command ?? undefined,
    next:
      session.group === 'open'
        ? nextStepOf({ ...session, isAsking: isAsking || session.isWaiting, isRunning: session.pid !== null }, messages)
        : '',
  };
}

/** What stands of it, and whether it runs. */
function wholeState(session: ReportedSession, messages: ReportMessages): string {
  const { pid, isAsking } = session;
  const state = stateText(session, session, pid !== null, messages);
  if (isAsking && pid === null) return state;
  return messages.state(state, pid === null ? messages.ended : messages.running(pid));
}
