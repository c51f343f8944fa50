import type { Config } from '../config/config-file.ts';
import type { Paths } from '../config/paths.ts';
import { type HookMessages, hookMessages } from '../i18n/hook.ts';
import { errorCode } from '../platform/user-error.ts';
import { providerName } from '../providers/provider-name.ts';
import type { Review } from '../review/review.ts';
import type { HookDependencies } from './dependencies.ts';
import { appendJournal, type JournalEntry } from './journal.ts';
import type { Judgement, LimitReached } from './judgement.ts';
import {
  configNotice,
  joinNotices,
  judgementNotices,
  type Notices,
  overruledHow,
  overruleNotice,
  repositoryNotice,
} from './notices.ts';
import { hasOverruleCommand, runsCommand } from './overrule.ts';
import type { HookInput } from './protocol/input.ts';
import { formatOutput, type HookDecision, type HookOutput } from './protocol/output.ts';
import type { Overrule } from './rules/overrule.ts';
import type { Action, Exemption } from './rules/state.ts';

/** An event, and what the rules say about it. */
export interface EventContext {
  input: HookInput;
  id: string;
  config: Config;
  action: Action;
  paths: Paths;
  /** To be told to the user with this answer. */
  overruled?: Overrule | undefined;
}

type RespondDependencies = Pick<HookDependencies, 'env' | 'redact' | 'elapsedMs'>;

/** Journals and answers an event that is not judged: it is allowed. */
export function respondUnjudged(
  action: Exclude<Action, { kind: 'judge' }>,
  event: EventContext,
  dependencies: RespondDependencies,
): HookOutput {
  const messages = hookMessages[dependencies.env.language];
  const { supervisor, problems } = event.config;
  const [cause, reason] = unjudgedBecause(action, supervisor.maxIterations);
  const isLetThrough = action.kind === 'overruled';
  const feedback = (isLetThrough && action.overrule.why) || reason;
  const problem = configNotice(event.paths.configFile, problems, messages, dependencies.env.language);
  const notices = [
    isLetThrough && messages.letThrough(overruledHow(action.overrule, messages)),
    action.kind === 'paused' && action.notify && messages.paused(supervisor.maxIterations, switchCommand('on', event)),
    action.kind === 'off' && action.notify && messages.turnedOff,
    action.kind === 'exempt' && action.why === 'unchanged' && messages.unchanged,
    // A mistake in the file may be why it is off.
    action.kind === 'off' && problem && messages.supervisionOff(problem),
    !isLetThrough && event.overruled && overruleNotice(event.overruled, event.overruled.verdict, messages),
  ];
  // A journal that cannot be written is not reported here: every event of a session would repeat it.
  journal({ verdict: 'allow', cause, feedback }, event, dependencies);
  return format({ kind: 'allow', reason }, notices, event);
}

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
    ...judgementNotices(judgement, { maxTurns }, messages),
    repositoryNotice(trust, messages, language),
    configNotice(paths.configFile, config.problems, messages, language),
  ];
  const { decision, userLine, ...entry } = responseTo(judgement, event, dependencies);
  const journalNotice = journal({ ...entry, judgement, notices }, event, dependencies);
  if (entry.cause === 'deadline') return { exit: 124, stderr: 'hook execution timeout' };
  const { overruled } = event;
  const overruleLine = overruled && overruleNotice(overruled, overruled.verdict, messages);
  return format(decision, [userLine, overruleLine, journalNotice, ...notices], event);
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
  const messages = hookMessages[dependencies.env.language];
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
      const userLine = messages.checkFailed(round, failed.name, waysOut(event, messages));
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
          const passed = checks.filter(({ outcome: { kind } }) => kind === 'passed').length;
          const decision: HookDecision = { kind: 'allow', reason: verdict.feedback };
          const userLine = messages.approved(round, passed);
          return { verdict: 'allow', cause: 'review', feedback: verdict.feedback, review, decision, userLine };
        }
        case 'block': {
          const userLine = messages.blocked(round, waysOut(event, messages));
          return { verdict: 'block', cause: 'review', feedback: verdict.feedback, review, decision: verdict, userLine };
        }
        case 'failed': {
          const why = dependencies.redact(verdict.message);
          const details = messages.reviewFailedFix(event.paths.log(event.id));
          // The first words are fixed: programs read them.
          const message = `supervisor SDK failed: ${why}\n${details}`;
          const decision: HookDecision = { kind: 'failed', reason: unreviewedReason(why), message };
          const userLine = messages.failed(round, why);
          return { verdict: 'failed', cause: verdict.cause, feedback: verdict.message, review, decision, userLine };
        }
      }
    }
  }
}

