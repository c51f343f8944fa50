import { getNodeValue, type Node } from 'jsonc-parser/lib/esm/main.js';
import { BLOCK_CAP, BLOCK_CAP_VALUE, eventsCovered, type HookEntry, OUR_EVENTS } from '../claude/hooks.ts';
import { JsonEditing } from '../platform/json/editing.ts';
import { isAlone, type Layout, oneLine, startsItsLine, type TextChange, textOf } from '../platform/json/text.ts';
import { at, contentOf, membersOf, nameOf, propertyOf } from '../platform/json/tree.ts';
import { installedFor } from './hooks-in-settings.ts';

/** What must be known of a file to take our part out again so that not one byte differs. */
export interface InstalledParts {
  /** Of `hooks`, `env` and the events' lists: those that were there and had nothing in them. */
  hollow: string[];
  /** Whether the variable came with us. */
  cap: boolean;
}

export interface EditedSettings {
  text: string;
  /** One after another; each is about the text that the one before has left. */
  changes: TextChange[];
}

const CAP_LINE = `${JSON.stringify(BLOCK_CAP)}: ${JSON.stringify(BLOCK_CAP_VALUE)}`;

/** Settings (sound, `{ … }`, no byte order mark) with our hooks and our variable in them. */
export function withOurHooks(text: string, wanted: HookEntry[]): EditedSettings & { traces: InstalledParts } {
  const edit = new JsonEditing(text);
  const hollow = [['hooks'], ['env'], ...wanted.map(({ event }) => ['hooks', event])]
    .filter((path) => at(edit.tree, ...path)?.children?.length === 0)
    .map((path) => path.at(-1) as string);

  for (const entry of wanted) correct(edit, entry);
  const covered = eventsCovered(getNodeValue(edit.tree).hooks);
  const missing = wanted.filter(({ event }) => !covered.includes(event));
  if (missing.length > 0) addHooks(edit, missing);

  const env = at(edit.tree, 'env');
  const cap = propertyOf(env, BLOCK_CAP) === undefined;
  if (cap && env) edit.addFirst(env, () => CAP_LINE);
  else if (cap) edit.addFirst(edit.tree, () => `"env": { ${CAP_LINE} }`);
  return { text: edit.text, changes: edit.changes, traces: { hollow, cap } };
}

/** The same settings without them. Where nothing is known of how they came in, the way they are written tells. */
export function withoutOurHooks(text: string, known?: InstalledParts): EditedSettings {
  const edit = new JsonEditing(text);
  const { hollow, cap } = known ?? tracesIn(text, edit.tree);
  // The last one in is the first one out: what a line begins with must be what it was when we added to it.
  const variable = propertyOf(at(edit.tree, 'env'), BLOCK_CAP);
  if (cap && variable && contentOf(variable)?.value === BLOCK_CAP_VALUE) takeOut(edit, variable, hollow);
  for (const { event } of OUR_EVENTS.toReversed())
    for (let [spot] = installedFor(edit.tree, event); spot; [spot] = installedFor(edit.tree, event))
      takeOut(edit, membersOf(spot.hooks).length > 1 ? spot.hook : spot.group, hollow);
  return { text: edit.text, changes: edit.changes };
}

/** With a member goes what has nothing else in it, not even a comment, unless that is how it was. */
function takeOut(edit: JsonEditing, member: Node, hollow: string[]): void {
  let out = member;
  for (let property = propertyAround(out); property; property = propertyAround(out)) {
    if (hollow.includes(nameOf(property)) || !isAlone(edit.text, out)) break;
    out = property;
  }
  edit.remove(out.parent as Node, out);
}

/** The property whose value this is a member of. */
const propertyAround = (member: Node): Node | undefined => member.parent?.parent;

/** Each goes to the front: where `hooks` was there, the later event comes first. `tracesIn` relies on it. */
function addHooks(edit: JsonEditing, entries: HookEntry[]): void {
  if (!at(edit.tree, 'hooks')) edit.addFirst(edit.tree, (layout) => `"hooks": ${hooksOf(entries, layout)}`);
  else
    for (const { event, entry } of entries) {
      const groups = at(edit.tree, 'hooks', event);
      if (groups) edit.addFirst(groups, () => oneLine(entry));
      else edit.addFirst(at(edit.tree, 'hooks') as Node, () => lineOf({ event, entry }));
    }
}

function hooksOf(entries: HookEntry[], { indent, unit, eol }: Layout): string {
  if (indent === undefined) return `{ ${entries.map(lineOf).join(', ')} }`;
  return `{${eol}${entries.map((entry) => indent + unit + lineOf(entry)).join(`,${eol}`)}${eol}${indent}}`;
}

const lineOf = ({ event, entry }: HookEntry) => `${JSON.stringify(event)}: ${oneLine([entry])}`;

/** A hook of ours that names another program or another time than now gets that put right and nothing else. */
function correct(edit: JsonEditing, { event, entry }: HookEntry): void {
  const [ours] = entry.hooks as { command: string; timeout: number }[];
  for (const i of installedFor(edit.tree, event).keys()) {
    const hook = () => installedFor(edit.tree, event)[i]?.hook;
    const command = at(hook(), 'command');
    if (ours && command && command.value !== ours.command && isPlain(command.value)) edit.set(command, ours.command);
    const timeout = at(hook(), 'timeout');
    if (ours && timeout && timeout.value !== ours.timeout) edit.set(timeout, ours.timeout);
    if (ours && !timeout) edit.addFirst(hook() as Node, () => `"timeout": ${ours.timeout}`);
  }
}

/** One program and our word. Anything more (a variable, a wrapper) was somebody's purpose. */
const isPlain = (command: string) =>
  /^(?:'(?:[^']|'\\'')*'|"[^"$`\\]*"|[^\s'"$`\\;&|<>()=]+) supervisor-hook$/.test(command);

/**
 * What was hollow, told by the way we write: our entry has a line of its own in a list of the user's, and none in a list
 * that came with it; in `hooks` of the user's the later event comes first.
 */
function tracesIn(text: string, tree: Node): InstalledParts {
  const events = OUR_EVENTS.map(({ event }) => event);
  const order = membersOf(at(tree, 'hooks')).map(nameOf);
  const hollow = order.join() === events.toReversed().join() ? ['hooks'] : [];
  for (const event of events) {
    const [group] = membersOf(at(tree, 'hooks', event));
    if (group && startsItsLine(text, group) && textOf(text, group) === oneLine(getNodeValue(group))) hollow.push(event);
  }
  const variable = propertyOf(at(tree, 'env'), BLOCK_CAP);
  if (variable && startsItsLine(text, variable)) hollow.push('env');
  return { hollow, cap: events.some((event) => installedFor(tree, event).length > 0) };
}
