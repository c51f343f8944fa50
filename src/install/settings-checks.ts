import { getNodeValue, type Node } from 'jsonc-parser/lib/esm/main.js';
import { cccHooksIn } from '../claude/found-hooks.ts';
import type { HookEntry } from '../claude/hooks.ts';
import type { InstallMessages } from '../i18n/install.ts';
import { isObject, type Position, positionAt } from '../platform/json/parse.ts';
import { firstJsonError, treeOf, valueAt } from '../platform/json/tree.ts';
import { UserError } from '../platform/user-error.ts';

/** The plugin of this repository, which has the same hooks. */
const PLUGIN = 'ccc@ccc-supervisor';

/** A settings file; `text` is without byte order mark. */
export interface SettingsText {
  path: string;
  text: string;
}

/** What the user should know about the hooks and the settings file that they are in. */
export type SettingsNote =
  | { kind: 'this-machine' }
  | ({ kind: 'not-loaded' } & Position)
  | { kind: 'hooks-disabled' }
  | { kind: 'temporary-program'; program: string }
  | { kind: 'other-copy'; path: string }
  | { kind: 'no-stop' }
  | { kind: 'commands-kept'; path: string };

export function refuseBroken({ path, text }: SettingsText, messages: InstallMessages): void {
  const error = firstJsonError(text, { strict: false });
  if (error) throw new UserError(messages.broken(path, error), messages.brokenFix, { code: 'settings-broken' });
}

/** Hooks cannot be added where `hooks`, an event or `env` has another type than Claude Code expects. */
export function refuseWrongTypes({ path, text }: SettingsText, wanted: HookEntry[], messages: InstallMessages): void {
  const tree = treeOf(text);
  const expect = (kind: 'object' | 'array', ...keys: string[]) => {
    const node = valueAt(tree, ...keys);
    if (!node || node.type === kind) return;
    const fix = kind === 'object' ? messages.writeObject : messages.writeList;
    const message = messages.wrongType(path, positionAt(text, node.offset), keys.join('.'));
    throw new UserError(message, fix, { code: 'settings-wrong-type' });
  };
  expect('object');
  expect('object', 'hooks');
  for (const { event } of wanted) expect('array', 'hooks', event);
  expect('object', 'env');
}

/** With the plugin enabled, every stop would be reviewed twice. `files` are in order of increasing precedence. */
export function refuseBesidePlugin(files: SettingsText[], messages: InstallMessages): void {
  const deciding = files.findLast(({ text }) => pluginIn(settingsIn(text)) !== undefined);
  if (deciding && pluginIn(settingsIn(deciding.text)) === true)
    throw new UserError(messages.pluginToo(PLUGIN, deciding.path), messages.pluginTooFix(PLUGIN), {
      code: 'plugin-enabled',
    });
}

const pluginIn = (settings: Record<string, unknown>): unknown =>
  isObject(settings.enabledPlugins) ? settings.enabledPlugins[PLUGIN] : undefined;

/** What keeps the hooks in these settings from running. */
export function notesOn(text: string): SettingsNote[] {
  const strict = firstJsonError(text, { strict: true });
  const disabled = settingsIn(text).disableAllHooks === true;
  return [
    ...(strict ? [{ kind: 'not-loaded' as const, line: strict.line, column: strict.column }] : []),
    ...(disabled ? [{ kind: 'hooks-disabled' as const }] : []),
  ];
}

/** Whether these settings start our hook, whichever copy of `ccc` it is. */
export const startsUs = (text: string): boolean => cccHooksIn(settingsIn(text).hooks).length > 0;

/** Claude Code runs a command once, however many files name it; two different commands both run. */
export function startsOtherCommand(text: string, wanted: HookEntry[]): boolean {
  const commandsFor = (event: string) =>
    wanted
      .filter((entry) => entry.event === event)
      .flatMap(({ entry }) => entry.hooks as { command: string }[])
      .map(({ command }) => command);
  return cccHooksIn(settingsIn(text).hooks).some(({ event, hook }) => {
    const commands = commandsFor(event);
    return commands.length > 0 && !commands.includes(String(hook.command));
  });
}

function settingsIn(text: string): Record<string, unknown> {
  const value: unknown = firstJsonError(text, { strict: false }) ? undefined : getNodeValue(treeOf(text) as Node);
  return isObject(value) ? value : {};
}
