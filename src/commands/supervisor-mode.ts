import { existsSync, rmSync, statSync } from 'node:fs';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { deliver } from '../deliver/deliver.ts';
import { branchOf } from '../git/branch.ts';
import { launchOf } from '../hook/event-owner.ts';
import { pastOf } from '../hook/journal-past.ts';
import { adoptable } from '../hook/known-state.ts';
import { type FoundState, recover } from '../hook/rules/recover.ts';
import { switchOff, switchOn } from '../hook/rules/state.ts';
import { parseSupervisorId, StateFiles } from '../hook/state-file.ts';
import { hookMessages } from '../i18n/hook.ts';
import { noHooksMessages } from '../i18n/no-hooks.ts';
import { appendJournal } from '../journal/write.ts';
import { blockerText } from '../launch/blocker-text.ts';
import { hookReach } from '../launch/hook-reach.ts';
import { currentFolder } from '../platform/folders.ts';
import { secretsIn } from '../platform/known-secrets.ts';
import { writeStdout } from '../platform/output.ts';
import { redactor } from '../platform/redact.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { providerName } from '../providers/provider-name.ts';

export async function run(argv: string[], env: Env): Promise<number> {
  writeStdout(await supervisorMode(argv.length > 1 ? argv.join(' ') : argv[0], { env, paths: pathsOf(env) }));
  return 0;
}

/**
 * Returns what to print: the mode without an argument; nothing for `on` and `off`, except that `on` says so in a session
 * that no hook of ours reaches. It is on all the same, for the session to be supervised once hooks reach it.
 */
export async function supervisorMode(
  mode: string | undefined,
  { env, paths }: { env: Env; paths: Paths },
): Promise<string> {
  const messages = hookMessages[env.language];
  if (mode !== undefined && mode !== 'on' && mode !== 'off')
    throw new UserError(messages.unknownMode(mode), messages.modeUsage, { code: 'unknown-mode', exitCode: 2 });
  const id = await supervisorId(env, paths);
  const sessionId = env.clientSessionId ?? id;
  const states = new StateFiles(paths, env.language);
  const enabledByDefault = async () => env.startsSupervised ?? (await readConfig(paths.configFile)).supervisor.enabled;
  const now = new Date().toISOString();
  const recovered = (found: FoundState | undefined) =>
    recover(found, () => pastOf(paths.journal, id), { sessionId, now }) ?? adoptable(sessionId, states, paths)?.state;

  let written = '';
  const tellOthers = async () => deliver(written, { config: await readConfig(paths.configFile), env, paths });

  switch (mode) {
    case undefined:
      return (recovered(states.read(id))?.enabled ?? (await enabledByDefault())) ? 'on\n' : 'off\n';
    case 'on':
      states.update(
        id,
        (found) => ({ next: switchOn(recovered(found), sessionId, now) }),
        () => recordMode('on'),
      );
      await tellOthers();
      return env.insideClient ? noHooksText(env, paths) : '';
    case 'off': {
      const wasOn = await enabledByDefault();
      states.update(
        id,
        (found) => {
          const current = recovered(found);
          return { next: switchOff(current, sessionId, current?.enabled ?? wasOn, now) };
        },
        () => recordMode('off'),
      );
      await tellOthers();
      return '';
    }
  }

  /** Before the state: what the journal does not know of was done by something else. */
  function recordMode(to: 'on' | 'off'): void {
    const isNew = !existsSync(paths.journal);
    try {
      // `pastOf` looks for the first of these keys in this order.
      const line = { time: now, session_id: sessionId, supervisor_id: id, mode: to };
      const folder = env.projectDir ?? currentFolder();
      const place = { folder, branch: branchOf(folder), provider: providerName(env) };
      written = appendJournal(paths.journal, { ...line, ...place }, redactor(secretsIn(env.all)));
    } catch (error) {
      const code = errorCode(error) ?? String(error);
      // Not one that another process has written to meanwhile.
      if (isNew && statSync(paths.journal, { throwIfNoEntry: false })?.size === 0)
        rmSync(paths.journal, { force: true });
      // The same is wrong with the state, and the one who holds its lock says so.
      if (['ENOSPC', 'EDQUOT', 'EROFS'].includes(code)) throw error;
      throw new UserError(messages.modeNotRecorded(paths.journal, code), messages.modeNotRecordedFix, {
        code: 'mode-not-recorded',
      });
    }
  }
}

/** Read by the agent where a slash command runs it, and by the user after `!ccc supervisor-mode on`. */
async function noHooksText(env: Env, paths: Paths): Promise<string> {
  const messages = noHooksMessages[env.language];
  const folder = env.projectDir ?? currentFolder();
  const reach = await hookReach({ pid: env.clientPid, folder, variables: env.all }, env, paths);
  switch (reach.kind) {
    case 'reached':
      return '';
    case 'off':
      return `${messages.hooksOff(blockerText(reach.blocker, env.language))}\n`;
    case 'none':
      return `${messages.notSupervised(env.clientSessionId && `ccc --resume ${env.clientSessionId}`)}\n`;
  }
}

/** A client that was started from within a launched one has its variables, but a state of its own. */
async function supervisorId(env: Env, paths: Paths): Promise<string> {
  const { supervisorId, clientSessionId, language } = env;
  const isNested =
    supervisorId !== undefined && clientSessionId !== undefined && (await launchOf(env, paths)) === 'other';
  const id = isNested ? clientSessionId : (supervisorId ?? clientSessionId);
  if (id !== undefined) return parseSupervisorId(id, language);
  const messages = hookMessages[language];
  throw new UserError(messages.noSupervisorId, messages.noSupervisorIdFix, { code: 'no-session', exitCode: 2 });
}
