import { type HookMessages, hookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';
import { clockTime, localTime } from '../platform/local-time.ts';
import type { InputProblem } from './protocol/input.ts';
import type { Overrule } from './rules/overrule.ts';
import type { PendingNotice } from './rules/pending-notice.ts';

/** Lines for the user; what is not a string is skipped. */
export type Notices = (string | false | undefined)[];

/** That a verdict was overruled, by which command, when and why. */
export const overruleNotice = (
  overrule: Pick<Overrule, 'by' | 'time' | 'why'>,
  { verdict, time }: Pick<Overrule['verdict'], 'verdict' | 'time'>,
  messages: HookMessages,
): string => messages.overruled(verdict, localTime(time), overruledHow(overrule, messages));

export const overruledHow = (
  { by, time, why }: Pick<Overrule, 'by' | 'time' | 'why'>,
  messages: HookMessages,
): string => messages.overruledHow(by, localTime(time), why);

/** What was done to supervision, by whom is not known. A kind that only a later version knows is left out. */
export const pendingNoticeLines = (pending: readonly PendingNotice[], messages: HookMessages): string[] =>
  pending.flatMap(({ kind, at, until, what = '' }) =>
    kind === 'reviewed'
      ? messages.reviewedAt(clockTime(Date.parse(at)), what.replace(/^ccc[:：]\s*/, ''))
      : (messages.pending[kind]?.(localTime(at), localTime(until ?? at), what) ?? []),
  );

/** Without what only repeats a verdict, which has a line of its own in the journal. */
export const noticesToRecord = (pending: readonly PendingNotice[]): PendingNotice[] =>
  pending.filter(({ kind }) => kind !== 'reviewed');

/** All on one line. A notice that ends in a command has no full stop, so a dot in the middle separates it from the next. */
export const joinNotices = (notices: Notices): string =>
  notices
    .filter((notice): notice is string => !!notice)
    .map((notice, i, all) => (i === all.length - 1 ? notice : `${notice}${/[.。]$/.test(notice) ? ' ' : ' · '}`))
    .join('')
    .replaceAll('\n', ' ');

/** What is wrong with an input, in the user's language. */
export function inputErrorText(problem: InputProblem, language: Language): string {
  const texts: InputErrorTexts = hookMessages[language].inputErrors;
  return (texts[problem.code] as (problem: InputProblem) => string)(problem);
}

/** A code without a text does not compile. */
type InputErrorTexts = { [C in InputProblem['code']]: (problem: Extract<InputProblem, { code: C }>) => string };
