import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { isObject } from '../platform/json/parse.ts';
import { eventsCovered } from './hook-entries.ts';
import { objectIn, type SettingsSource } from './settings-files.ts';

/** The events for which an enabled plugin, or one given by `--plugin-dir`, already starts us. */
export async function eventsCoveredByPlugins(
  paths: Paths,
  sources: SettingsSource[],
  pluginDirs: string[],
): Promise<string[]> {
  const folders = [...(await installFolders(paths, enabledIn(sources))), ...pluginDirs];
  const covered = await Promise.all(
    folders.map(async (folder) => eventsCovered((await objectIn(join(folder, 'hooks', 'hooks.json')))?.hooks)),
  );
  return covered.flat();
}

/** A stronger scope can switch off what a weaker one enabled. */
function enabledIn(sources: SettingsSource[]): string[] {
  const enabled: Record<string, unknown> = {};
  for (const { value } of sources) if (isObject(value.enabledPlugins)) Object.assign(enabled, value.enabledPlugins);
  return Object.keys(enabled).filter((name) => enabled[name] === true);
}

async function installFolders(paths: Paths, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const installed = (await objectIn(join(paths.claudePlugins, 'installed_plugins.json')))?.plugins;
  if (!isObject(installed)) return [];
  return names
    .flatMap((name) => (Array.isArray(installed[name]) ? installed[name] : []))
    .flatMap((entry) => (isObject(entry) && typeof entry.installPath === 'string' ? [entry.installPath] : []));
}
