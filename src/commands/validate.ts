import { isatty } from 'node:tty';
import { type ParsedArguments, textIn } from '../command-line/declaration.ts';
import { usageError } from '../command-line/parse.ts';
import type { Env } from '../config/env.ts';
import { readLaunchConfig } from '../config/launch-config.ts';
import { pathsOf } from '../config/paths.ts';
import { commandLineMessages } from '../i18n/command-line.ts';
import { validateMessages } from '../i18n/validate.ts';
import { drawStderr, printJson, writeStderr, writeStdout } from '../platform/output.ts';
import { firstSignal } from '../platform/signals.ts';
import { asDocument, asLines } from '../providers/validate/report.ts';
import {
  planDefaultSetup,
  planProviders,
  providersToValidate,
  type ValidationPlan,
  type ValidationResult,
  validateProvider,
} from '../providers/validate/validate.ts';
import { validate as declaration } from './declarations/validate.ts';
import { CANCELLED } from './provider/pick.ts';

const LIMIT_MS = 20_000;

export async function run(
  { providers: names, all, json }: ParsedArguments<typeof declaration>,
  user: Env,
): Promise<number> {
  // What programs read does not depend on the language.
  const env: Env = json ? { ...user, language: 'en' } : user;
  const messages = validateMessages[env.language];
  if (all && names.length > 0) throw usageError('validate', exclusiveText(user), user.language);
  const paths = pathsOf(env);
  const config = await readLaunchConfig(paths.configFile, user.language);
  const chosen = all ? [...config.providers.values()] : providersToValidate(names, config, user);
  const source = chosen.length > 0 ? 'providers' : 'environment';
  const plans = source === 'providers' ? planProviders(chosen, env) : await planDefaultSetup(paths, env);
  const results = await validateAll(plans, env);
  if (results === undefined) return CANCELLED;

  if (json) printJson(asDocument(source, results, messages));
  else if (results.length === 0) writeStdout(`${messages.nothing}\n${messages.nothingFix(config.providers.size)}\n`);
  else {
    if (source === 'environment') writeStderr(messages.ownSettings);
    writeStdout(`${asLines(results, messages).join('\n')}\n`);
  }
  return results.some(({ status }) => status === 'failed') ? 1 : 0;
}

const exclusiveText = ({ language }: Env) =>
  commandLineMessages[language].exclusive('validate', [
    textIn(declaration.arguments.providers.placeholder, language),
    '--all',
  ]);

/** All at once, with progress on a terminal. Undefined if Ctrl-C came first. */
async function validateAll(plans: ValidationPlan[], env: Env): Promise<ValidationResult[] | undefined> {
  const { signal } = firstSignal();
  const asked = plans.filter(({ kind }) => kind === 'ask').length;
  const progress = isatty(2) && asked > 0;
  let done = 0;
  const show = () => progress && drawStderr(`\r\x1b[K${validateMessages[env.language].checking(done, asked)}`);
  try {
    show();
    const results = await Promise.all(
      plans.map(async (plan) => {
        const result = await validateProvider(plan, env, LIMIT_MS, signal);
        if (plan.kind === 'ask') done++;
        show();
        return result;
      }),
    );
    return signal.aborted ? undefined : results;
  } finally {
    if (progress) drawStderr('\r\x1b[K');
  }
}