function format(decision: HookDecision, notices: Notices, { input, config }: EventContext): HookOutput {
  const systemMessage = input.namesEvent ? joinNotices(notices) : '';
  return formatOutput(input.event.form, decision, { systemMessage, onFailure: config.supervisor.onFailure });
}

interface EntryDetails {
  verdict: JournalEntry['verdict'];
  cause: string;
  feedback: string;
  review?: Review | undefined;
  judgement?: Judgement | undefined;
  notices?: Notices | undefined;
}

/** Returns what to tell the user if the line could not be written; the decision stands all the same. */
function journal(details: EntryDetails, event: EventContext, dependencies: RespondDependencies): string | undefined {
  try {
    appendJournal(event.paths.journal, journalEntry(details, event, dependencies), dependencies.redact);
    return undefined;
  } catch (error) {
    return hookMessages[dependencies.env.language].journalNotWritten(errorCode(error) ?? String(error));
  }
}

/** A review that writes everywhere must not make a line of the journal grow without bound. */
const MAX_CHANGED_FILES = 20;

function journalEntry(
  { verdict, cause, feedback, review, judgement, notices = [] }: EntryDetails,
  event: EventContext,
  { env, elapsedMs }: RespondDependencies,
): JournalEntry {
  const { input, id, config } = event;
  return {
    time: new Date().toISOString(),
    session_id: input.session_id,
    supervisor_id: id,
    prompt_id: input.prompt_id ?? null,
    event: input.event.name,
    tool: input.tool_name ?? null,
    verdict,
    cause,
    feedback,
    count: countOf(event),
    max: config.supervisor.maxIterations,
    duration_ms: Math.round(elapsedMs()),
    cost_usd: review?.costUsd ?? null,
    tokens: review?.tokens ?? null,
    model: review?.model ?? null,
    provider: config.supervisor.provider || providerName(env),
    context: review?.context ?? null,
    turns: review?.turns ?? null,
    checks: (judgement?.checks ?? []).map(({ name, outcome, reused, ms }) => ({
      name,
      outcome: outcome.kind,
      reused,
      ms: Math.round(ms),
    })),
    touched: (judgement?.changedDuringReview ?? []).slice(0, MAX_CHANGED_FILES),
    notices: notices.filter((line): line is string => !!line),
  };
}

const countOf = ({ action }: EventContext): number | null => ('count' in action ? action.count : null);

function unjudgedBecause(action: Exclude<Action, { kind: 'judge' }>, max: number): [cause: string, reason: string] {
  switch (action.kind) {
    case 'off':
      return ['off', 'supervisor mode disabled'];
    case 'paused':
      return ['limit', `iteration limit reached (${max}); supervision paused`];
    case 'overruled':
      return ['overruled', 'the user overruled the verdict that had sent it back'];
    case 'exempt':
      return [action.why, EXEMPTION_REASONS[action.why]];
  }
}

const EXEMPTION_REASONS: Record<Exemption, string> = {
  background: 'subagents are still running in the background',
  compaction: 'a compaction is not judged',
  unchanged: 'nothing has changed since the last approval',
};

const LIMIT_REASONS: Record<LimitReached['kind'], string> = {
  budget: 'cost limit reached',
  stall: 'the same objection again and nothing changed',
};

const truncated = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

/** For the agent whose question or tool call is denied because the review failed. */
const unreviewedReason = (why: string) =>
  `This call could not be reviewed and was not made (${why}). Go on without it where you safely can, and say what you assumed. If you cannot, stop and say what you need.`;

/** What the user can do about a verdict that sent the worker back. */
const waysOut = (event: EventContext, messages: HookMessages) =>
  messages.waysOut(hasOverruleCommand(event.paths), switchCommand('off', event));

/** What the user can type: the slash command where a launch or an installation has written it. */
function switchCommand(mode: 'on' | 'off', { paths }: EventContext): string {
  const command = mode === 'on' ? 'supervisor' : 'supervisoroff';
  return runsCommand(paths, command, 'supervisor-mode') ? `/${command}` : `!ccc supervisor-mode ${mode}`;
}
