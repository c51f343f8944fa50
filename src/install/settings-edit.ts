import { getNodeValue, type Node } from 'jsonc-parser/lib/esm/main.js';
import { BLOCK_CAP, BLOCK_CAP_VALUE, eventsCovered, type HookEntry, OUR_EVENTS, runsCccHook } from '../claude/hooks.ts';
import { JsonEditor } from '../platform/json/editor.ts';
import { jsonOnOneLine, type Layout, type TextChange } from '../platform/json/text-changes.ts';
import {
  contentOf,
  isAlone,
  membersOf,
  nameOf,
  propertyOf,
  sourceOf,
  startsLine,
  valueAt,
} from '../platform/json/tree.ts';

/** What `uninstall` must know about the file to restore it byte for byte. Both names are keys of `installed.json`. */
export interface InstalledParts {
  /** Of `hooks`, `env` and the lists of the events: those that were there before, empty. */
  hollow: string[];
  /** Whether we added the variable `BLOCK_CAP`. */
  cap: boolean;
}

export interface EditedSettings {
  text: string;
  /** In order; the offsets of each refer to the text after the one before. */
  changes: TextChange[];
}

/** One hook in a settings file and what it is nested in: `"Stop": [ groups { "hooks": [ hook ] } ]`. */
interface HookNode {
  groups: Node;
  group: Node;
  hooks: Node;
  hook: Node;
}

const CAP_LINE = `${JSON.stringify(BLOCK_CAP)}: ${JSON.stringify(BLOCK_CAP_VALUE)}`;

/** Adds our hooks and our variable to settings: valid, `{ … }`, without byte order mark. */
export function withOurHooks(text: string, wanted: HookEntry[]): EditedSettings & { parts: InstalledParts } {
  const edit = new JsonEditor(text);
  const hollow = [['hooks'], ['env'], ...wanted.map(({ event }) => ['hooks', event])]
    .filter((path) => valueAt(edit.tree, ...path)?.children?.length === 0)
    .map((path) => path.at(-1) as string);

  for (const entry of wanted) updateHook(edit, entry);
  const covered = eventsCovered(getNodeValue(edit.tree).hooks);
  const missing = wanted.filter(({ event }) => !covered.includes(event));
  if (missing.length > 0) addHooks(edit, missing);

  const env = valueAt(edit.tree, 'env');
  const cap = propertyOf(env, BLOCK_CAP) === undefined;
  if (cap && env) edit.addFirst(env, () => CAP_LINE);
  else if (cap) edit.addFirst(edit.tree, () => `"env": { ${CAP_LINE} }`);
  return { text: edit.text, changes: edit.changes, parts: { hollow, cap } };
}

/** Removes them. Without a record of the installation, how our part is written shows what the file was before. */
export function withoutOurHooks(text: string, known?: InstalledParts): EditedSettings {
  const edit = new JsonEditor(text);
  const { hollow, cap } = known ?? partsIn(text, edit.tree);
  // In the reverse order of adding, so that each member is at the start of its line as it was when it was added.
  const variable = propertyOf(valueAt(edit.tree, 'env'), BLOCK_CAP);
  if (cap && variable && contentOf(variable)?.value === BLOCK_CAP_VALUE) removeMember(edit, variable, hollow);
  for (const { event } of OUR_EVENTS.toReversed())
    for (let [spot] = installedFor(edit.tree, event); spot; [spot] = installedFor(edit.tree, event))
      removeMember(edit, membersOf(spot.hooks).length > 1 ? spot.hook : spot.group, hollow);
  return { text: edit.text, changes: edit.changes };
}

/** Also removes the parents that become empty (a comment counts as content), unless they were empty before. */
function removeMember(edit: JsonEditor, member: Node, hollow: string[]): void {
  let outermost = member;
  for (let parent = enclosingProperty(outermost); parent; parent = enclosingProperty(outermost)) {
    if (hollow.includes(nameOf(parent)) || !isAlone(edit.text, outermost)) break;
    outermost = parent;
  }
  edit.remove(outermost);
}

/** The property whose value contains this member. */
const enclosingProperty = (member: Node): Node | undefined => member.parent?.parent;

