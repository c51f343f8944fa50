import { join } from 'node:path';
import type { ConfigProblem } from '../config/config-file.ts';
import { problemText } from '../i18n/config-problems.ts';
import { type HookMessages, hookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';
import { localTime } from '../platform/local-time.ts';
import { quoteForShell } from '../platform/shell.ts';
import type { TrustStatus } from '../trust/trust-status.ts';
import type { Judgement } from './judgement.ts';
import type { InputProblem } from './protocol/input.ts';
import type { Overrule } from './rules/overrule.ts';

/** Lines for the user; what is not a string is skipped. */
export type Notices = (string | false | undefined)[];

const FILES_SHOWN = 5;

/** What the user should know besides the decision. Without `maxTurns` the reviewer had a limit of another kind. */
export function judgementNotices(
  { outcome, checks, changedDuringReview }: Judgement,
  { maxTurns }: { maxTurns: number | undefined },
  messages: HookMessages,
): Notices {
  const review = 'review' in outcome ? outcome.review : undefined;
  return [
    review?.outOfToolRounds && maxTurns !== undefined && messages.toolRoundsUsedUp(maxTurns),
    ...checks.map(({ name, outcome: result }) => {
      if (result.kind === 'timed-out') return messages.checkTimedOut(name, result.seconds);
      if (result.kind === 'not-started') return messages.checkNotStarted(name, result.why);
      return result.kind === 'not-run' && result.why === 'no-time' && messages.checkSkipped(name);
    }),
    changedDuringReview.length > 0 && messages.filesChanged(listed(changedDuringReview)),
  ];
}

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

/** All on one line. A notice that ends in a command has no full stop, so a dot in the middle separates it from the next. */
export const joinNotices = (notices: Notices): string =>
  notices
    .filter((notice): notice is string => !!notice)
    .map((notice, i, all) => (i === all.length - 1 ? notice : `${notice}${/[.。]$/.test(notice) ? ' ' : ' · '}`))
    .join('')
    .replaceAll('\n', ' ');

/** Files of the repository that are ignored, or have mistakes. */
export function repositoryNotice(
  trust: TrustStatus,
  messages: HookMessages,
  language: Language,
): string | false | undefined {
  if (trust.kind === 'trusted')
    return configNotice(join(trust.root, '.claude', 'ccc.json'), trust.config.problems, messages, language);
  if (trust.kind === 'nothing' || !trust.notify) return false;
  const message = trust.kind === 'changed' ? messages.changedSinceTrust : messages.untrusted;
  return message(trust.files.join(', '), quoteForShell(trust.root));
}

/** The first mistake in a file, and the number of others. */
export function configNotice(
  file: string,
  [first, ...more]: readonly ConfigProblem[],
  messages: HookMessages,
  language: Language,
): string | undefined {
  return first && messages.configProblem(file, placeOf(first, language), first.leftOut === true, more.length);
}

/** What is wrong with an input, in the user's language. */
export function inputErrorText(problem: InputProblem, language: Language): string {
  const texts: InputErrorTexts = hookMessages[language].inputErrors;
  return (texts[problem.code] as (problem: InputProblem) => string)(problem);
}

/** A code without a text does not compile. */
type InputErrorTexts = { [C in InputProblem['code']]: (problem: Extract<InputProblem, { code: C }>) => string };

/** Quoted: a file name can hold line breaks and control characters. */
const listed = (files: string[]) =>
  [
    ...files.slice(0, FILES_SHOWN).map((file) => JSON.stringify(file)),
    ...(files.length > FILES_SHOWN ? ['…'] : []),
  ].join(', ');

const placeOf = ({ key, line, column, cause }: ConfigProblem, language: Language) =>
  [line && `${line}:${column}`, key, problemText[language](cause)].filter(Boolean).join(', ');
