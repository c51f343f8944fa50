import { basename } from 'node:path';
import type { Env } from '../config/env.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { notificationMessages } from '../i18n/notification.ts';
import type { JournalEntry } from '../journal/record.ts';
import type { EventContext } from './event-context.ts';
import type { HookInput } from './protocol/input.ts';
import { notificationSequence } from './protocol/notification.ts';

type NotifyEnv = Pick<Env, 'isAttended' | 'language' | 'projectDir' | 'all'>;

/**
 * The `terminalSequence` of a stop after which the agent waits for the user; undefined: nobody is told. A failed review
 * is answered by an exit code, which has no place for one.
 */
export function stopNotification(
  { verdict, cause }: Pick<JournalEntry, 'verdict' | 'cause'>,
  { input, config, background }: EventContext,
  env: NotifyEnv,
): string | undefined {
  // What a hook in the background prints is not read.
  if (input.event.name !== 'Stop' || verdict !== 'allow' || background) return undefined;
  const outcome = cause === 'review' ? 'approved' : cause;
  if (!isOutcome(outcome)) return undefined;
  return sequenceFor(notificationMessages[env.language][outcome](projectName(input, env)), config.supervisor, env);
}

const OUTCOMES = ['approved', 'limit', 'stall', 'budget', 'impossible'] as const;
const isOutcome = (text: string): text is (typeof OUTCOMES)[number] => (OUTCOMES as readonly string[]).includes(text);

/** The same at a StopFailure: the turn ended in an error of the API, and no stop tells of it. */
export function apiErrorNotification(
  input: HookInput,
  supervisor: Pick<SupervisorConfig, 'notify'>,
  env: NotifyEnv,
): string | undefined {
  if (input.event.name !== 'StopFailure') return undefined;
  const error = typeof input.details.error === 'string' ? input.details.error : 'unknown';
  return sequenceFor(notificationMessages[env.language].apiError(projectName(input, env), error), supervisor, env);
}

const sequenceFor = (text: string, { notify }: Pick<SupervisorConfig, 'notify'>, { isAttended, all }: NotifyEnv) =>
  notify && isAttended ? notificationSequence(text, all) : undefined;

const projectName = ({ cwd }: HookInput, { projectDir }: NotifyEnv) => basename(projectDir ?? cwd ?? '') || '-';
