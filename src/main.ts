#!/usr/bin/env node
import { version } from '../package.json';
import { suspicionOf } from './claude/client-variables.ts';
import { type Env, readEnv } from './config/env.ts';
import { DELIVER } from './deliver/job.ts';
import { exitCodeAfterOutput } from './exit-code.ts';
import { programMessages } from './i18n/program.ts';
import { writeStderr, writeStdout } from './platform/output.ts';
import { isUserError } from './platform/user-error.ts';

/** What Claude Code starts is answered here; what people type is in `cli.ts`, loaded only for them: loading costs time. */
async function main(argv: string[]): Promise<number> {
  const [verb, ...rest] = argv;
  const env = verb === 'supervisor-hook' ? await hookEnv() : readEnv();
  // Help comes from the declarations, which a hook does not need otherwise. It prints help only if nothing else was asked
  // for: Claude Code would take it for an answer.
  const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
  const isHook = verb === 'supervisor-hook' && (rest.length > 1 || env.insideReview);
  switch (asksForHelp && !isHook ? undefined : verb) {
    case 'supervisor-hook':
      return (await import('./hook/run.ts')).run(rest, env);
    case DELIVER:
      return (await import('./deliver/deliver-bundle.ts')).runDelivery(env);
    case '--version':
      writeStdout(`${version}\n`);
      return exitCodeAfterOutput(0, env.language);
    default:
      return (await import('./cli.ts')).run(argv, env);
  }
}

/** The client puts variables of a repository's settings into the environment of a hook: those do not count. */
async function hookEnv(): Promise<Env> {
  const env = readEnv();
  const suspicion = suspicionOf(env);
  if (!suspicion) return env;
  return (await import('./claude/own-variables.ts')).withOwnVariables(env, suspicion);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  async (error) => {
    const { secretsIn } = await import('./platform/known-secrets.ts');
    const { knownSecretsRedactor, redactor } = await import('./platform/redact.ts');
    const { all, language } = readEnv();
    if (isUserError(error)) writeStderr(`ccc: ${knownSecretsRedactor(secretsIn(all))(error.text)}`);
    else
      writeStderr(
        redactor(secretsIn(all))(`${programMessages[language].internalError}\n${(error as Error)?.stack ?? error}`),
      );
    process.exit(isUserError(error) ? error.exitCode : 1);
  },
);
