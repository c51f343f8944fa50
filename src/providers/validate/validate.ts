import type { Env } from '../../config/env.ts';
import type { LaunchConfig, Provider } from '../../config/launch-config.ts';
import type { Paths } from '../../config/paths.ts';
import { secretsIn } from '../../platform/known-secrets.ts';
import { redactor } from '../../platform/redact.ts';
import { isUserError } from '../../platform/user-error.ts';
import { currentProvider, findProvider } from '../find-provider.ts';
import { type ReadyProvider, readyProvider } from '../ready-provider.ts';
import { readClaudeSettings } from '../settings-provider.ts';
import { type Failure, failureOf } from './failure.ts';
import { ping, type Target } from './ping.ts';
import { DEFAULT_SETUP, defaultSetup, modelOf, targetOf } from './target.ts';

/** Something to know about a provider that works. */
export type ValidationNote = 'no_model' | 'small_model_deprecated' | 'no_small_model';

/** What will be done for one provider. */
export type ValidationPlan =
  | { kind: 'ask'; name: string; target: Target; notes: ValidationNote[]; secrets: string[] }
  | { kind: 'skip'; name: string; why: 'login' | 'cloud' }
  | { kind: 'wrong'; name: string; message: string; fix: string };

export type ValidationResult = { name: string } & (
  | { status: 'ok'; url: string; model: string; ms: number; notes: ValidationNote[] }
  | { status: 'failed'; url?: string; model?: string; httpStatus?: number; failure: Failure; notes: ValidationNote[] }
  | { status: 'not_checked'; why: 'login' | 'cloud' }
);

/** The named providers, else the current one; none if there is none. */
export function providersToValidate(names: string[], config: LaunchConfig, { language }: Env): Provider[] {
  if (names.length > 0) return [...new Set(names)].map((name) => findProvider(config, name, language));
  const current = currentProvider(config, language);
  return current ? [current] : [];
}

export const planProviders = (providers: Provider[], env: Env): ValidationPlan[] =>
  providers.map((provider) => planValidation(provider.name, () => readyProvider(provider, env), env));

/** For the user's own set-up. Nothing to do if that is their Claude login. */
export async function planDefaultSetup(paths: Paths, env: Env): Promise<ValidationPlan[]> {
  const settings = await readClaudeSettings(paths.claudeSettings, env.language);
  const plan = planValidation(DEFAULT_SETUP, () => defaultSetup(settings, env), env);
  return plan.kind === 'skip' && plan.why === 'login' ? [] : [plan];
}

/** Everything that can be seen before anything is sent. `ready` throws a UserError if the configuration is wrong. */
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
      const asked = { name, url: target.url, model: target.model, notes };
      const failure = failureOf(answer, asked, redactor(plan.secrets), env.language);
      if (failure === undefined) return { ...asked, status: 'ok', ms: answer.ms };
      return { ...asked, status: 'failed', failure, ...('status' in answer ? { httpStatus: answer.status } : {}) };
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
