import { resolve } from 'node:path';
import { covers, flagIn, hooksIn, isFor, isPlain } from '../claude/found-hooks.ts';
import { type HookEntry, type RegisteredHook, withCommand } from '../claude/hooks.ts';
import type { SettingsSource } from '../claude/settings-files.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
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

/** The settings that decide which hooks a launch brings. */
export interface HookSources {
  /** The settings of the launch itself. */
  own: (Settings | undefined)[];
  sources: SettingsSource[];
  /** The `hooks` of plugins that count. */
  plugins: unknown[];
  isThisHook(command: unknown): boolean;
}

const isRepositorys = ({ scope }: SettingsSource) => scope === 'project' || scope === 'local';

/**
 * Our hooks for the private settings. The client reads the settings files of user and project again while a session runs,
 * so ours are there even if such a file has them too: an identical command runs once, with the fields that `--settings`
 * gives it, and an entry that the worker removes or changes does not matter. A repository's entry counts only in this
 * way; a user's may also start another copy of `ccc`, and then ours is left out.
 */
export function hooksToAdd(wanted: HookEntry[], { own, sources, plugins, isThisHook }: HookSources): HookEntry[] {
  const settingsOf = (...scopes: SettingsSource['scope'][]) =>
    sources.filter(({ scope }) => scopes.includes(scope)).map(({ value }) => value.hooks);
  // Whatever its matcher: for a tool that both match, the client runs the command once.
  const commandIn = (settings: unknown[], { event, flag }: HookEntry) =>
    settings
      .flatMap(hooksIn)
      .filter((found) => found.event === event)
      .map(({ hook }) => hook.command)
      .find((command): command is string => isThisHook(command) && flagIn(command) === flag);
  const fixed = [...own.map((value) => value?.hooks), ...settingsOf('managed'), ...plugins];
  return wanted.flatMap((hook) => {
    if (fixed.some((hooks) => covers(hooks, hook))) return [];
    const named = commandIn(settingsOf('user'), hook);
    if (named === undefined && settingsOf('user').some((hooks) => covers(hooks, hook))) return [];
    const command = named ?? commandIn(settingsOf('project', 'local'), hook);
    return [command === undefined ? hook : withCommand(hook, command)];
  });
}

type Review = SupervisorConfig['review'];

/** Who registers Stop for another way of reviewing than the wanted one. */
export type OtherReview = { review: Review } & (
  | { by: SettingsSource['scope']; path: string }
  | { by: 'launch' | 'plugin' }
);

/**
 * The way of reviewing that is registered for Stop already, if it is not the wanted one. A launch follows it: beside the
 * other, its own entry would have every stop reviewed twice. A repository can ask for the stricter way only.
 */
export function otherReview(
  { events, review, timeoutSeconds }: Pick<SupervisorConfig, 'events' | 'review' | 'timeoutSeconds'>,
  { own, sources, plugins, isThisHook }: HookSources,
): OtherReview | undefined {
  if (!events.includes('Stop')) return undefined;
  const other: Review = review === 'wait' ? 'background' : 'wait';
  const users = sources.filter((source) => !isRepositorys(source));
  if (usersHooks({ own, sources, plugins }).some((hooks) => covers(hooks, stopFor(review)))) return undefined;
  const has = (hooks: unknown) => covers(hooks, stopFor(other));
  if (own.some((value) => has(value?.hooks))) return { review: other, by: 'launch' };
  if (plugins.some(has)) return { review: other, by: 'plugin' };
  const file =
    users.find(({ value }) => has(value.hooks)) ??
    (other === 'wait'
      ? sources
          .filter(isRepositorys)
          .find(({ value }) => hasExactly(value.hooks, stopFor(other), { timeoutSeconds, isThisHook }))
      : undefined);
  return file && { review: other, by: file.scope, path: file.path };
}

/** Also if `ccc.json` does not ask for it: an older installation, or the plugin, may start us for it. */
export const isStopRegistered = (all: HookSources): boolean =>
  usersHooks(all).some((hooks) => covers(hooks, stopFor('wait')) || covers(hooks, stopFor('background')));

/** The `hooks` of all that is not a repository's. */
const usersHooks = ({ own, sources, plugins }: Omit<HookSources, 'isThisHook'>): unknown[] => [
  ...own.map((value) => value?.hooks),
  ...plugins,
  ...sources.filter((source) => !isRepositorys(source)).map(({ value }) => value.hooks),
];

const stopFor = (review: Review): RegisteredHook => ({
  event: 'Stop',
  ...(review === 'background' ? { flag: '--background' } : {}),
});

/**
 * What counts of a repository's entries: this program, with all the time it needs. A repository may pretend to start us, or
 * give us a second: Claude Code then ends the hook, and the stop goes through.
 */
export const hasExactly = (
  hooks: unknown,
  wanted: RegisteredHook,
  { timeoutSeconds, isThisHook }: { timeoutSeconds: number; isThisHook(command: unknown): boolean },
): boolean =>
  hooksIn(hooks).some(
    (found) =>
      isPlain(found) &&
      isFor(found, wanted) &&
      isThisHook(found.hook.command) &&
      Number(found.hook.timeout) >= timeoutSeconds,
  );
