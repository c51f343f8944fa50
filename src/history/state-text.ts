import type { ReportMessages } from '../i18n/report.ts';
import type { SessionHistory } from './session-history.ts';
import type { SessionStatus } from './session-status.ts';

/** Pure: what stands of a session, in the words of the report, without whether it runs. */
export function stateText(
  { outcome, asked }: Pick<SessionHistory, 'outcome' | 'asked'>,
  status: Omit<SessionStatus, 'group'> & { group: string },
  isRunning: boolean,
  messages: ReportMessages,
): string {
  const { group, wentOn, transcriptGone, notLookedUp, isAsking, isWaiting, isBusy } = status;
  const outcomeText = messages.outcome[outcome];
  if (isAsking && asked) return isRunning ? messages.asking[asked.what] : messages.leftAsking[asked.what];
  if (isWaiting) return messages.waiting;
  if (outcome === 'sent-back') return group === 'running' ? messages.sentBackAndWorking : outcomeText;
  if (outcome === 'not-reviewed') {
    if (wentOn && !isRunning) return messages.field(outcomeText, messages.leftBeforeReview);
    return isRunning && (isBusy || !wentOn) && !notLookedUp ? messages.nothingReviewedYet : outcomeText;
  }
  // What was approved before is not what it works on.
  if (isBusy && outcome !== 'off' && outcome !== 'turned-off') return messages.atWorkAgain(outcomeText);
  if (notLookedUp) return messages.state(outcomeText, messages.goingOnNotLookedUp);
  if (wentOn) return messages.state(outcomeText, transcriptGone ? messages.transcriptGone : messages.wentOn);
  return outcomeText;
}
