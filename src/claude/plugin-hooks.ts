import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { isObject } from '../platform/json/parse.ts';
import { cccHooksIn } from './found-hooks.ts';
import { readJsonObject, type SettingsSource } from './settings-files.ts';

/** What plugins do about our hooks. */
export interface PluginHooks {
  /** The `hooks` of the plugins that start us and count. */
  hooks: unknown[];
  /** `enabledPlugins` for the launch. */
  pinned: Record<string, boolean>;
}

/**
 * The hooks of a plugin that the user enabled, or passed as `--plugin-dir`, and that starts us. Such a plugin is pinned: a
 * project's settings could disable it while the session runs. One that only a repository enables may pretend to be ours;
 * it is disabled, so that nothing is reviewed twice either. `own` are the settings of the launch.
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
  const counted: unknown[] = [];
  const pinned: Record<string, boolean> = {};
  for (const name of names) {
    // What the user has not enabled does not count, and what anybody disables does not run.
    const enabled = byUser[name] === true && byRepository[name] !== false;
    if (!enabled && !(byRepository[name] === true && byUser[name] === undefined)) continue;
    const hooks = await hooksOfPlugins(foldersOf(installed[name]));
    if (hooks.length === 0) continue;
    pinned[name] = enabled;
    if (enabled) counted.push(...hooks);
  }
  return { hooks: [...counted, ...(await hooksOfPlugins(pluginDirs))], pinned };
}

/** Settings in order of increasing precedence. */
function enabledPlugins(settings: (Record<string, unknown> | undefined)[]): Record<string, unknown> {
  return Object.assign({}, ...settings.map((value) => (isObject(value?.enabledPlugins) ? value.enabledPlugins : {})));
}

async function hooksOfPlugins(folders: string[]): Promise<unknown[]> {
  const files = await Promise.all(folders.map((folder) => readJsonObject(join(folder, 'hooks', 'hooks.json'))));
  return files.map((file) => file?.hooks).filter((hooks) => cccHooksIn(hooks).length > 0);
}

async function installedPlugins(paths: Paths): Promise<Record<string, unknown>> {
  const installed = (await readJsonObject(join(paths.claudePlugins, 'installed_plugins.json')))?.plugins;
  return isObject(installed) ? installed : {};
}

const foldersOf = (entries: unknown): string[] =>
  (Array.isArray(entries) ? entries : []).flatMap((entry) =>
    isObject(entry) && typeof entry.installPath === 'string' ? [entry.installPath] : [],
  );
