import { basename } from 'node:path';
import type { Env } from '../config/env.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { notificationMessages } from '../i18n/notification.ts';
import { outcomeTexts } from '../i18n/outcomes.ts';
import { linesWith } from '../journal/read.ts';
import type { JournalEntry } from '../journal/record.ts';
import type { EventContext } from './event-context.ts';
import type { HookInput } from './protocol/input.ts';
import { notificationSequence } from './protocol/notification.ts';
import { outcomeOf } from './rules/decision-outcome.ts';
import type { FoundState } from './rules/recover.ts';
import { isDecision } from './rules/summary.ts';

type NotifyEnv = Pick<Env, 'isAttended' | 'language' | 'projectDir' | 'all'>;

/**
 * The `terminalSequence` of a stop after which the agent waits for the user; undefined: nobody is told, or not here
 * (`lateNotification`).
 */
export function stopNotification(
  decision: ToldDecision,
  { input, config, background }: EventContext,
  env: NotifyEnv,
): string | undefined {
  // What a hook in the background prints is not read.
  if (input.event.name !== 'Stop' || decision.verdict !== 'allow' || background) return undefined;
  return sequenceOf(outcomeOf({ ...decision, event: 'Stop' }), { input, supervisor: config.supervisor }, env);
}

/** The end of the journal in which the last stop is looked for: some hundred lines. */
const TAIL_BYTES = 256 * 1024;

/**
 * The same when the client says that it waits for the user, for what the answer to the stop could not tell: a review that
 * failed is answered by an exit code, and what a hook in the background prints is not read. Only the stop of this prompt
 * counts: what came of an earlier one was told then.
 */
export function lateNotification(
  input: HookInput,
  {
    supervisor,
    journal,
    state,
  }: { supervisor: Pick<SupervisorConfig, 'notify' | 'review'>; journal: string; state: FoundState | undefined },
  env: NotifyEnv,
): string | undefined {
  const { session_id, prompt_id } = input;
  if (prompt_id === undefined) return undefined;
  const stop = [...linesWith(journal, JSON.stringify(session_id), TAIL_BYTES)].findLast(
    (line): line is JournalEntry =>
      isDecision(line) && line.event === 'Stop' && line.session_id === session_id && line.prompt_id === prompt_id,
  );
  if (stop?.verdict === 'failed') return sequenceOf('failed', { input, supervisor }, env);
  if (stop?.verdict !== 'allow' || supervisor.review !== 'background') return undefined;
  const outcome = outcomeOf(stop);
  // Whoever has a shell can add a line to the journal.
  const isUnconfirmed = outcome === 'approved' && !(state && isApprovedIn(state, prompt_id));
  return isUnconfirmed ? undefined : sequenceOf(outcome, { input, supervisor }, env);
}

/** Whether the state as the hook wrote it says that the stop of this prompt was approved. */
const isApprovedIn = ({ seal, approved, settledPromptId }: FoundState, promptId: string): boolean =>
  seal === undefined && approved !== undefined && settledPromptId === promptId;

type ToldDecision = Pick<JournalEntry, 'verdict' | 'cause'> &
  Partial<Pick<JournalEntry, 'touched' | 'changed_settings'>>;

function sequenceOf(
  outcome: string,
  { input, supervisor }: { input: HookInput; supervisor: Pick<SupervisorConfig, 'notify'> },
  env: NotifyEnv,
): string | undefined {
  if (!isOutcome(outcome)) return undefined;
  const { language } = env;
  const text = notificationMessages[language].outcome(projectName(input, env), outcomeTexts[language][outcome]);
  return sequenceFor(text, supervisor, env);
}

const OUTCOMES = [
  ...(['approved', 'files-changed', 'settings-changed'] as const),
  ...(['limit', 'stall', 'budget', 'impossible', 'failed'] as const),
];
const isOutcome = (text: string): text is (typeof OUTCOMES)[number] => (OUTCOMES as readonly string[]).includes(text);

/** The same at a StopFailure: the turn ended in an error of the API, and no stop tells of it. */
export function apiErrorNotification(
  input: HookInput,
  supervisor: Pick<SupervisorConfig, 'notify'>,
  env: NotifyEnv,
): string | undefined {
  if (input.event.name !== 'StopFailure') return undefined;
  const error = typeof input.details.error === 'string' ? input.details.error : 'unknown';
  const { language } = env;
  const outcome = outcomeTexts[language]['api-error'];
  return sequenceFor(notificationMessages[language].apiError(projectName(input, env), outcome, error), supervisor, env);
}

const sequenceFor = (text: string, { notify }: Pick<SupervisorConfig, 'notify'>, { isAttended, all }: NotifyEnv) =>
  notify && isAttended ? notificationSequence(text, all) : undefined;

const projectName = ({ cwd }: HookInput, { projectDir }: NotifyEnv) => basename(projectDir ?? cwd ?? '') || '-';
