import { join } from 'node:path';
import type { CheckResult } from '../checks/check.ts';
import { hookMessages } from '../i18n/hook.ts';
import { type JudgementMessages, judgementMessages, type PassedChecks } from '../i18n/judgement.ts';
import type { Language } from '../i18n/language.ts';
import { clockTime } from '../platform/local-time.ts';
import { quoteForShell } from '../platform/shell.ts';
import type { Review } from '../review/review.ts';
import type { TrustStatus } from '../trust/trust-status.ts';
import { configNotice } from './config-notice.ts';
import type { Judgement } from './judgement.ts';
import type { Notices } from './notices.ts';

const FILES_SHOWN = 5;
/** The client's own short retries are not worth a word. */
const SHORT_WAIT_MS = 1_000;

/** What the user should know besides the decision. Without `maxTurns` the reviewer had a limit of another kind. */
export function judgementNotices(
  { outcome, checks, changedDuringReview, project }: Judgement,
  { maxTurns }: { maxTurns: number | undefined },
  messages: JudgementMessages,
): Notices {
  const review = 'review' in outcome ? outcome.review : undefined;
  return [
    waitNotice(review, messages),
    review?.unreadablePrompt && messages.promptUnreadable(review.unreadablePrompt.path, review.unreadablePrompt.code),
    review?.fromProse && messages.proseVerdict,
    review?.outOfToolRounds && maxTurns !== undefined && messages.toolRoundsUsedUp(maxTurns),
    checks.some(({ outcome: result }) => result.kind === 'skipped' && result.why === 'nothing-written') &&
      messages.nothingWritten,
    checks.some(({ outcome: result }) => result.kind === 'skipped' && result.why === 'plan-mode') && messages.planMode,
    ...checks.map(({ name, outcome: result, failedBefore, changedBefore }) => {
      if (failedBefore) return messages.checkFailedBefore(name);
      if (changedBefore) return messages.checkChangedBefore(name);
      if (result.kind === 'timed-out') return messages.checkTimedOut(name, result.seconds);
      if (result.kind === 'not-started') return messages.checkNotStarted(name, result.why);
      return result.kind === 'not-run' && result.why === 'no-time' && messages.checkSkipped(name);
    }),
    project.elsewhere !== undefined &&
      messages.otherWorkTree(quoteForShell(project.elsewhere), quoteForShell(project.folder)),
    changedDuringReview.length > 0 && messages.filesChanged(listed(changedDuringReview)),
  ];
}

/** Of several reused results the oldest time is named. */
export function passedChecks(checks: readonly CheckResult[]): PassedChecks {
  const passed = checks.filter(({ outcome: { kind } }) => kind === 'passed');
  const times = passed.flatMap(({ reused, ran }) => (reused && ran ? [ran.at] : []));
  const reused = times.length > 0 ? { count: times.length, time: clockTime(Math.min(...times)) } : undefined;
  return { passed: passed.length, reused };
}

function waitNotice(review: Review | undefined, messages: JudgementMessages): string | false {
  const wait = review?.wait;
  // The message of a failed review says it already.
  if (!wait || wait.ms < SHORT_WAIT_MS || review?.verdict.kind === 'failed') return false;
  return messages.waitedForApi(wait);
}

/** Files of the repository that are ignored, or have mistakes. */
export function repositoryNotice(trust: TrustStatus, language: Language): string | false | undefined {
  const messages = judgementMessages[language];
  if (trust.kind === 'trusted')
    return configNotice(
      join(trust.root, '.claude', 'ccc.json'),
      trust.config.problems,
      hookMessages[language],
      language,
    );
  if (trust.kind === 'nothing' || !trust.notify) return false;
  if (trust.nested !== undefined)
    return messages.nestedInTrusted(quoteForShell(trust.nested), quoteForShell(trust.root));
  if (trust.missingFrom !== undefined)
    return messages.missingInWorkTree(trust.files.join(', '), quoteForShell(trust.missingFrom));
  const message = trust.kind === 'changed' ? messages.changedSinceTrust : messages.untrusted;
  return message(trust.files.join(', '), quoteForShell(trust.root));
}

/** Quoted: a file name can hold line breaks and control characters. */
const listed = (files: string[]) =>
  [
    ...files.slice(0, FILES_SHOWN).map((file) => JSON.stringify(file)),
    ...(files.length > FILES_SHOWN ? ['…'] : []),
  ].join(', ');
