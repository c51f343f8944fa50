import type { Env } from '../config/env.ts';
import type { Evidence, LimitedList } from '../evidence/evidence.ts';
import { branchOf } from '../git/branch.ts';
import { hookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';
import type { JournalEntry } from '../journal/record.ts';
import { appendJournal } from '../journal/write.ts';
import { hasOnlyPlainText, type Redact } from '../platform/known-secrets.ts';
import { errorCode } from '../platform/user-error.ts';
import { providerName } from '../providers/provider-name.ts';
import type { Review } from '../review/review.ts';
import type { EventContext } from './event-context.ts';
import type { Judgement } from './judgement.ts';
import { joinNotices, type Notices, overruledHow, overruleNotice, pendingNoticeLines } from './notices.ts';
import { stopNotification } from './notify.ts';
import { questionTexts } from './protocol/answers.ts';
import { formatOutput, type HookDecision, type HookOutput, type OutputOptions } from './protocol/output.ts';
import type { Action, Exemption } from './rules/state.ts';
import { switchCommand } from './typed-commands.ts';

export interface RespondDependencies {
  env: Env;
  redact: Redact;
  loadRedactionPatterns(): Promise<void>;
  /** Milliseconds since the hook process started. */
  elapsedMs(): number;
  /** Tells others of a line of the journal; returns at once. Absent: nobody is told. */
  deliver?(written: string, context: Pick<EventContext, 'config' | 'paths'>): void;
}

/** Journals and answers an event that is not judged: it is allowed. */
export async function respondUnjudged(
  action: Exclude<Action, { kind: 'judge' }>,
  event: EventContext,
  dependencies: RespondDependencies,
): Promise<HookOutput> {
  const messages = hookMessages[dependencies.env.language];
  const { supervisor } = event.config;
  const [cause, reason] = unjudgedBecause(action, supervisor.maxIterations);
  const isLetThrough = action.kind === 'overruled';
  const feedback = (isLetThrough && action.overrule.why) || reason;
  // A mistake in the file may be why it is off.
  const problem = action.kind === 'off' && (await problemNotice(event, dependencies.env.language));
  const forked = action.kind === 'off' && event.isForked && messages.forked(switchCommand('on', event));
  const notices = [
    isLetThrough && messages.letThrough(overruledHow(action.overrule, messages)),
    action.kind === 'paused' && action.notify && messages.paused(supervisor.maxIterations, switchCommand('on', event)),
    action.kind === 'off' && action.notify && messages.turnedOff,
    action.kind === 'exempt' && action.why === 'unchanged' && messages.unchanged,
    action.kind === 'exempt' && action.why === 'background' && messages.background,
    forked && messages.supervisionOff(forked),
    problem && messages.supervisionOff(problem),
    !isLetThrough && event.overruled && overruleNotice(event.overruled, event.overruled.verdict, messages),
  ];
  const told = pendingNoticeLines(event.told ?? [], messages);
  const recorded = forked ? [forked, ...told] : told;
  const isLeftHanging = action.kind === 'paused' && isHanging(event, dependencies.env);
  const details: EntryDetails = isLeftHanging
    ? { verdict: 'block', cause: 'unattended', feedback: NOBODY_THERE, notices: recorded }
    : { verdict: 'allow', cause, feedback, notices: recorded };
  if (!hasOnlyPlainText(journalEntry(details, event, dependencies))) await dependencies.loadRedactionPatterns();
  const isToldNow = action.kind === 'paused' && action.notify;
  // A journal that cannot be written is not reported here: every event of a session would repeat it.
  journal(details, event, dependencies);
  return format(
    isLeftHanging ? { kind: 'block', feedback: NOBODY_THERE } : { kind: 'allow', reason },
    // In the background nobody sees it: what is pending stays so.
    [...notices, ...(event.background ? [] : told)],
    event,
    { terminalSequence: isToldNow ? stopNotification(details, event, dependencies.env) : undefined },
  );
}

/** A question that nobody is there to answer would wait for ever. */
export const isHanging = ({ input }: EventContext, env: Pick<Env, 'isUnattended'>): boolean =>
  env.isUnattended && input.event.form === 'question';

/** For the agent whose question would wait for somebody who is not there. */
export const NOBODY_THERE =
  'Nobody is there to answer this question. Decide it yourself: choose what fits the request best and can be changed later, go on, and say in your final message what you assumed. If nothing can be done without an answer, stop and say what you need.';

/** Loaded only if there is a mistake: a hook that lets an event through is to take no time. */
async function problemNotice({ config, paths }: EventContext, language: Language): Promise<string | undefined> {
  if (config.problems.length === 0) return undefined;
  const { configNotice } = await import('./config-notice.ts');
  return configNotice(paths.configFile, config.problems, hookMessages[language], language);
}

/** The state is damaged or cannot be written: there is no review, and nobody may see what the hook says. */
export function journalUnusableState(
  why: string,
  event: Omit<EventContext, 'action'>,
  dependencies: RespondDependencies,
): void {
  const details: EntryDetails = { verdict: 'failed', cause: 'internal', feedback: why };
  journal(details, { ...event, action: { kind: 'off', notify: false } }, dependencies);
}

/** `options` say what comes of a review that failed, and what the terminal is told. */
export function format(
  decision: HookDecision,
  notices: Notices,
  { input, config, background }: EventContext,
  options: OutputOptions = {},
): HookOutput {
  const { terminalSequence, ...onFailure } = options;
  const systemMessage = input.namesEvent ? joinNotices(notices) : '';
  background?.keepForUser(systemMessage);
  const { name, form } = input.event;
  const asContext = config.supervisor.feedback === 'context' && input.namesEvent;
  return formatOutput(form, decision, {
    systemMessage,
    contextFor: asContext && (name === 'Stop' || name === 'SubagentStop') ? name : undefined,
    inBackground: background !== undefined,
    terminalSequence: input.namesEvent ? terminalSequence : undefined,
    ...onFailure,
  });
}

interface EntryDetails {
  verdict: JournalEntry['verdict'];
  cause: string;
  feedback: string;
  review?: Review | undefined;
  answers?: JournalEntry['answers'];
  planApproved?: boolean;
  judgement?: Judgement | undefined;
  notices?: Notices | undefined;
}

/** Returns what to tell the user if the line could not be written; the decision stands all the same. */
export function journal(
  details: EntryDetails,
  event: EventContext,
  dependencies: RespondDependencies,
): string | undefined {
  try {
    const entry = journalEntry(details, event, dependencies);
    const written = appendJournal(event.paths.journal, entry, dependencies.redact);
    dependencies.deliver?.(written, event);
    return undefined;
  } catch (error) {
    return hookMessages[dependencies.env.language].journalNotWritten(errorCode(error) ?? String(error));
  }
}

/** A review that writes everywhere must not make a line of the journal grow without bound. */
const MAX_CHANGED_FILES = 20;

function journalEntry(
  { verdict, cause, feedback, review, answers, planApproved, judgement, notices = [] }: EntryDetails,
  event: EventContext,
  { env, elapsedMs, redact }: RespondDependencies,
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
    client_pid: env.clientPid ?? null,
    launcher_pid: event.launcher ?? null,
    ...placeOf(judgement, event, env),
    ...shownBy(judgement?.evidence, redact),
    context: review?.context ?? null,
    turns: review?.turns ?? null,
    checks: (judgement?.checks ?? []).map(({ name, outcome, reused, ran, failedBefore, changedBefore, ms }) => ({
      name,
      outcome: outcome.kind,
      reused,
      ms: Math.round(ms),
      at: ran ? new Date(ran.at).toISOString() : null,
      ...(outcome.kind === 'skipped' || outcome.kind === 'not-run' ? { why: outcome.why } : {}),
      ...(failedBefore && { failed_before: true as const }),
      ...(changedBefore && { changed_before: true as const }),
    })),
    changed_settings: [...(event.changedSettings ?? [])],
    touched: (judgement?.changedDuringReview ?? []).slice(0, MAX_CHANGED_FILES),
    notices: notices.filter((line): line is string => !!line),
    ...questionsOf(event, redact),
    ...(answers && { answers }),
    ...(planApproved && { plan_approved: true as const }),
    ...(review?.fromProse && { from_prose: true as const }),
    tree: verdict === 'allow' && cause === 'review' ? (judgement?.treeFingerprint ?? null) : null,
  };
}

