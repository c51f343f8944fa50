import { hookMessages } from '../i18n/hook.ts';
import { type JudgementMessages, judgementMessages } from '../i18n/judgement.ts';
import type { JournalEntry } from '../journal/record.ts';
import { isObject } from '../platform/json/parse.ts';
import type { Redact } from '../platform/known-secrets.ts';
import { clockTime } from '../platform/local-time.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { Review } from '../review/review.ts';
import type { GivenAnswer } from './answer-question.ts';
import { configNotice } from './config-notice.ts';
import type { EventContext } from './event-context.ts';
import { blocksFailed, failedResponse, failureOptions } from './failed-review.ts';
import type { Judgement, JudgementOutcome, LimitReached } from './judgement.ts';
import { judgementNotices, passedChecks, repositoryNotice } from './judgement-notices.ts';
import { joinNotices, noticesToRecord, overruleNotice, pendingNoticeLines } from './notices.ts';
import { stopNotification } from './notify.ts';
import { answeredInput } from './protocol/answers.ts';
import { PLAN_TOOL } from './protocol/events.ts';
import type { HookDecision, HookOutput } from './protocol/output.ts';
import { countOf, format, isHanging, journal, NOBODY_THERE, type RespondDependencies } from './respond.ts';
import { isShownWhole } from './rules/shown-whole.ts';
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
  const pending = pendingNoticeLines(event.told ?? [], messages);
  const recorded = pendingNoticeLines(noticesToRecord(event.told ?? []), messages);
  const notices = [
    ...judgementNotices(judgement, { maxTurns }, judgementMessages[language]),
    repositoryNotice(trust, language),
    configNotice(paths.configFile, config.problems, messages, language),
  ];
  const { decision, userLine, ...entry } = atEvent(responseTo(judgement, event, dependencies), event, dependencies);
  const journalNotice = journal({ ...entry, judgement, notices: [...recorded, ...notices] }, event, dependencies);
  // A stop that is not to go through unreviewed is sent back for this as well (docs/adr/0027).
  const isBlocked = input.event.form === 'stop' && blocksFailed(event, dependencies.env);
  if (entry.cause === 'deadline' && !isBlocked && !isHanging(event, dependencies.env)) {
    event.background?.keepForUser(joinNotices([userLine, ...notices]));
    return { exit: 124, stderr: 'hook execution timeout' };
  }
  const { overruled } = event;
  const overruleLine = overruled && overruleNotice(overruled, overruled.verdict, messages);
  return format(
    decision,
    // In the background nobody sees it: what is pending stays so.
    [userLine, overruleLine, journalNotice, ...(event.background ? [] : pending), ...notices],
    event,
    {
      ...failureOptions(event, dependencies.env),
      // Not if it is sent back: the agent goes on.
      terminalSequence:
        decision.kind === 'allow'
          ? stopNotification(
              {
                ...entry,
                touched: judgement.changedDuringReview,
                changed_settings: [...(event.changedSettings ?? [])],
              },
              event,
              dependencies.env,
            )
          : undefined,
    },
  );
}

/** What a judgement means for the journal, for Claude Code (`decision`) and for the user (`userLine`). */
interface Response {
  verdict: JournalEntry['verdict'];
  cause: string;
  feedback: string;
  review?: Review | undefined;
  answers?: GivenAnswer[];
  planApproved?: boolean;
  decision: HookDecision;
  userLine: string;
}

/** What the kind of event changes in an answer. */
function atEvent(response: Response, event: EventContext, { env }: RespondDependencies): Response {
  const { decision } = response;
  const isSubagent = event.input.event.name === 'SubagentStop';
  if (decision.kind === 'block' && isSubagent)
    return { ...response, decision: { kind: 'block', feedback: `${decision.feedback}\n\n${WHOLE_ANSWER}` } };
  if (decision.kind === 'failed' && isSubagent)
    return { ...response, decision: { ...decision, reason: `${decision.reason}\n\n${WHOLE_ANSWER}` } };
  if (decision.kind !== 'allow' || !isHanging(event, env)) return response;
  return {
    ...response,
    verdict: 'block',
    cause: 'unattended',
    decision: { kind: 'block', feedback: NOBODY_THERE },
    userLine: judgementMessages[env.language].unattended,
  };
}

