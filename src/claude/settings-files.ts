import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { managedSettings, type Paths, settingsFile } from '../config/paths.ts';
import { isObject, parseStrict } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';

export interface SettingsSource {
  scope: 'user' | 'project' | 'local' | 'managed';
  path: string;
  value: Record<string, unknown>;
}

/**
 * The settings files that Claude Code reads itself in `folder`, the weakest first. A file that cannot be read or parsed is
 * left out: the client reports and ignores it too.
 */
export async function readSettingsSources(paths: Paths, folder: string): Promise<SettingsSource[]> {
  const above = foldersTo(folder);
  const places = [
    { scope: 'user' as const, path: paths.claudeSettings },
    ...(['project', 'local'] as const).flatMap((scope) =>
      above.map((dir) => ({ scope, path: settingsFile(scope, paths, dir) })),
    ),
    { scope: 'managed' as const, path: managedSettings() },
  ];
  const sources: SettingsSource[] = [];
  for (const place of places) {
    const value = await objectIn(place.path);
    if (value) sources.push({ ...place, value });
  }
  return sources;
}

/** Below the root of a repository the client also reads the settings of the folders above. `folder` itself comes last. */
function foldersTo(folder: string): string[] {
  const above: string[] = [];
  for (let dir = folder; ; dir = dirname(dir)) {
    above.unshift(dir);
    if (existsSync(join(dir, '.git'))) return above;
    if (dirname(dir) === dir) return [folder];
  }
}

/** The object in a JSON file of the client; undefined for anything else. The client ignores files with comments. */
export async function objectIn(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const text = readIfThere(path);
    if (text === undefined) return undefined;
    const parsed = await parseStrict(text);
    return parsed.error === undefined && isObject(parsed.value) ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** The variables as plain `claude` has them: settings override the process environment. */
export function ownVariables(
  sources: SettingsSource[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.assign({ ...env }, ...sources.map(({ value }) => variablesIn(value)));
}

/** `env` of the settings, as strings. */
export function variablesIn(settings: Record<string, unknown>): Record<string, string> {
  const { env } = settings;
  if (!isObject(env)) return {};
  return Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
}
