import { bashScript } from '../completion/bash.ts';
import { COMMAND_LINES, LAUNCH_OPTIONS } from '../completion/command-lines.ts';
import { contextsOf } from '../completion/contexts.ts';
import { fishScript } from '../completion/fish.ts';
import { OFFERED_NAME } from '../completion/script.ts';
import { zshScript } from '../completion/zsh.ts';
import { readLaunchConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { installedFile, installedNodes } from '../config/own-program.ts';
import { pathsOf } from '../config/paths.ts';
import { completionMessages } from '../i18n/completion.ts';
import { writeStdout } from '../platform/output.ts';
import { UserError } from '../platform/user-error.ts';
import { readArguments } from './command.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `ccc completion <shell>` prints the script; `--providers` is what that script asks at the press of a key. */
export async function run(argv: string[], env: Env): Promise<number> {
  const { values, words } = readArguments(
    'completion',
    argv,
    { options: { providers: { type: 'boolean' } }, words: { min: 0, max: 1 } },
    env,
  );
  writeStdout(
    values.providers ? (await providerNames(env)).map((name) => `${name}\n`).join('') : scriptFor(words[0], env),
  );
  return 0;
}

function scriptFor(shell: string | undefined, env: Env): string {
  const words = completionMessages[env.language];
  if (shell === undefined) throw new UserError(words.noShell, words.shells, 2);
  if (!Object.hasOwn(SCRIPTS, shell)) throw new UserError(words.unknownShell(shell), words.shells, 2);
  const ccc = installedFile(env.path);
  const nodes = installedNodes(env.path);
  return SCRIPTS[shell as keyof typeof SCRIPTS]({
    contexts: contextsOf(COMMAND_LINES, LAUNCH_OPTIONS),
    about: words.about,
    programs: nodes.length > 0 ? nodes.map((node) => [node, ccc]) : [[ccc]],
  });
}

/** In the middle of somebody's typing nothing may be said: a file that is wrong has no names. */
async function providerNames(env: Env): Promise<string[]> {
  try {
    const { providers } = await readLaunchConfig(pathsOf(env).configFile, env.language);
    return [...providers.keys()].filter((name) => OFFERED_NAME.test(name));
  } catch {
    return [];
  }
}
