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

/** An entry of `hooks` that is run for one of our events, with the group it is in. */
export interface HookInGroup {
  group: Record<string, unknown>;
  hook: Record<string, unknown>;
}

/** The entries of these `hooks` (as in a settings file) that Claude Code runs for one of our events. */
export function hooksFor(hooks: unknown, event: string): HookInGroup[] {
  const groups = isObject(hooks) && Array.isArray(hooks[event]) ? hooks[event].filter(isObject) : [];
  const tool = OUR_EVENTS.find((ours) => ours.event === event)?.matcher;
  return groups
    .filter((group) => matches(group.matcher, tool))
    .flatMap((group) =>
      (Array.isArray(group.hooks) ? group.hooks : []).filter(isObject).map((hook) => ({ group, hook })),
    );
}

/** The events for which these `hooks` already start us; with `plainOnly`, without anything that could keep the hook from deciding. */
export const eventsCovered = (hooks: unknown, { plainOnly = false } = {}): string[] =>
  OUR_EVENTS.map(({ event }) => event).filter((event) =>
    hooksFor(hooks, event).some((found) => runsCccHook(found.hook.command) && (!plainOnly || isPlain(found))),
  );

const PLAIN_GROUP = ['matcher', 'hooks'];
const PLAIN_HOOK = ['type', 'command', 'timeout', 'statusMessage'];

/** What an entry of ours has beyond ours: `if`, `async`, `once`, `shell` and the like let it run elsewhere, later, or never. */
export const foreignFields = ({ group, hook }: HookInGroup): string[] => [
  ...Object.keys(group).filter((key) => !PLAIN_GROUP.includes(key)),
  ...Object.keys(hook).filter((key) => !PLAIN_HOOK.includes(key)),
];

/** Nothing in the entry could keep the hook from deciding. */
export const isPlain = (found: HookInGroup): boolean =>
  foreignFields(found).length === 0 &&
  found.hook.type === 'command' &&
  (found.hook.timeout === undefined || Number(found.hook.timeout) > 0);

/** The same entry with another command. */
export const withCommand = ({ event, entry }: HookEntry, command: string): HookEntry => ({
  event,
  entry: { ...entry, hooks: (entry.hooks as object[]).map((hook) => ({ ...hook, command })) },
});

/** A matcher is a name, names joined by `|`, or an expression; none, or `*`, matches everything. Other expressions are not evaluated. */
function matches(matcher: unknown, tool: string | undefined): boolean {
  if (tool === undefined || matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*') return true;
  return typeof matcher === 'string' && matcher.split('|').some((name) => name.trim() === tool);
}

/** What plugins do about our events. */
export interface PluginHooks {
  covered: string[];
  /** `enabledPlugins` for the launch. */
  pinned: Record<string, boolean>;
}

/**
 * The events for which a plugin that the user enabled, or passed as `--plugin-dir`, already starts us. Such a plugin is
 * pinned: a project's settings could disable it while the session runs. One that only a repository enables may pretend
 * to be ours; it is disabled, so that nothing is reviewed twice either. `own` are the settings of the launch.
 */
export async function pluginHooks(
  paths: Paths,
  sources: SettingsSource[],
  own: (Record<string, unknown> | undefined)[],
  pluginDirs: string[],
): Promise<PluginHooks> {
  const isRepositorys = ({ scope }: SettingsSource) => scope === 'project' || scope === 'local';
  const byUser = enabledPlugins([
    ...sources.filter(({ scope }) => scope === 'user').map(({ value }) => value),
    ...own,
    ...sources.filter(({ scope }) => scope === 'managed').map(({ value }) => value),
  ]);
  const byRepository = enabledPlugins(sources.filter(isRepositorys).map(({ value }) => value));
  const names = [...new Set([...Object.keys(byUser), ...Object.keys(byRepository)])];
  const installed = names.length > 0 ? await installedPlugins(paths) : {};
  const covered: string[] = [];
  const pinned: Record<string, boolean> = {};
  for (const name of names) {
    // What the user has not enabled does not count, and what anybody disables does not run.
    const enabled = byUser[name] === true && byRepository[name] !== false;
    if (!enabled && !(byRepository[name] === true && byUser[name] === undefined)) continue;
    const events = await eventsOfPlugins(foldersOf(installed[name]));
    if (events.length === 0) continue;
    pinned[name] = enabled;
    if (enabled) covered.push(...events);
  }
  return { covered: [...covered, ...(await eventsOfPlugins(pluginDirs))], pinned };
}

/** Settings in order of increasing precedence. */
function enabledPlugins(settings: (Record<string, unknown> | undefined)[]): Record<string, unknown> {
  return Object.assign({}, ...settings.map((value) => (isObject(value?.enabledPlugins) ? value.enabledPlugins : {})));
}

async function eventsOfPlugins(folders: string[]): Promise<string[]> {
  const files = await Promise.all(folders.map((folder) => readJsonObject(join(folder, 'hooks', 'hooks.json'))));
  return files.flatMap((file) => eventsCovered(file?.hooks, { plainOnly: true }));
}

async function installedPlugins(paths: Paths): Promise<Record<string, unknown>> {
  const installed = (await readJsonObject(join(paths.claudePlugins, 'installed_plugins.json')))?.plugins;
  return isObject(installed) ? installed : {};
}

const foldersOf = (entries: unknown): string[] =>
  (Array.isArray(entries) ? entries : []).flatMap((entry) =>
    isObject(entry) && typeof entry.installPath === 'string' ? [entry.installPath] : [],
  );
