import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { parseId } from '../hook/protocol/id.ts';
import { switchOff, switchOn } from '../hook/rules/state.ts';
import { StateFiles } from '../hook/state-file.ts';
import { hookMessages } from '../i18n/hook.ts';
import { writeStdout } from '../platform/output.ts';
import { UserError } from '../platform/user-error.ts';

export async function run(argv: string[], env: Env): Promise<number> {
  writeStdout(await supervisorMode(argv.length > 1 ? argv.join(' ') : argv[0], { env, paths: pathsOf(env) }));
  return 0;
}

/** `on` and `off` say nothing; without an argument the answer is on stdout. */
export async function supervisorMode(
  mode: string | undefined,
  { env, paths }: { env: Env; paths: Paths },
): Promise<string> {
  const messages = hookMessages[env.language];
  if (mode !== undefined && mode !== 'on' && mode !== 'off')
    throw new UserError(messages.unknownMode(mode), messages.modeUsage, 2);
  const id = idFrom(env);
  const sessionId = env.clientSessionId ?? id;
  const states = new StateFiles(paths, env.language);
  const byDefault = async () => env.startsSupervised ?? (await readConfig(paths.configFile)).supervisor.enabled;

  switch (mode) {
    case undefined:
      return (states.read(id)?.enabled ?? (await byDefault())) ? 'on\n' : 'off\n';
    case 'on':
      states.update(id, (current) => ({ next: switchOn(current, sessionId, now()) }));
      return '';
    case 'off': {
      const otherwise = await byDefault();
      states.update(id, (current) => ({ next: switchOff(current, sessionId, current?.enabled ?? otherwise, now()) }));
      return '';
    }
  }
}

function idFrom(env: Env): string {
  const messages = hookMessages[env.language];
  const named = env.supervisorId ?? env.clientSessionId;
  if (named === undefined) throw new UserError(messages.noSupervisorId, messages.noSupervisorIdFix, 2);
  const id = parseId(named);
  if (id === undefined) throw new UserError(messages.badSupervisorId(named.slice(0, 200)), messages.badSupervisorIdFix);
  return id;
}

const now = () => new Date().toISOString();
