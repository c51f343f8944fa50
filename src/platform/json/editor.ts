import type { JSONPath, Node } from 'jsonc-parser/lib/esm/main.js';
import {
  applyChange,
  insertFirst,
  insertLast,
  type Layout,
  removeMember,
  replaceValue,
  type TextChange,
} from './text-changes.ts';
import { contentOf, firstJsonError, membersOf, nameOf, treeOf } from './tree.ts';

/**
 * Changes JSON with comments step by step; everything else, comments included, stays byte for byte. `remove` restores
 * exactly what was there before `addFirst`. (The parser's own `modify` loses comments next to what it removes, moves
 * those next to what it adds, and reformats the neighbours.)
 */
export class JsonEditor {
  readonly changes: TextChange[] = [];
  /** Of the current text: nodes from before a change are out of date after it. */
  tree: Node;

  constructor(public text: string) {
    this.tree = treeOf(text);
  }

  addFirst(container: Node, written: (layout: Layout) => string): void {
    this.apply(insertFirst(this.text, this.tree, container, written));
  }

  addLast(container: Node, key: string | number, value: unknown): void {
    this.apply(insertLast(this.text, this.tree, container, key, value));
  }

  /** With its comma and its line. */
  remove(member: Node): void {
    this.apply(removeMember(this.text, member));
  }

  replace(node: Node, value: unknown): void {
    this.apply(replaceValue(this.text, this.tree, node, value));
  }

  private apply(change: TextChange): void {
    const next = applyChange(this.text, change);
    if (firstJsonError(next, { strict: false }))
      throw new Error('an edit would have damaged the file; nothing was changed');
    this.changes.push(change);
    this.text = next;
    this.tree = treeOf(next);
  }
}

/** Sets one value in a text without errors, or in an empty one; undefined removes it. */
export function setValue(text: string, path: JSONPath, value: unknown): string {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(byteOrderMark.length);
  const editor = new JsonEditor(body.trim() === '' ? '{}\n' : body);
  setIn(editor, path, value);
  return byteOrderMark + editor.text;
}

function setIn(editor: JsonEditor, path: JSONPath, value: unknown): void {
  let node = editor.tree;
  for (const [depth, key] of path.entries()) {
    const member = memberOf(node, key);
    if (member === undefined) {
      if (value !== undefined) editor.addLast(node, key, nested(path.slice(depth + 1), value));
      return;
    }
    if (value === undefined && depth === path.length - 1) {
      editor.remove(member);
      return;
    }
    node = member.type === 'property' ? (contentOf(member) as Node) : member;
  }
  editor.replace(node, value);
}

function memberOf(container: Node, key: string | number): Node | undefined {
  if (container.type === 'array') return membersOf(container)[key as number];
  if (container.type !== 'object') throw new Error(`${container.type} where an object was expected`);
  return membersOf(container).findLast((property) => nameOf(property) === String(key));
}

const nested = (path: JSONPath, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => (typeof name === 'number' ? [inner] : { [name]: inner }), value);
