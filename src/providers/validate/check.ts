import type { Env } from '../../config/env.ts';
import { redactor, secretsIn } from '../../platform/redact.ts';
import { isUserError } from '../../platform/user-error.ts';
import type { ReadyProvider } from '../ready-provider.ts';
import { type Failure, failureOf } from './failure.ts';
import { ping, type Target } from './ping.ts';
import { modelOf, targetOf } from './target.ts';

/** Something to know about a provider that works all the same. */
export type ValidationNote = 'no_model' | 'small_model_deprecated' | 'no_small_model';

/** What is to be checked, and why not where it is not. */
export type ValidationPlan =
  | { kind: 'ask'; name: string; target: Target; notes: ValidationNote[]; secrets: string[] }
  | { kind: 'skip'; name: string; why: 'login' | 'cloud' }
  | { kind: 'wrong'; name: string; message: string; fix: string };

export type ValidationResult = { name: string } & (
  | { status: 'ok'; url: string; model: string; ms: number; notes: ValidationNote[] }
  | { status: 'failed'; url?: string; model?: string; httpStatus?: number; failure: Failure; notes: ValidationNote[] }
  | { status: 'not_checked'; why: 'login' | 'cloud' }
);

/** Everything that can be seen before anything is sent. `ready` throws a Problem where the configuration is wrong. */
export function planValidation(name: string, ready: () => ReadyProvider, env: Env): ValidationPlan {
  try {
    const provider = ready();
    if (provider.host !== 'own') return { kind: 'skip', name, why: provider.host };
    const target = targetOf(provider, env);
    const secrets = [...secretsIn(env.all), ...secretsIn(provider.env), ...Object.values(secretHeaders(target))];
    return { kind: 'ask', name, target, notes: notesOn(provider), secrets };
  } catch (error) {
    if (!isUserError(error)) throw error;
    return { kind: 'wrong', name, message: error.message, fix: error.fix };
  }
}

export async function validateProvider(
  plan: ValidationPlan,
  env: Env,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ValidationResult> {
  const { name } = plan;
  switch (plan.kind) {
    case 'skip':
      return { name, status: 'not_checked', why: plan.why };
    case 'wrong':
      return { name, status: 'failed', failure: { code: 'config', message: plan.message, fix: plan.fix }, notes: [] };
    case 'ask': {
      const { target, notes } = plan;
      const answer = await ping(target, timeoutMs, signal);
      const about = { name, url: target.url, model: target.model, notes };
      const failure = failureOf(answer, about, redactor(plan.secrets), env.language);
      if (failure === undefined) return { ...about, status: 'ok', ms: answer.ms };
      return { ...about, status: 'failed', failure, ...('status' in answer ? { httpStatus: answer.status } : {}) };
    }
  }
}

const secretHeaders = ({ headers }: Target) =>
  Object.entries(headers)
    .filter(([name]) => !['content-type', 'anthropic-version', 'user-agent'].includes(name))
    .map(([, value]) => value.replace(/^Bearer /, ''));

function notesOn(provider: ReadyProvider): ValidationNote[] {
  const { env } = provider;
  if (modelOf(provider) === undefined) return ['no_model'];
  if (env.ANTHROPIC_DEFAULT_HAIKU_MODEL) return [];
  if (env.ANTHROPIC_SMALL_FAST_MODEL) return ['small_model_deprecated'];
  const host = env.ANTHROPIC_BASE_URL ? new URL(env.ANTHROPIC_BASE_URL).hostname : 'api.anthropic.com';
  return host === 'api.anthropic.com' ? [] : ['no_small_model'];
}
