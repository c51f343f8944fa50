import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { switchOff, switchOn } from '../hook/rules/state.ts';
import { parseSupervisorId, StateFiles } from '../hook/state-file.ts';
import { hookMessages } from '../i18n/hook.ts';
import { writeStdout } from '../platform/output.ts';
import { UserError } from '../platform/user-error.ts';

export async function run(argv: string[], env: Env): Promise<number> {
  writeStdout(await supervisorMode(argv.length > 1 ? argv.join(' ') : argv[0], { env, paths: pathsOf(env) }));
  return 0;
}

/** Returns what to print: nothing for `on` and `off`, the mode without an argument. */
export async function supervisorMode(
  mode: string | undefined,
  { env, paths }: { env: Env; paths: Paths },
): Promise<string> {
  const messages = hookMessages[env.language];
  if (mode !== undefined && mode !== 'on' && mode !== 'off')
    throw new UserError(messages.unknownMode(mode), messages.modeUsage, { code: 'unknown-mode', exitCode: 2 });
  const id = supervisorId(env);
  const sessionId = env.clientSessionId ?? id;
  const states = new StateFiles(paths, env.language);
  const enabledByDefault = async () => env.startsSupervised ?? (await readConfig(paths.configFile)).supervisor.enabled;

  switch (mode) {
    case undefined:
      return (states.read(id)?.enabled ?? (await enabledByDefault())) ? 'on\n' : 'off\n';
    case 'on':
      states.update(id, (current) => ({ next: switchOn(current, sessionId, now()) }));
      return '';
    case 'off': {
      const wasOn = await enabledByDefault();
      states.update(id, (current) => ({ next: switchOff(current, sessionId, current?.enabled ?? wasOn, now()) }));
      return '';
    }
  }
}

function supervisorId({ supervisorId, clientSessionId, language }: Env): string {
  const id = supervisorId ?? clientSessionId;
  if (id !== undefined) return parseSupervisorId(id, language);
  const messages = hookMessages[language];
  throw new UserError(messages.noSupervisorId, messages.noSupervisorIdFix, { code: 'no-session', exitCode: 2 });
}

const now = () => new Date().toISOString();
