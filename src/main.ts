#!/usr/bin/env node
import { version } from '../package.json';
import { readEnv } from './config/env.ts';
import { Problem } from './problem.ts';
import { print, tell } from './speech.ts';
import { wordsIn } from './words/words.ts';

/** argv → verb. Each verb is loaded only when it is called, so that the hook starts fast. */
async function main(argv: string[]): Promise<number> {
  const env = readEnv();
  const words = wordsIn(env.language);
  const [verb, ...rest] = argv;
  switch (verb) {
    case 'supervisor-hook':
      return (await import('./commands/supervisor-hook.ts')).run(rest, env, words);
    case 'supervisor-mode':
      return (await import('./commands/supervisor-mode.ts')).run(rest, env, words);
    case 'version':
    case '--version':
    case '-v':
    case '-V':
      print(`${version}\n`);
      return 0;
    case 'help':
      if (rest[0]) return main([rest[0], '--help']);
      print(words.help);
      return 0;
    case undefined:
    case '--help':
    case '-h':
      print(words.help);
      return 0;
    default: {
      const { nearest } = await import('./words/nearest.ts');
      tell(words.unknownCommand(verb, nearest(verb, ['supervisor-hook', 'supervisor-mode', 'help'])));
      // Not 2, the usual code for wrong usage: in a hook entry it would mean "block", at every stop.
      return 1;
    }
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    if (error instanceof Problem) tell(`ccc: ${error.words}`);
    else tell(`${wordsIn(readEnv().language).internalError}\n${(error as Error)?.stack ?? error}`);
    process.exit(error instanceof Problem ? error.exitCode : 1);
  },
);
