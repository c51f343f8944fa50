import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Variables } from '../config/env.ts';
import { managedParts, managedSettings, type Paths, type Scope, settingsFile } from '../config/paths.ts';
import { realPath } from '../platform/folders.ts';
import { isObject, type JsonError, parseStrict } from '../platform/json/parse.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';

/** A settings file that Claude Code uses. */
export interface SettingsSource {
  scope: Scope | 'managed';
  path: string;
  value: Record<string, unknown>;
}

/** A place where Claude Code looks for a settings file, and what is there. */
export type SettingsFile = Pick<SettingsSource, 'scope' | 'path'> &
  (
    | { state: 'absent' }
    | { state: 'unreadable'; code: string }
    | { state: 'broken'; error: JsonError }
    | { state: 'read'; value: Record<string, unknown> }
  );

/** The settings files for a session in `folder`, in order of increasing precedence. */
export async function readSettingsFiles(paths: Paths, folder: string): Promise<SettingsFile[]> {
  const folders = projectFolders(folder);
  const places = [
    { scope: 'user' as const, path: paths.claudeSettings },
    ...(['project', 'local'] as const).flatMap((scope) =>
      folders.map((dir) => ({ scope, path: settingsFile(scope, paths, dir) })),
    ),
    ...[managedSettings(), ...jsonFilesIn(managedParts())].map((path) => ({ scope: 'managed' as const, path })),
  ];
  return Promise.all(places.map(async (place) => ({ ...place, ...(await readSettings(place.path)) })));
}

/** A file that cannot be read or parsed is left out: the client reports and ignores it too. */
export const readSettingsSources = async (paths: Paths, folder: string): Promise<SettingsSource[]> =>
  usableSettings(await readSettingsFiles(paths, folder));

export const usableSettings = (files: SettingsFile[]): SettingsSource[] =>
  files.flatMap((file) => (file.state === 'read' ? [{ scope: file.scope, path: file.path, value: file.value }] : []));

/** In the home folder, the project's settings are the user's: one file, not two. */
export const withoutDuplicates = (files: SettingsFile[]): SettingsFile[] =>
  files.filter(({ path }, i) => files.findIndex((other) => realPath(other.path) === realPath(path)) === i);

/** The settings of one scope; empty if there is no file, or none that can be read. */
export const settingsIn = (files: SettingsFile[], scope: SettingsFile['scope']): Record<string, unknown> =>
  Object.assign({}, ...usableSettings(files).flatMap((file) => (file.scope === scope ? [file.value] : [])));

/** Below the root of a repository the client also reads the settings of the folders above. `folder` itself comes last. */
function projectFolders(folder: string): string[] {
  const folders: string[] = [];
  for (let dir = folder; ; dir = dirname(dir)) {
    folders.unshift(dir);
    if (existsSync(join(dir, '.git'))) return folders;
    if (dirname(dir) === dir) return [folder];
  }
}

function jsonFilesIn(dir: string): string[] {
  try {
    const names = readdirSync(dir).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.sort().map((name) => join(dir, name));
  } catch {
    return [];
  }
}

/** Strict, as the client: it ignores a file with a comment or a trailing comma. */
async function readSettings(path: string) {
  let text: string | undefined;
  try {
    text = readTextIfExists(path);
  } catch (error) {
    return { state: 'unreadable' as const, code: errorCode(error) ?? String(error) };
  }
  if (text === undefined) return { state: 'absent' as const };
  if (text.trim() === '') return { state: 'read' as const, value: {} };
  const parsed = await parseStrict(text);
  if (parsed.error !== undefined) return { state: 'broken' as const, error: parsed.error };
  if (isObject(parsed.value)) return { state: 'read' as const, value: parsed.value };
  return { state: 'broken' as const, error: { code: 'ObjectExpected' as const, line: 1, column: 1 } };
}

/** The object in a JSON file of the client; undefined for anything else. */
export async function readJsonObject(path: string): Promise<Record<string, unknown> | undefined> {
  const file = await readSettings(path);
  return file.state === 'read' ? file.value : undefined;
}

/** The variables as plain `claude` has them: settings override the process environment. */
export function effectiveVariables(sources: SettingsSource[], env: Variables): Record<string, string | undefined> {
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
