import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { isObject } from '../platform/json/parse.ts';
import { readJsonObject, type SettingsSource } from './settings-files.ts';

/** Claude Code ends a turn after eight blocked stops unless this variable allows more. */
export const BLOCK_CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP';
/** Above the highest `max_iterations` (100), so that our own limit is the one that counts. */
export const BLOCK_CAP_VALUE = '101';

/** The events that Claude Code starts `ccc supervisor-hook` for. */
export const OUR_EVENTS = [
  { event: 'Stop', matcher: undefined },
  { event: 'PreToolUse', matcher: 'AskUserQuestion' },
] as const;

export interface HookEntry {
  event: string;
  entry: Record<string, unknown>;
}

/** Our entries for a settings file. `program` is one or more shell words. */
export function ourHooks(program: string, timeoutSeconds: number, statusMessage: string): HookEntry[] {
  const hook = { type: 'command', command: `${program} supervisor-hook`, timeout: timeoutSeconds, statusMessage };
  return OUR_EVENTS.map(({ event, matcher }) => ({ event, entry: { ...(matcher ? { matcher } : {}), hooks: [hook] } }));
}

/** Whether a command line runs this command of ours, whichever copy of `ccc` it names. */
export const runsCcc = (command: unknown, verb: 'supervisor-hook' | 'statusline'): boolean =>
  typeof command === 'string' && new RegExp(`(?:^|[/\\\\\\s'"])ccc[\\w.-]*['"]?\\s+${verb}(?:\\s|$)`).test(command);

export const runsCccHook = (command: unknown): boolean => runsCcc(command, 'supervisor-hook');

/**
 * The events for which these `hooks` (as in a settings file) already start us, so that no event is reviewed twice. A
 * repository must not be able to claim this falsely: its hooks count only if they are `exactly` our command.
 */
export function eventsCovered(hooks: unknown, exactly?: string): string[] {
  if (!isObject(hooks)) return [];
  return OUR_EVENTS.filter(({ event, matcher }) => {
    const groups = Array.isArray(hooks[event]) ? hooks[event] : [];
    return groups.some(
      (group) => isObject(group) && matches(group.matcher, matcher) && includesCccHook(group.hooks, exactly),
    );
  }).map(({ event }) => event);
}

const includesCccHook = (hooks: unknown, exactly: string | undefined) =>
  Array.isArray(hooks) &&
  hooks.some(
    (hook) =>
      isObject(hook) &&
      (exactly === undefined
        ? runsCccHook(hook.command)
        : hook.command === exactly &&
          hook.type === 'command' &&
          (hook.timeout === undefined || Number(hook.timeout) > 0)),
  );

/** A matcher is a name, names joined by `|`, or an expression; none, or `*`, matches everything. Other expressions are not evaluated. */
function matches(matcher: unknown, tool: string | undefined): boolean {
  if (tool === undefined || matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*') return true;
  return typeof matcher === 'string' && matcher.split('|').some((name) => name.trim() === tool);
}

/** The events for which an enabled plugin, or one passed as `--plugin-dir`, already starts us. */
export async function eventsCoveredByPlugins(
  paths: Paths,
  sources: SettingsSource[],
  pluginDirs: string[],
): Promise<string[]> {
  const folders = [...(await installFolders(paths, enabledPlugins(sources))), ...pluginDirs];
  const covered = await Promise.all(
    folders.map(async (folder) => eventsCovered((await readJsonObject(join(folder, 'hooks', 'hooks.json')))?.hooks)),
  );
  return covered.flat();
}

/** `sources` are in order of increasing precedence: a later one can disable what an earlier one enabled. */
function enabledPlugins(sources: SettingsSource[]): string[] {
  const plugins: Record<string, unknown> = {};
  for (const { value } of sources) if (isObject(value.enabledPlugins)) Object.assign(plugins, value.enabledPlugins);
  return Object.keys(plugins).filter((name) => plugins[name] === true);
}

async function installFolders(paths: Paths, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const installed = (await readJsonObject(join(paths.claudePlugins, 'installed_plugins.json')))?.plugins;
  if (!isObject(installed)) return [];
  return names
    .flatMap((name) => (Array.isArray(installed[name]) ? installed[name] : []))
    .flatMap((entry) => (isObject(entry) && typeof entry.installPath === 'string' ? [entry.installPath] : []));
}
