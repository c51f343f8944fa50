import { getNodeValue, type Node } from 'jsonc-parser/lib/esm/main.js';
import { eventsCovered, OUR_EVENTS } from '../claude/hooks.ts';
import type { InstallMessages } from '../i18n/install.ts';
import { isObject, type Place, placeAt } from '../platform/json/parse.ts';
import { at, firstMistake, treeOf } from '../platform/json/tree.ts';
import { UserError } from '../platform/user-error.ts';
import { startedByHand } from './hooks-in-settings.ts';

/** The plugin of this repository, which brings the same hooks. */
const PLUGIN = 'ccc@ccc-supervisor';

/** A settings file, `text` without its byte order mark. */
export interface SettingsText {
  path: string;
  text: string;
}

/** What people should know about the settings they installed us in. */
export type SettingsNote =
  | { kind: 'this-machine' }
  | ({ kind: 'not-loaded' } & Place)
  | { kind: 'hooks-disabled' }
  | { kind: 'temporary-program'; program: string }
  | { kind: 'other-copy'; path: string }
  | { kind: 'by-hand'; events: string[] };

export function refuseBroken({ path, text }: SettingsText, messages: InstallMessages): void {
  const mistake = firstMistake(text, { strict: false });
  if (mistake) throw new UserError(messages.broken(path, mistake, mistake.what), messages.brokenFix);
}

/** Settings that hooks cannot be added to, because something of another kind stands in their place. */
export function refuseMisfit({ path, text }: SettingsText, messages: InstallMessages): void {
  const tree = treeOf(text);
  const expect = (kind: 'object' | 'array', ...keys: string[]) => {
    const node = at(tree, ...keys);
    if (!node || node.type === kind) return;
    const fix = kind === 'object' ? messages.writeObject : messages.writeList;
    throw new UserError(messages.misfit(path, placeAt(text, node.offset), keys.join('.')), fix);
  };
  expect('object');
  expect('object', 'hooks');
  for (const { event } of OUR_EVENTS) expect('array', 'hooks', event);
  expect('object', 'env');
}

/** With the plugin on, every stop would be reviewed twice. Files are given in the order of their say, the last wins. */
export function refuseBesidePlugin(files: SettingsText[], messages: InstallMessages): void {
  const saying = files.findLast(({ text }) => pluginIn(valueOfSettings(text)) !== undefined);
  if (saying && pluginIn(valueOfSettings(saying.text)) === true)
    throw new UserError(messages.pluginToo(PLUGIN, saying.path), messages.pluginTooFix(PLUGIN));
}

const pluginIn = (settings: Record<string, unknown>): unknown =>
  isObject(settings.enabledPlugins) ? settings.enabledPlugins[PLUGIN] : undefined;

/** What there is to say about settings that have our hooks in them. */
export function notesOn(text: string): SettingsNote[] {
  const strict = firstMistake(text, { strict: true });
  const disabled = valueOfSettings(text).disableAllHooks === true;
  return [
    ...(strict ? [{ kind: 'not-loaded' as const, line: strict.line, column: strict.column }] : []),
    ...(disabled ? [{ kind: 'hooks-disabled' as const }] : []),
  ];
}

export function byHandIn(text: string): SettingsNote[] {
  const events = startedByHand(treeOf(text));
  return events.length > 0 ? [{ kind: 'by-hand', events }] : [];
}

/** Claude Code runs one command once, however many files name it; two different ones both run. */
export function startsOtherCopy(text: string, command: string): boolean {
  const { hooks } = valueOfSettings(text);
  return eventsCovered(hooks).length > 0 && !JSON.stringify(hooks).includes(JSON.stringify(command));
}

function valueOfSettings(text: string): Record<string, unknown> {
  const value: unknown = firstMistake(text, { strict: false }) ? undefined : getNodeValue(treeOf(text) as Node);
  return isObject(value) ? value : {};
}
