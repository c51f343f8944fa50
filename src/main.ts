#!/usr/bin/env node
import { version } from '../package.json';
import { readEnv } from './config/env.ts';
import { isProblem } from './problem.ts';
import { print, tell } from './speech.ts';
import { wordsIn } from './words/words.ts';

/** The door. What Claude Code starts is answered here; what people type is behind `everyday.ts`, loaded only for them. */
async function main(argv: string[]): Promise<number> {
  const env = readEnv();
  const [verb, ...rest] = argv;
  switch (verb) {
    case 'supervisor-hook':
      return (await import('./commands/supervisor-hook.ts')).run(rest, env, wordsIn(env.language));
    case 'supervisor-mode':
      return (await import('./commands/supervisor-mode.ts')).run(rest, env, wordsIn(env.language));
    case '--version':
      print(`${version}\n`);
      return 0;
    default:
      return (await import('./everyday.ts')).run(argv, env);
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
