#!/usr/bin/env node
import { version } from '../package.json';
import { readEnv } from './config/env.ts';
import { exitCodeAfterOutput } from './exit-code.ts';
import { programMessages } from './i18n/program.ts';
import { writeStderr, writeStdout } from './platform/output.ts';
import { isUserError } from './platform/user-error.ts';

/** What Claude Code starts is answered here; what people type is in `cli.ts`, loaded only for them: loading costs time. */
async function main(argv: string[]): Promise<number> {
  const env = readEnv();
  const [verb, ...rest] = argv;
  // Help comes from the declarations, which neither of the two needs otherwise. A hook prints it only if nothing else
  // was asked for: Claude Code would take it for an answer.
  const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
  const isHook = verb === 'supervisor-hook' && (rest.length > 1 || env.insideReview);
  switch (asksForHelp && !isHook ? undefined : verb) {
    case 'supervisor-hook':
      return (await import('./hook/run.ts')).run(rest, env);
    case 'supervisor-mode':
      return exitCodeAfterOutput(await (await import('./commands/supervisor-mode.ts')).run(rest, env), env.language);
    case '--version':
      writeStdout(`${version}\n`);
      return exitCodeAfterOutput(0, env.language);
    default:
      return (await import('./cli.ts')).run(argv, env);
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    if (isUserError(error)) writeStderr(`ccc: ${error.text}`);
    else writeStderr(`${programMessages[readEnv().language].internalError}\n${(error as Error)?.stack ?? error}`);
    process.exit(isUserError(error) ? error.exitCode : 1);
  },
);
