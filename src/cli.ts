import { COMPLETE } from './command-line/completion-scripts.ts';
import { helpText } from './command-line/help.ts';
import { asksForHelp, findSubcommand, parseArguments } from './command-line/parse.ts';
import { AUDIT_WORKER } from './commands/declarations/audit.ts';
import { DECLARATIONS } from './commands/declarations/index.ts';
import { COMMANDS } from './commands/registry.ts';
import type { Env } from './config/env.ts';
import { refuseInSession } from './config/refuse-in-session.ts';
import { exitCodeAfterOutput } from './exit-code.ts';
import { writeStdout } from './platform/output.ts';

/** What people type: a command of ours, or else a launch. */
export const run = async (argv: string[], env: Env): Promise<number> =>
  exitCodeAfterOutput(await perform(argv, env), env.language);

async function perform(argv: string[], env: Env): Promise<number> {
  const [name, ...rest] = argv;
  if (name === COMPLETE) return (await import('./commands/completion.ts')).answer(rest, env);
  if (name === AUDIT_WORKER) return (await import('./commands/audit-worker.ts')).answerTasks(env);
  // Its words are its own: programs rely on its exit codes for a wrong one (docs/hook-contract.md).
  if (name === 'supervisor-mode' && !asksForHelp(rest))
    return (await import('./commands/supervisor-mode.ts')).run(rest, env);
  const declaration = DECLARATIONS.find((other) => other.name === name);
  if (!declaration) return (await import('./commands/launch.ts')).run(argv, env);
  const { command, rest: words } = findSubcommand(declaration, rest, env.language);
  if (asksForHelp(words)) {
    writeStdout(helpText(command, env.language));
    return 0;
  }
  const entry = COMMANDS.find((other) => other.declaration === command.declaration);
  if (!entry) throw new Error(`nothing runs ${command.path}`);
  const given = parseArguments(command, words, env.language) as never;
  if (entry.isUsersAlone(given)) refuseInSession(env, command.path);
  return (await entry.load()).run(given, env);
}
