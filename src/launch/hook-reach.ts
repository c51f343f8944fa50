import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findHookBlockers, type HookBlocker } from '../claude/hook-blockers.ts';
import { eventsCovered, hooksFor, isPlain, pluginHooks } from '../claude/hooks.ts';
import { readJsonObject, readSettingsSources, type SettingsSource } from '../claude/settings-files.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { startsThisProgram } from '../config/own-program.ts';
import type { Paths } from '../config/paths.ts';
import { launchMessages } from '../i18n/launch.ts';
import { hostTag } from '../platform/process-alive.ts';
import { type RunningProcess, runningProcess } from '../platform/process-ancestry.ts';
import { takeOption } from './arguments.ts';
import { launchesIn } from './launch-files.ts';
import { readFlagSettings, sourcesFor } from './read-settings.ts';

const EVENT = 'Stop';

/** Whether Claude Code starts our hook when a session stops. */
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
  const registered =
    eventsCovered(settings?.hooks, { plainOnly: true }).includes(EVENT) ||
    sources.some((source) => startsUs(source, supervisor.timeoutSeconds)) ||
    (await pluginHooks(paths, sources, [settings], takeOption(args, '--plugin-dir').values)).covered.includes(EVENT);
  return { kind: registered ? 'reached' : 'none' };
}

/**
 * A repository may pretend to start us, or give us a second: Claude Code then ends the hook, and the stop goes through.
 * The user may start another copy of `ccc`.
 */
function startsUs({ scope, value }: SettingsSource, timeoutSeconds: number): boolean {
  if (scope !== 'project' && scope !== 'local') return eventsCovered(value.hooks, { plainOnly: true }).includes(EVENT);
  return hooksFor(value.hooks, EVENT).some(
    (found) =>
      isPlain(found) &&
      startsThisProgram(found.hook.command, 'supervisor-hook') &&
      Number(found.hook.timeout) >= timeoutSeconds,
  );
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
