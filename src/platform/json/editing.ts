import type { Node } from 'jsonc-parser/lib/esm/main.js';
import { applied, type Layout, type TextChange, withFirstMember, withoutMember, withScalar } from './text.ts';
import { firstJsonError, treeOf } from './tree.ts';

/** A text that is changed step by step. After each step it is read anew, so that no place is out of date. */
export class JsonEditing {
  readonly changes: TextChange[] = [];
  tree: Node;

  constructor(public text: string) {
    this.tree = treeOf(text);
  }

  addFirst(container: Node, written: (layout: Layout) => string): void {
    this.apply(withFirstMember(this.text, container, written));
  }

  remove(container: Node, member: Node): void {
    this.apply(withoutMember(this.text, container, member));
  }

  set(node: Node, value: string | number): void {
    this.apply(withScalar(this.text, node, value));
  }

  private apply(change: TextChange): void {
    const next = applied(this.text, change);
    if (firstJsonError(next, { strict: false }))
      throw new Error('an edit would have damaged the file; nothing was changed');
    this.changes.push(change);
    this.text = next;
    this.tree = treeOf(next);
  }
}
