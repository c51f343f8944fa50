import { getNodeValue, type Node } from 'jsonc-parser/lib/esm/main.js';
import { type FoundHook, isEntryOf, registrationOf } from '../claude/found-hooks.ts';
import {
  BLOCK_CAP,
  BLOCK_CAP_VALUE,
  EVENT_ORDER,
  type HookEntry,
  type RegisteredHook,
  runsCccHook,
} from '../claude/hooks.ts';
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

/** One hook in a settings file and what it is nested in: `"Stop": [ { "hooks": [ hook ] } ]`. */
interface HookNode {
  found: FoundHook;
  group: Node;
  hooks: Node;
  hook: Node;
}

const CAP_LINE = `${JSON.stringify(BLOCK_CAP)}: ${JSON.stringify(BLOCK_CAP_VALUE)}`;

/**
 * Makes our hooks in these settings the wanted ones, and adds our variable. The text is valid, `{ … }`, without byte order
 * mark. `known` is what an earlier installation recorded.
 */
export function withOurHooks(
  text: string,
  wanted: HookEntry[],
  known?: InstalledParts,
): EditedSettings & { parts: InstalledParts; removed: RegisteredHook[] } {
  const edit = new JsonEditor(text);
  const { hollow: hollowBefore } = known ?? partsIn(text, edit.tree);
  const removed = superfluousIn(edit.tree, wanted).map(({ found }) => registrationOf(found));
  for (let [node] = superfluousIn(edit.tree, wanted); node; [node] = superfluousIn(edit.tree, wanted))
    removeHook(edit, node, hollowBefore);

  const hollow = [['hooks'], ['env'], ...wanted.map(({ event }) => ['hooks', event])]
    .filter((path) => valueAt(edit.tree, ...path)?.children?.length === 0)
    .map((path) => path.at(-1) as string);
  for (const entry of wanted) updateHook(edit, entry);
  const missing = wanted.filter((entry) => nodeOf(edit.tree, entry) === undefined);
  if (missing.length > 0) addHooks(edit, missing);

  const env = valueAt(edit.tree, 'env');
  const cap = propertyOf(env, BLOCK_CAP) === undefined;
  if (cap && env) edit.addFirst(env, () => CAP_LINE);
  else if (cap) edit.addFirst(edit.tree, () => `"env": { ${CAP_LINE} }`);
  return { text: edit.text, changes: edit.changes, parts: { hollow, cap }, removed };
}

/** Removes them, for every event. Without a record of the installation, how our part is written shows what the file was before. */
export function withoutOurHooks(text: string, known?: InstalledParts): EditedSettings {
  const edit = new JsonEditor(text);
  const { hollow, cap } = known ?? partsIn(text, edit.tree);
  // In the reverse order of adding, so that each member is at the start of its line as it was when it was added.
  const variable = propertyOf(valueAt(edit.tree, 'env'), BLOCK_CAP);
  if (cap && variable && contentOf(variable)?.value === BLOCK_CAP_VALUE) removeMember(edit, variable, hollow);
  for (let [node] = cccHooks(edit.tree); node; [node] = cccHooks(edit.tree)) removeHook(edit, node, hollow);
  return { text: edit.text, changes: edit.changes };
}

const removeHook = (edit: JsonEditor, { hooks, hook, group }: HookNode, hollow: string[]): void =>
  removeMember(edit, membersOf(hooks).length > 1 ? hook : group, hollow);

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
  const events = [...new Set(entries.map(({ event }) => event))];
  const of = (event: string) => entries.filter((entry) => entry.event === event);
  if (!valueAt(edit.tree, 'hooks')) {
    edit.addFirst(edit.tree, (layout) => `"hooks": ${hooksText(events.map(of), layout)}`);
    return;
  }
  for (const event of events) {
    if (valueAt(edit.tree, 'hooks', event))
      for (const { entry } of of(event).toReversed())
        edit.addFirst(valueAt(edit.tree, 'hooks', event) as Node, () => jsonOnOneLine(entry));
    else edit.addFirst(valueAt(edit.tree, 'hooks') as Node, () => eventLine(of(event)));
  }
}

/** Without an indent the settings are on one line, and stay so. A single event goes on the line too: `partsIn` relies on it. */
function hooksText(events: HookEntry[][], { indent, unit, eol }: Layout): string {
  if (indent === undefined || events.length === 1) return `{ ${events.map(eventLine).join(', ')} }`;
  return `{${eol}${events.map((entries) => indent + unit + eventLine(entries)).join(`,${eol}`)}${eol}${indent}}`;
}

