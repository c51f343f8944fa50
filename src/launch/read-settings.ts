import { resolve } from 'node:path';
import { eventsCovered, type HookEntry, hooksFor, withCommand } from '../claude/hooks.ts';
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

/**
 * Our hooks for the private settings. The client reads the settings files of user and project again while a session runs,
 * so ours are there even if such a file has them too: an identical command runs once, with the fields that `--settings`
 * gives it, and an entry that the worker removes or changes does not matter. A repository's entry counts only in this
 * way; a user's may also start another copy of `ccc`, and then ours is left out. `own` are the settings of the launch.
 */
export function hooksToAdd(
  hooks: HookEntry[],
  own: (Settings | undefined)[],
  sources: SettingsSource[],
  isThisHook: (command: unknown) => boolean,
): HookEntry[] {
  const settingsOf = (...scopes: SettingsSource['scope'][]) =>
    sources.filter(({ scope }) => scopes.includes(scope)).map(({ value }) => value);
  const covers = (settings: (Settings | undefined)[], event: string) =>
    settings.some((value) => eventsCovered(value?.hooks, { plainOnly: true }).includes(event));
  const commandIn = (settings: Settings[], event: string) =>
    settings
      .flatMap((value) => hooksFor(value.hooks, event).map(({ hook }) => hook.command))
      .find((command): command is string => isThisHook(command));
  return hooks.flatMap((hook) => {
    const { event } = hook;
    if (covers([...own, ...settingsOf('managed')], event)) return [];
    const named = commandIn(settingsOf('user'), event);
    if (named === undefined && covers(settingsOf('user'), event)) return [];
    const command = named ?? commandIn(settingsOf('project', 'local'), event);
    return [command === undefined ? hook : withCommand(hook, command)];
  });
}