/** What it says after being sent back replaces its answer. */
const WHOLE_ANSWER =
  'When you have done that, give your whole final answer again, not only what changed: your last message is all that the agent that started you gets.';

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
          ? (limit.uncounted ? messages.budgetUncounted : messages.budgetReached)(limit.usd, limit.key)
          : messages.stalled(round, limit.times, truncated(limit.objection));
      const feedback = limit.kind === 'stall' ? limit.objection : reason;
      return { verdict: 'allow', cause: limit.kind, feedback, review, decision: { kind: 'allow', reason }, userLine };
    }
    case 'review': {
      const { verdict } = outcome.review;
      switch (verdict.kind) {
        case 'impossible': {
          const { feedback } = verdict;
          const userLine = messages.impossible(round, oneLine(dependencies.redact(feedback)));
          const decision: HookDecision = { kind: 'allow', reason: feedback };
          return { verdict: 'allow', cause: 'impossible', feedback, review, decision, userLine };
        }
        case 'allow': {
          const why = oneLine(dependencies.redact(verdict.feedback));
          const settled = settledCall(outcome, event, dependencies);
          if (settled) {
            const { answers } = settled;
            const userLine = answers
              ? messages.answered(round, answers.map((one) => answerLine(one, dependencies.redact)).join('; '))
              : messages.planApproved(round, why);
            const cause = answers ? 'answered' : 'review';
            return { verdict: 'allow', cause, feedback: verdict.feedback, review, userLine, ...settled };
          }
          const decision: HookDecision = { kind: 'allow', reason: verdict.feedback, byReviewer: true };
          const userLine =
            event.input.event.form === 'stop'
              ? messages.approved(round, passedChecks(checks), why)
              : messages.noObjection(round, why);
          return { verdict: 'allow', cause: 'review', feedback: verdict.feedback, review, decision, userLine };
        }
        case 'block': {
          const feedbackLine =
            event.background && messages.feedbackBegins(oneLine(dependencies.redact(verdict.feedback)));
          const userLine =
            event.input.event.form === 'denial'
              ? messages.refusalStands(round, oneLine(dependencies.redact(verdict.feedback)))
              : joinNotices([messages.blocked(round, waysOut(event, messages)), feedbackLine]);
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

/** A call that the user is not asked about: a question that the reviewer answered, or a plan that it approved. */
function settledCall(
  { review: { verdict }, answer }: Extract<JudgementOutcome, { kind: 'review' }>,
  { input, config }: EventContext,
  { redact }: RespondDependencies,
): Pick<Response, 'decision' | 'answers' | 'planApproved'> | undefined {
  const reason = verdict.kind === 'allow' ? verdict.feedback : '';
  if (answer?.kind === 'answered') {
    const { answers } = answer;
    const given = answers.map((one) => ({ ...one, notes: notesFor(redact(one.ground), redact(reason)) }));
    const updatedInput = answeredInput(input.tool_input, given);
    return { decision: { kind: 'settle', reason, updatedInput }, answers };
  }
  const isPlan = input.event.name === 'PreToolUse' && input.tool_name === PLAN_TOOL;
  // A plan that the reviewer was shown only a part of is the user's.
  if (!isPlan || !config.supervisor.approvePlans || !isShownWhole(input.tool_input)) return undefined;
  const updatedInput = isObject(input.tool_input) ? input.tool_input : {};
  return { decision: { kind: 'settle', reason, updatedInput }, planApproved: true };
}

/** For the agent, behind the answer: the screen says that the user answered. */
const notesFor = (ground: string, reason: string) =>
  `answered by the reviewer of this session, not by the user; why: ${truncated([...new Set([ground, reason])].join(' – '))} – say in your final message that this was decided without the user`;

function answerLine({ question, answer, ground }: GivenAnswer, redact: Redact): string {
  const [asked, chosen, why] = [question, [answer].flat().join(', '), ground].map((text) =>
    truncated(visibleLine(redact(text))),
  );
  return `${JSON.stringify(asked)} → ${JSON.stringify(chosen)} (${why})`;
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