/** All entries of one event. */
const eventLine = (entries: HookEntry[]) =>
  `${JSON.stringify(entries[0]?.event)}: ${jsonOnOneLine(entries.map(({ entry }) => entry))}`;

/** Updates the program and the timeout of a hook of ours, and nothing else of it. */
function updateHook(edit: JsonEditor, wanted: HookEntry): void {
  const [ours] = wanted.entry.hooks as { command: string; timeout: number }[];
  const hook = () => nodeOf(edit.tree, wanted)?.hook;
  if (!ours || !hook()) return;
  const command = valueAt(hook(), 'command');
  if (command && command.value !== ours.command && isPlain(command.value)) edit.replace(command, ours.command);
  const timeout = valueAt(hook(), 'timeout');
  if (timeout && timeout.value !== ours.timeout) edit.replace(timeout, ours.timeout);
  if (!timeout) edit.addFirst(hook() as Node, () => `"timeout": ${ours.timeout}`);
}

/** A program and our command. Anything more (a variable, a wrapper) was added on purpose. */
const isPlain = (command: string) =>
  /^(?:'(?:[^']|'\\'')*'|"[^"$`\\]*"|[^\s'"$`\\;&|<>()=]+) supervisor-hook(?: --(?:background|tell))?$/.test(command);

/**
 * What was empty before, judged by how we write: our entry has a line of its own in a list that was there, and none in a
 * list that we added; in a `hooks` that was there, the later event comes first, and a single one has its own line.
 */
function partsIn(text: string, tree: Node): InstalledParts {
  const events = membersOf(valueAt(tree, 'hooks'));
  const hasOurLine = (member: Node, value: Node | undefined) =>
    value !== undefined && startsLine(text, member) && sourceOf(text, value) === jsonOnOneLine(getNodeValue(value));
  const order = events.map((event) => EVENT_ORDER.indexOf(nameOf(event)));
  const isReversed = order.every((place, i) => place > (order[i + 1] ?? -1));
  const [only, ...others] = events;
  const isHollow = only && (others.length > 0 ? isReversed : hasOurLine(only, contentOf(only)));
  const hollow = isHollow ? ['hooks'] : [];
  for (const event of events) {
    const [group] = membersOf(contentOf(event));
    if (group && hasOurLine(group, group)) hollow.push(nameOf(event));
  }
  const variable = propertyOf(valueAt(tree, 'env'), BLOCK_CAP);
  if (variable && startsLine(text, variable)) hollow.push('env');
  return { hollow, cap: hasOurHooks(tree) };
}

/** Every hook in these settings that starts us, in the order in which to remove them: the reverse of that of adding. */
function cccHooks(settings: Node): HookNode[] {
  const hooks = valueAt(settings, 'hooks');
  const names = hooks?.type === 'object' ? [...new Set(membersOf(hooks).map(nameOf))] : [];
  return names
    .flatMap((event) => hooksOf(event, valueAt(hooks, event)))
    .filter(({ found }) => runsCccHook(found.hook.command))
    .sort((a, b) => placeOf(b) - placeOf(a) || a.hook.offset - b.hook.offset);
}

const placeOf = ({ found }: HookNode) => EVENT_ORDER.indexOf(found.event);

function hooksOf(event: string, groups: Node | undefined): HookNode[] {
  if (groups?.type !== 'array') return [];
  return membersOf(groups).flatMap((group) => {
    const hooks = valueAt(group, 'hooks');
    if (hooks?.type !== 'array') return [];
    return membersOf(hooks)
      .filter(({ type }) => type === 'object')
      .map((hook) => ({ found: { event, group: getNodeValue(group), hook: getNodeValue(hook) }, group, hooks, hook }));
  });
}

/** Whether these settings start us, for whatever event. */
export const hasOurHooks = (settings: Node): boolean => cccHooks(settings).length > 0;

/** The hook of ours that is registered for this. */
const nodeOf = (settings: Node, wanted: RegisteredHook): HookNode | undefined =>
  cccHooks(settings).find(({ found }) => isEntryOf(found, wanted));

/** Hooks of ours that nothing asks for, and the second and further ones for the same. */
function superfluousIn(settings: Node, wanted: RegisteredHook[]): HookNode[] {
  const ours = cccHooks(settings);
  const kept = wanted.map((entry) => ours.find(({ found }) => isEntryOf(found, entry)));
  return ours.filter((node) => !kept.includes(node));
}
