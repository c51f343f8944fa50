import { isatty } from 'node:tty';
import type { Given } from '../command-line/declaration.ts';
import { readLaunchConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { LaunchConfig, Provider } from '../config/launch-config.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { providerMessages } from '../i18n/providers.ts';
import { validateMessages } from '../i18n/validate.ts';
import { drawStderr, printJson, writeStderr, writeStdout } from '../platform/output.ts';
import { firstSignal } from '../platform/signals.ts';
import { UserError } from '../platform/user-error.ts';
import { findProvider } from '../providers/find-provider.ts';
import { readyProvider } from '../providers/ready-provider.ts';
import { readClaudeSettings } from '../providers/user-settings.ts';
import {
  planValidation,
  type ValidationPlan,
  type ValidationResult,
  validateProvider,
} from '../providers/validate/check.ts';
import { DEFAULT_SETUP, defaultSetup } from '../providers/validate/default-setup.ts';
import { asDocument, asLines } from '../providers/validate/report.ts';
import type { validate } from './declarations/validate.ts';

const LIMIT_MS = 20_000;
const LOGIN = { name: DEFAULT_SETUP, env: {}, settings: {}, host: 'login' } as const;

export async function run({ providers: names, all, json }: Given<typeof validate>, user: Env): Promise<number> {
  // What programs read does not depend on the language.
  const env: Env = json ? { ...user, language: 'en' } : user;
  const words = validateMessages[env.language];
  const paths = pathsOf(env);
  const config = await readLaunchConfig(paths.configFile, user.language);
  const chosen = all ? [...config.providers.values()] : providersFor(names, config, user);
  const source = chosen.length > 0 ? 'providers' : 'environment';
  const plans =
    source === 'providers'
      ? chosen.map((provider) => planValidation(provider.name, () => readyProvider(provider, env), env))
      : await planOwnSetUp(env, paths);
  const checks = await checkAll(plans, env);
  if (checks === undefined) return 130;

  if (json) printJson(asDocument(source, checks, words));
  else if (checks.length === 0) writeStdout(`${words.nothing}\n${words.nothingFix(config.providers.size)}\n`);
  else {
    if (source === 'environment') writeStderr(words.ownSetUp);
    writeStdout(`${asLines(checks, words).join('\n')}\n`);
  }
  return checks.some(({ status }) => status === 'failed') ? 1 : 0;
}

function providersFor(names: string[], config: LaunchConfig, env: Env): Provider[] {
  if (names.length > 0) return [...new Set(names)].map((name) => findProvider(config, name, env.language));
  if (config.current === undefined) return [];
  const current = config.providers.get(config.current);
  if (current) return [current];
  const messages = providerMessages[env.language];
  throw new UserError(
    messages.currentGone(config.current),
    messages.knownProviders([...config.providers.keys()], undefined),
  );
}

async function planOwnSetUp(env: Env, paths: Paths): Promise<ValidationPlan[]> {
  const settings = await readClaudeSettings(paths.claudeSettings, env.language);
  const plan = planValidation(DEFAULT_SETUP, () => defaultSetup(settings, env) ?? LOGIN, env);
  return plan.kind === 'skip' && plan.why === 'login' ? [] : [plan];
}

/** All at once. Undefined if Ctrl-C came first. */
async function checkAll(plans: ValidationPlan[], env: Env): Promise<ValidationResult[] | undefined> {
  const { signal } = firstSignal();
  const asked = plans.filter(({ kind }) => kind === 'ask').length;
  const progress = isatty(2) && asked > 0;
  let done = 0;
  const show = () => progress && drawStderr(`\r\x1b[K${validateMessages[env.language].checking(done, asked)}`);
  try {
    show();
    const checks = await Promise.all(
      plans.map(async (plan) => {
        const result = await validateProvider(plan, env, LIMIT_MS, signal);
        if (plan.kind === 'ask') done++;
        show();
        return result;
      }),
    );
    return signal.aborted ? undefined : checks;
  } finally {
    if (progress) drawStderr('\r\x1b[K');
  }
}
