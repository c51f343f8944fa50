import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { covers, startsThisHook } from '../claude/found-hooks.ts';
import { findHookBlockers, type HookBlocker } from '../claude/hook-blockers.ts';
import { type RegisteredHook, registeredHooks } from '../claude/hooks.ts';
import { pluginHooks } from '../claude/plugin-hooks.ts';
import { readJsonObject, readSettingsSources, type SettingsSource } from '../claude/settings-files.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { launchMessages } from '../i18n/launch.ts';
import { hostTag } from '../platform/process-alive.ts';
import { type RunningProcess, runningProcess } from '../platform/process-ancestry.ts';
import { takeOption } from './arguments.ts';
import { launchesIn } from './launch-files.ts';
import { hasExactly, readFlagSettings, sourcesFor } from './read-settings.ts';

/** Whether Claude Code starts our hook when a session stops, or, without that event, for the first that is reviewed. */
export type HookReach = { kind: 'reached' } | { kind: 'none' } | { kind: 'off'; blocker: HookBlocker };

interface ReachedSession {
  /** The client; undefined if it does not say. */
  pid: number | undefined;
  folder: string;
  /** The client's environment, if it is known. */
  variables: Env['all'];
}

/**
 * As the settings are now: the client reads its settings files again when they change. What it was started with is known
 * from its launch, or else from its command line.
 */
export async function hookReach(
  { pid, folder, variables }: ReachedSession,
  env: Env,
  paths: Paths,
): Promise<HookReach> {
  const client = pid === undefined ? undefined : await runningProcess(pid);
  const args = client?.args.slice(1) ?? [];
  // An older client does not say which process it is.
  const launch =
    pid === undefined ? paths.ownLaunch(env.launchSettings) : client && launchThatStarted(client, paths)?.settings;
  const settings = launch ? await readJsonObject(launch) : await flagSettings(args, env);
  // Whoever removed the private file of a launch: the client had read it.
  if (launch && !settings) return { kind: 'reached' };
  const { supervisor } = await readConfig(paths.configFile);
  const sources = sourcesFor(args, await readSettingsSources(paths, folder));
  const [blocker] = findHookBlockers(sources, variables, { path: '--settings', settings: settings ?? {}, args });
  if (blocker) return { kind: 'off', blocker };
  const ways = waysOf(registeredHooks(supervisor)[0]);
  const plugins = await pluginHooks(paths, sources, [settings], takeOption(args, '--plugin-dir').values);
  const registered = ways.some(
    (wanted) =>
      [settings?.hooks, ...plugins.hooks].some((hooks) => covers(hooks, wanted)) ||
      sources.some((source) => startsUs(source, wanted, supervisor.timeoutSeconds)),
  );
  return { kind: registered ? 'reached' : 'none' };
}

/** A session that was started before `review` was changed has its stops reviewed all the same. */
const waysOf = (wanted: RegisteredHook | undefined): RegisteredHook[] => {
  if (wanted === undefined) return [];
  const { flag, ...waiting } = wanted;
  return [waiting, { ...waiting, flag: '--background' }];
};

/** The user may start another copy of `ccc`, a repository may not. */
function startsUs({ scope, value }: SettingsSource, wanted: RegisteredHook, timeoutSeconds: number): boolean {
  if (scope !== 'project' && scope !== 'local') return covers(value.hooks, wanted);
  return hasExactly(value.hooks, wanted, { timeoutSeconds, isThisHook: startsThisHook });
}

/**
 * The launch that started this client. If `claude` is a script, the launch knows that one, and the client is below it; but
 * a client below a client is one that the worker started, and has no hooks of the launch.
 */
function launchThatStarted({ pid, parent }: RunningProcess, paths: Paths) {
  const isClient = (other: number) => existsSync(join(paths.claudeSessions, `${other}.json`));
  return launchesIn(paths).find(({ host, record }) => {
    if (host !== hostTag() || !record) return false;
    return record.client_pid === pid || (record.client_pid === parent && !isClient(record.client_pid));
  });
}

/** A file that cannot be read brings no hooks; the client has complained about it. */
async function flagSettings(args: string[], env: Env): Promise<Record<string, unknown> | undefined> {
  try {
    return await readFlagSettings(takeOption(args, '--settings').values.at(-1), launchMessages[env.language]);
  } catch {
    return undefined;
  }
}
