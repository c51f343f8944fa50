import { hookMessages } from '../i18n/hook.ts';
import { type JudgementMessages, judgementMessages } from '../i18n/judgement.ts';
import { clockTime } from '../platform/local-time.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { Review } from '../review/review.ts';
import { configNotice } from './config-notice.ts';
import type { EventContext } from './event-context.ts';
import { blocksFailed, failedResponse, failureOptions } from './failed-review.ts';
import type { JournalEntry } from './journal.ts';
import type { Judgement, LimitReached } from './judgement.ts';
import { judgementNotices, passedChecks, repositoryNotice } from './judgement-notices.ts';
import { overruleNotice, pendingNoticeLines } from './notices.ts';
import type { HookDecision, HookOutput } from './protocol/output.ts';
import { countOf, format, journal, type RespondDependencies } from './respond.ts';
import { hasOverruleCommand, switchCommand } from './typed-commands.ts';

/** Journals and answers an event that was judged. */
export function respondJudged(
  judgement: Judgement,
  event: EventContext,
  dependencies: RespondDependencies,
): HookOutput {
  const { language } = dependencies.env;
  const messages = hookMessages[language];
  const { input, config, paths } = event;
  const { trust, supervisor } = judgement.project;
  const maxTurns = input.event.form === 'question' ? undefined : supervisor.maxTurns;
  const notices = [
    ...pendingNoticeLines(event.told ?? [], messages),
    ...judgementNotices(judgement, { maxTurns }, judgementMessages[language]),
    repositoryNotice(trust, language),
    configNotice(paths.configFile, config.problems, messages, language),
  ];
  const { decision, userLine, ...entry } = responseTo(judgement, event, dependencies);
  const journalNotice = journal({ ...entry, judgement, notices }, event, dependencies);
  // A stop that is not to go through unreviewed is sent back for this as well (docs/adr/0027).
  if (entry.cause === 'deadline' && !(input.event.form === 'stop' && blocksFailed(event, dependencies.env)))
    return { exit: 124, stderr: 'hook execution timeout' };
  const { overruled } = event;
  const overruleLine = overruled && overruleNotice(overruled, overruled.verdict, messages);
  return format(
    decision,
    [userLine, overruleLine, journalNotice, ...notices],
    event,
    failureOptions(config, dependencies.env),
  );
}

/** What a judgement means for the journal, for Claude Code (`decision`) and for the user (`userLine`). */
interface Response {
  verdict: JournalEntry['verdict'];
  cause: string;
  feedback: string;
  review?: Review | undefined;
  decision: HookDecision;
  userLine: string;
}

function responseTo({ outcome, checks }: Judgement, event: EventContext, dependencies: RespondDependencies): Response {
  const messages = judgementMessages[dependencies.env.language];
  const review = 'review' in outcome ? outcome.review : undefined;
  const round = {
    count: countOf(event) ?? 0,
    max: event.config.supervisor.maxIterations,
    seconds: dependencies.elapsedMs() / 1000,
    costUsd: review?.costUsd ?? null,
  };
  switch (outcome.kind) {
    case 'check': {
      const { feedback, failed } = outcome;
      const reusedTime = failed.reused && failed.ran ? clockTime(failed.ran.at) : undefined;
      const userLine = messages.checkFailed(round, failed.name, reusedTime, waysOut(event, messages));
      return { verdict: 'block', cause: 'check', feedback, decision: { kind: 'block', feedback }, userLine };
    }
    case 'claims': {
      const { feedback, claims } = outcome;
      const quote = dependencies.redact(claims[0]?.quote ?? '');
      const userLine = messages.claimFalse(round, truncated(quote), waysOut(event, messages));
      return { verdict: 'block', cause: 'claims', feedback, decision: { kind: 'block', feedback }, userLine };
    }
    case 'limit': {
      const { limit } = outcome;
      const reason = LIMIT_REASONS[limit.kind];
      const userLine =
        limit.kind === 'budget'
          ? messages.budgetReached(limit.usd, limit.key)
          : messages.stalled(round, limit.times, truncated(limit.objection));
      const feedback = limit.kind === 'stall' ? limit.objection : reason;
      return { verdict: 'allow', cause: limit.kind, feedback, review, decision: { kind: 'allow', reason }, userLine };
    }
    case 'review': {
      const { verdict } = outcome.review;
      switch (verdict.kind) {
        case 'allow': {
          const decision: HookDecision = { kind: 'allow', reason: verdict.feedback };
          const why = oneLine(dependencies.redact(verdict.feedback));
          const userLine = messages.approved(round, passedChecks(checks), why);
          return { verdict: 'allow', cause: 'review', feedback: verdict.feedback, review, decision, userLine };
        }
        case 'block': {
          const userLine = messages.blocked(round, waysOut(event, messages));
          return { verdict: 'block', cause: 'review', feedback: verdict.feedback, review, decision: verdict, userLine };
        }
        case 'failed': {
          const why = dependencies.redact(verdict.message);
          const { decision, userLine } = failedResponse(why, round, event, dependencies.env);
          return { verdict: 'failed', cause: verdict.cause, feedback: verdict.message, review, decision, userLine };
        }
      }
    }
  }
}

const LIMIT_REASONS: Record<LimitReached['kind'], string> = {
  budget: 'cost limit reached',
  stall: 'the same objection again and nothing changed',
};

const MAX_REASON = 160;

/** Text of the reviewer on the user's screen: one short line in which nothing is hidden. */
function oneLine(text: string): string {
  const letters = [...visibleLine(text.replaceAll(/\s+/g, ' ').trim())];
  return letters.length > MAX_REASON ? `${letters.slice(0, MAX_REASON - 1).join('')}…` : letters.join('');
}

const truncated = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

/** What the user can do about a verdict that sent the worker back. */
const waysOut = (event: EventContext, messages: JudgementMessages) =>
  messages.waysOut(hasOverruleCommand(event.paths), switchCommand('off', event));
