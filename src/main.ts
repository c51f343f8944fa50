#!/usr/bin/env node
import { version } from '../package.json';
import { readEnv } from './config/env.ts';
import { exitCodeAfterOutput } from './exit-code.ts';
import { messagesIn } from './i18n/messages.ts';
import { writeStderr, writeStdout } from './platform/output.ts';
import { isUserError } from './platform/user-error.ts';

/** The door. What Claude Code starts is answered here; what people type is behind `everyday.ts`, loaded only for them. */
async function main(argv: string[]): Promise<number> {
  const env = readEnv();
  const messages = messagesIn(env.language);
  const [verb, ...rest] = argv;
  switch (verb) {
    case 'supervisor-hook':
      return (await import('./hook/run.ts')).run(rest, env, messages);
    case 'supervisor-mode':
      return exitCodeAfterOutput(
        await (await import('./commands/supervisor-mode.ts')).run(rest, env, messages),
        messages,
      );
    case '--version':
      writeStdout(`${version}\n`);
      return exitCodeAfterOutput(0, messages);
    default:
      return (await import('./cli.ts')).run(argv, env);
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    if (isUserError(error)) writeStderr(`ccc: ${error.text}`);
    else writeStderr(`${messagesIn(readEnv().language).internalError}\n${(error as Error)?.stack ?? error}`);
    process.exit(isUserError(error) ? error.exitCode : 1);
  },
);
