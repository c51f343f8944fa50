import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { readConfig } from '../config/supervisor-config.ts';
import { parseId } from '../hook/protocol/id.ts';
import { switchOff, switchOn } from '../hook/rules/state.ts';
import { StateFiles } from '../hook/state-file.ts';
import type { Words } from '../i18n/messages.ts';
import { print } from '../platform/output.ts';
import { Problem } from '../platform/user-error.ts';

export async function run(argv: string[], env: Env, words: Words): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    print(words.modeHelp);
    return 0;
  }
  print(await supervisorMode(argv.length > 1 ? argv.join(' ') : argv[0], { env, paths: pathsOf(env, words), words }));
  return 0;
}

/** `on` and `off` say nothing; without an argument the answer is on stdout. */
export async function supervisorMode(
  mode: string | undefined,
  { env, paths, words }: { env: Env; paths: Paths; words: Words },
): Promise<string> {
  if (mode !== undefined && mode !== 'on' && mode !== 'off')
    throw new Problem(words.unknownMode(mode), words.modeUsage, 2);
  const id = idFrom(env, words);
  const sessionId = env.clientSessionId ?? id;
  const states = new StateFiles(paths, words);
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

function idFrom(env: Env, words: Words): string {
  const named = env.supervisorId ?? env.clientSessionId;
  if (named === undefined) throw new Problem(words.noSupervisorId, words.noSupervisorIdFix, 2);
  const id = parseId(named);
  if (id === undefined) throw new Problem(words.badSupervisorId(named.slice(0, 200)), words.badSupervisorIdFix);
  return id;
}

const now = () => new Date().toISOString();