/** Each is added at the front: in a `hooks` that was there before, the later event comes first. `partsIn` relies on it. */
function addHooks(edit: JsonEditor, entries: HookEntry[]): void {
  if (!valueAt(edit.tree, 'hooks')) edit.addFirst(edit.tree, (layout) => `"hooks": ${hooksText(entries, layout)}`);
  else
    for (const { event, entry } of entries) {
      const groups = valueAt(edit.tree, 'hooks', event);
      if (groups) edit.addFirst(groups, () => jsonOnOneLine(entry));
      else edit.addFirst(valueAt(edit.tree, 'hooks') as Node, () => hookLine({ event, entry }));
    }
}

/** Without an indent the settings are on one line, and stay so. */
function hooksText(entries: HookEntry[], { indent, unit, eol }: Layout): string {
  if (indent === undefined) return `{ ${entries.map(hookLine).join(', ')} }`;
  return `{${eol}${entries.map((entry) => indent + unit + hookLine(entry)).join(`,${eol}`)}${eol}${indent}}`;
}

const hookLine = ({ event, entry }: HookEntry) => `${JSON.stringify(event)}: ${jsonOnOneLine([entry])}`;

/** Updates the program and the timeout of a hook of ours, and nothing else of it. */
function updateHook(edit: JsonEditor, { event, entry }: HookEntry): void {
  const [ours] = entry.hooks as { command: string; timeout: number }[];
  for (const i of installedFor(edit.tree, event).keys()) {
    const hook = () => installedFor(edit.tree, event)[i]?.hook;
    const command = valueAt(hook(), 'command');
    if (ours && command && command.value !== ours.command && isPlain(command.value))
      edit.replace(command, ours.command);
    const timeout = valueAt(hook(), 'timeout');
    if (ours && timeout && timeout.value !== ours.timeout) edit.replace(timeout, ours.timeout);
    if (ours && !timeout) edit.addFirst(hook() as Node, () => `"timeout": ${ours.timeout}`);
  }
}

/** A program and our command. Anything more (a variable, a wrapper) was added on purpose. */
const isPlain = (command: string) =>
  /^(?:'(?:[^']|'\\'')*'|"[^"$`\\]*"|[^\s'"$`\\;&|<>()=]+) supervisor-hook$/.test(command);

/**
 * What was empty before, judged by how we write: our entry has a line of its own in a list that was there, and none in a
 * list that we added; in a `hooks` that was there, the later event comes first.
 */
function partsIn(text: string, tree: Node): InstalledParts {
  const events = OUR_EVENTS.map(({ event }) => event);
  const order = membersOf(valueAt(tree, 'hooks')).map(nameOf);
  const hollow = order.join() === events.toReversed().join() ? ['hooks'] : [];
  for (const event of events) {
    const [group] = membersOf(valueAt(tree, 'hooks', event));
    if (group && startsLine(text, group) && sourceOf(text, group) === jsonOnOneLine(getNodeValue(group)))
      hollow.push(event);
  }
  const variable = propertyOf(valueAt(tree, 'env'), BLOCK_CAP);
  if (variable && startsLine(text, variable)) hollow.push('env');
  return { hollow, cap: events.some((event) => installedFor(tree, event).length > 0) };
}

/** The hooks of an event that start us. */
function cccHooksFor(settings: Node, event: string): HookNode[] {
  const groups = valueAt(settings, 'hooks', event);
  if (groups?.type !== 'array') return [];
  return membersOf(groups).flatMap((group) => {
    const hooks = valueAt(group, 'hooks');
    if (hooks?.type !== 'array') return [];
    return membersOf(hooks)
      .filter((hook) => runsCccHook(valueAt(hook, 'command')?.value))
      .map((hook) => ({ groups, group, hooks, hook }));
  });
}

/** Those of them that `ccc install` writes. One with another matcher was added by hand. */
export function installedFor(settings: Node, event: string): HookNode[] {
  const ours = OUR_EVENTS.find((known) => known.event === event);
  if (!ours) return [];
  return cccHooksFor(settings, event).filter(
    ({ group }) => ours.matcher === undefined || valueAt(group, 'matcher')?.value === ours.matcher,
  );
}

/** Events with a hook that starts us and that `ccc install` would not write like that. */
export const startedByHand = (settings: Node): string[] =>
  membersOf(valueAt(settings, 'hooks'))
    .map(nameOf)
    .filter((event) => cccHooksFor(settings, event).length > installedFor(settings, event).length);
