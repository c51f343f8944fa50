import type { COMMAND_NAMES } from './command-names.ts';
import type { Command } from './commands/command.ts';
import type { Env } from './config/env.ts';
import { exitCodeAfterOutput } from './exit-code.ts';
import { writeStdout } from './platform/output.ts';

/** Each verb is loaded only when it is called. */
const COMMANDS: Record<(typeof COMMAND_NAMES)[number], () => Promise<Command>> = {
  demo: () => import('./commands/demo.ts'),
  review: () => import('./commands/review/review.ts'),
  status: () => import('./commands/status.ts'),
  evidence: () => import('./commands/evidence.ts'),
  statusline: () => import('./commands/statusline.ts'),
  init: () => import('./commands/init.ts'),
  trust: () => import('./commands/trust.ts'),
  install: () => import('./commands/install.ts'),
  uninstall: () => import('./commands/uninstall.ts'),
  provider: () => import('./commands/provider/provider.ts'),
  validate: () => import('./commands/validate.ts'),
  patch: () => import('./commands/patch.ts'),
  doctor: () => import('./commands/doctor.ts'),
  completion: () => import('./commands/completion.ts'),
};

export const run = async (argv: string[], env: Env): Promise<number> =>
  exitCodeAfterOutput(await perform(argv, env), env.language);

async function perform(argv: string[], env: Env): Promise<number> {
  const [verb, ...rest] = argv[0] === 'help' && argv[1] ? [argv[1], '--help'] : argv;
  if (verb !== undefined && Object.hasOwn(COMMANDS, verb)) {
    const command = await COMMANDS[verb as keyof typeof COMMANDS]();
    if (!asksForHelp(rest)) return command.run(rest, env);
    writeStdout(command.help[env.language]);
    return 0;
  }
  return (await import('./commands/launch.ts')).run(argv, env);
}

const asksForHelp = (argv: string[]) =>
  argv.slice(0, argv.indexOf('--') >>> 0).some((word) => word === '--help' || word === '-h');