/** Of a session that is not supervised nothing is looked up or redacted: that is most events, and costs them time. */
function placeOf(judgement: Judgement | undefined, { action, input, request }: EventContext, { projectDir }: Env) {
  if (action.kind === 'off') return { folder: null, branch: null, request: null };
  const folder = judgement?.project.folder ?? projectDir ?? input.cwd ?? null;
  return { folder, branch: folder && branchOf(folder), request: request ?? null };
}

const MAX_ITEMS = 20;
const MAX_TEXT = 500;
/** A secret is found only while it is whole: first it is redacted, then cut. */
const cutter = (redact: Redact) => (text: string) => {
  const safe = redact(text);
  return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT - 1)}…` : safe;
};

function questionsOf({ action, input }: EventContext, redact: Redact): Pick<JournalEntry, 'questions'> {
  const questions = action.kind === 'off' || input.event.form !== 'question' ? [] : questionTexts(input.tool_input);
  return questions.length > 0 ? { questions: questions.slice(0, MAX_ITEMS).map(cutter(redact)) } : {};
}

/** What a reader of the journal needs of the evidence, in bounded lists. */
function shownBy(
  evidence: Evidence | undefined,
  redact: Redact,
): Pick<JournalEntry, 'claims' | 'findings' | 'changed' | 'since_last'> {
  if (!evidence) return {};
  const few = ({ items }: LimitedList<string>) => items.slice(0, MAX_ITEMS).map(cut);
  const more = ({ items, total }: LimitedList<string>) => total - Math.min(items.length, MAX_ITEMS);
  const cut = cutter(redact);
  const { files, verdicts } = evidence;
  const after = verdicts.items.at(-1)?.after;
  return {
    claims: evidence.claims.slice(0, MAX_ITEMS).map(({ kind, quote, status }) => ({ kind, quote: cut(quote), status })),
    findings: evidence.findings
      .slice(0, MAX_ITEMS)
      .map(({ kind, certain, text }) => ({ kind, certain, text: cut(text) })),
    changed: {
      files: files.items.slice(0, MAX_ITEMS).map(({ path }) => cut(path)),
      more_files: files.total - Math.min(files.items.length, MAX_ITEMS),
    },
    ...(after && {
      since_last: {
        tool_calls: after.toolCalls,
        files: few(after.files),
        more_files: more(after.files),
        commands: few(after.commands),
        more_commands: more(after.commands),
      },
    }),
  };
}

export const countOf = ({ action }: EventContext): number | null => ('count' in action ? action.count : null);

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
  notification: 'not typed by the user',
  command: 'a command of ccc',
};
