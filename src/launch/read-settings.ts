import { resolve } from 'node:path';
import { eventsCovered } from '../claude/hooks.ts';
import type { SettingsSource } from '../claude/settings-files.ts';
import type { LaunchMessages } from '../i18n/launch.ts';
import { isObject, parseJsonc } from '../platform/json/parse.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { takeOption } from './arguments.ts';

type Settings = Record<string, unknown>;

/** The value of the user's `--settings`: a file, or JSON on the command line. */
export async function readFlagSettings(value: string | undefined, messages: LaunchMessages): Promise<Settings> {
  if (value === undefined) return {};
  const inline = value.trimStart().startsWith('{');
  const text = inline ? value : readSettingsFile(value, messages);
  const parsed = await parseJsonc(text);
  const where = inline ? 'JSON' : value;
  if (parsed.error !== undefined) {
    const { code, line, column } = parsed.error;
    throw settingsError(messages.settingsBroken(`${where}:${line}:${column}`, code), messages);
  }
  if (!isObject(parsed.value)) throw settingsError(messages.settingsNotObject(where), messages);
  return parsed.value;
}

function readSettingsFile(path: string, messages: LaunchMessages): string {
  let code = 'ENOENT';
  try {
    const text = readTextIfExists(resolve(path));
    if (text !== undefined) return text;
  } catch (error) {
    code = errorCode(error) ?? String(error);
  }
  throw settingsError(messages.settingsNotFound(path, code), messages);
}

const settingsError = (message: string, messages: LaunchMessages) =>
  new UserError(message, messages.settingsFix, { code: 'flag-settings' });

/** Of the settings that the client finds, those that it reads with these arguments. */
export function sourcesFor(args: string[], sources: SettingsSource[]): SettingsSource[] {
  if (args.includes('--restricted')) return sources.filter(({ scope }) => scope === 'managed');
  const value = takeOption(args, '--setting-sources').values.at(-1);
  if (value === undefined) return sources;
  const scopes = value.split(',').map((scope) => scope.trim());
  return sources.filter(({ scope }) => scope === 'managed' || scopes.includes(scope));
}

/** The events that some settings already start us for. Those of a repository must be `ourCommand` exactly. */
export const eventsCoveredBySettings = (
  own: (Settings | undefined)[],
  sources: SettingsSource[],
  ourCommand: string,
): string[] => [
  ...own.flatMap((settings) => eventsCovered(settings?.hooks)),
  ...sources.flatMap(({ scope, value }) =>
    eventsCovered(value.hooks, scope === 'project' || scope === 'local' ? ourCommand : undefined),
  ),
];
