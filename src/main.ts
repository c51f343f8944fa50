#!/usr/bin/env node
import { version } from '../package.json';
import { readEnv } from './config/env.ts';
import { heard } from './exit-code.ts';
import { wordsIn } from './i18n/messages.ts';
import { print, tell } from './platform/output.ts';
import { isProblem } from './platform/user-error.ts';

/** The door. What Claude Code starts is answered here; what people type is behind `everyday.ts`, loaded only for them. */
async function main(argv: string[]): Promise<number> {
  const env = readEnv();
  const words = wordsIn(env.language);
  const [verb, ...rest] = argv;
  switch (verb) {
    case 'supervisor-hook':
      return (await import('./hook/run.ts')).run(rest, env, words);
    case 'supervisor-mode':
      return heard(await (await import('./commands/supervisor-mode.ts')).run(rest, env, words), words);
    case '--version':
      print(`${version}\n`);
      return heard(0, words);
    default:
      return (await import('./cli.ts')).run(argv, env);
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    if (isProblem(error)) tell(`ccc: ${error.words}`);
    else tell(`${wordsIn(readEnv().language).internalError}\n${(error as Error)?.stack ?? error}`);
    process.exit(isProblem(error) ? error.exitCode : 1);
  },
);
