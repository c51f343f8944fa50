import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { managedParts, managedSettings, type Paths, type Scope, settingsFile } from '../config/paths.ts';
import { realPath } from '../platform/folders.ts';
import { isObject, type JsonError, parseStrict } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';

/** One of Claude Code's settings files. */
export type SettingsFile = { scope: Scope | 'managed'; path: string } & (
  | { state: 'absent' }
  | { state: 'unreadable'; code: string }
  | { state: 'broken'; error: JsonError }
  | { state: 'read'; value: Record<string, unknown> }
);

/** The weakest first, as Claude Code merges them. */
export async function readSettingsFiles(paths: Paths, folder: string): Promise<SettingsFile[]> {
  const named = (['user', 'project', 'local'] as const).map((scope) => ({
    scope,
    path: settingsFile(scope, paths, folder),
  }));
  // In the home folder, the project's settings are the user's: one file, not two.
  const places = named.filter(({ path }, i) => named.findIndex((other) => isSame(other.path, path)) === i);
  const managed = [managedSettings(), ...partsIn(managedParts())].map((path) => ({ scope: 'managed' as const, path }));
  return Promise.all([...places, ...managed].map(read));
}

/** The settings of one scope; empty if there is no file, or none that can be read. */
export const settingsIn = (files: SettingsFile[], scope: SettingsFile['scope']): Record<string, unknown> =>
  Object.assign({}, ...files.flatMap((file) => (file.scope === scope && file.state === 'read' ? [file.value] : [])));

async function read(place: { scope: SettingsFile['scope']; path: string }): Promise<SettingsFile> {
  let text: string | undefined;
  try {
    text = readIfThere(place.path);
  } catch (error) {
    return { ...place, state: 'unreadable', code: errorCode(error) ?? String(error) };
  }
  if (text === undefined) return { ...place, state: 'absent' };
  if (text.trim() === '') return { ...place, state: 'read', value: {} };
  const parsed = await parseStrict(text);
  if (parsed.error !== undefined) return { ...place, state: 'broken', error: parsed.error };
  if (isObject(parsed.value)) return { ...place, state: 'read', value: parsed.value };
  return { ...place, state: 'broken', error: { code: 'ObjectExpected', line: 1, column: 1 } };
}

function partsIn(dir: string): string[] {
  try {
    const names = readdirSync(dir).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.sort().map((name) => join(dir, name));
  } catch {
    return [];
  }
}

const isSame = (a: string, b: string) => realPath(a) === realPath(b);
