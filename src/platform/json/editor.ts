import { createScanner, type JSONPath, type Node, visit } from 'jsonc-parser/lib/esm/main.js';
import { contentOf, endOf, firstJsonError, membersOf, nameOf, startsLine, treeOf } from './tree.ts';

/** One change to a text: what was removed at an offset, and what was inserted there. */
export interface TextChange {
  at: number;
  removed: string;
  inserted: string;
}

/** Where a new first member goes: on a line of its own with this indentation, or on the line of the bracket. */
export interface Layout extends Style {
  indent: string | undefined;
}

interface Style {
  /** One level of indentation. */
  unit: string;
  eol: string;
}

export const applyChange = (text: string, { at, removed, inserted }: TextChange): string =>
  text.slice(0, at) + inserted + text.slice(at + removed.length);

/**
 * Changes JSON with comments step by step; everything else, comments included, stays byte for byte. `remove` restores
 * exactly what was there before `addFirst`. (The parser's own `modify` loses comments beside what it removes, moves
 * those beside what it adds, and reformats the neighbours.)
 */
export class JsonEditor {
  readonly changes: TextChange[] = [];
  /** Of the current text: nodes from before a change are out of date after it. */
  tree: Node;

  constructor(public text: string) {
    this.tree = treeOf(text);
  }

  addFirst(container: Node, written: (layout: Layout) => string): void {
    this.apply(insertionOfFirst(this.text, container, styleOf(this.text, this.tree), written));
  }

  addLast(container: Node, key: string | number, value: unknown): void {
    this.apply(insertionOfLast(this.text, container, key, value, styleOf(this.text, this.tree)));
  }

  /** With its comma and its line. */
  remove(member: Node): void {
    this.apply(removal(this.text, member));
  }

  replace(node: Node, value: unknown): void {
    const written = rendered(value, indentAt(this.text, node.offset), styleOf(this.text, this.tree));
    this.apply(cut(this.text, node.offset, endOf(node), written));
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
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const editor = new JsonEditor(body.trim() === '' ? '{}\n' : body);
  setIn(editor, path, value);
  return mark + editor.text;
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

/** All that is added is one piece, after the opening bracket and the comment beside it. */
function insertionOfFirst(
  text: string,
  container: Node,
  style: Style,
  written: (layout: Layout) => string,
): TextChange {
  const at = afterCommentBeside(text, container.offset + 1);
  if (membersOf(container).length === 0) {
    const outer = indentAt(text, container.offset);
    const indent = outer + style.unit;
    return cut(text, at, at, `${style.eol}${indent}${written({ ...style, indent })}${style.eol}${outer}`);
  }
  const space = matchAt(/[ \t\r\n]*/y, text, at);
  const [lead = space, indent] = /(?:\r\n|\r|\n)([ \t]*)$/.exec(space) ?? [];
  return cut(text, at, at, `${lead}${written({ ...style, indent })},`);
}

/** A comment on the bracket's own line is about what the bracket opens, not about the first member. */
const afterCommentBeside = (text: string, at: number): number =>
  at + matchAt(/(?:[ \t]*\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*|(?=[ \t]*[\r\n]))/y, text, at).length;

function insertionOfLast(text: string, into: Node, key: string | number, value: unknown, style: Style): TextChange {
  const last = membersOf(into).at(-1);
  const close = endOf(into) - 1;
  const indent =
    last && startsLine(text, last) ? indentAt(text, last.offset) : indentAt(text, into.offset) + style.unit;
  const name = into.type === 'object' ? `${JSON.stringify(String(key))}: ` : '';
  const item = name + rendered(value, indent, style);
  if (last === undefined) {
    const from = into.offset + 1 + text.slice(into.offset + 1, close).trimEnd().length;
    const space = text.slice(from, close);
    const tail = space.includes('\n') ? space : style.eol + indentAt(text, into.offset);
    return cut(text, from, close, style.eol + indent + item + tail);
  }
  const comma = commaAfter(text, last);
  const after = comma === undefined ? endOf(last) : comma + 1;
  const onNewLine = text.slice(into.offset, close).includes('\n') || (typeof value === 'object' && value !== null);
  const to = onNewLine ? afterCommentsOnLine(text, after) : after;
  const space = onNewLine ? style.eol + indent : ' ';
  const comments = text.slice(after, to);
  return cut(text, after, to, comma === undefined ? `,${comments}${space}${item}` : `${comments}${space}${item},`);
}

/** Comments on the same line are about what is before them. */
function afterCommentsOnLine(text: string, from: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (let end = from; ; ) {
    const token = scanner.scan();
    if (token === LINE_COMMENT || token === BLOCK_COMMENT) end = scanner.getTokenOffset() + scanner.getTokenLength();
    else if (token !== SPACE) return end;
  }
}

function removal(text: string, member: Node): TextChange {
  const container = member.parent as Node;
  const members = membersOf(container);
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const comma = commaAfter(text, member);
  if (members.length === 1) {
    const whole = comma === undefined ? addedToEmpty(text, container, member) : undefined;
    if (whole) return whole;
    const rest = text.slice(endOf(member), close);
    if (isBlank(text.slice(open, member.offset)) && /^\s*,?\s*$/.test(rest)) return cut(text, open, close, '');
  }
  const previous = members[members.indexOf(member) - 1];
  const commaBefore = previous && commaAfter(text, previous);
  const withComma = comma !== undefined && isBlank(text.slice(endOf(member), comma));
  const gap = commaBefore === undefined ? open : commaBefore + 1;
  const { from, to } = extent(text, member, withComma ? comma + 1 : endOf(member), gap);
  if (comma !== undefined && !withComma) return cut(text, from, comma + 1, text.slice(to, comma));
  if (comma === undefined && commaBefore !== undefined)
    return cut(text, commaBefore, to, text.slice(commaBefore + 1, from));
  return cut(text, from, to, '');
}

/** The inverse of a first member added to an empty container. */
function addedToEmpty(text: string, container: Node, member: Node): TextChange | undefined {
  const before = lineBreakBefore(text, member.offset);
  const after = matchAt(/(?:\r\n|\r|\n)[ \t]*/y, text, endOf(member));
  const outer = indentAt(text, container.offset);
  const lineBreak = /^[\r\n]+/.exec(after)?.[0];
  if (lineBreak === undefined || !/[\r\n]/.test(before) || !after.startsWith(lineBreak + outer)) return undefined;
  const from = member.offset - before.length;
  const to = endOf(member) + lineBreak.length + outer.length;
  // What comes next must not become part of a `// …` on the line before.
  return /[\r\n]/.test(text[to] ?? '\n') || !endsLineComment(text, from) ? cut(text, from, to, '') : undefined;
}

/** What goes with a member that ends at `to`: its line if it has one of its own, else the space on one side of it. */
function extent(text: string, member: Node, to: number, gap: number): { from: number; to: number } {
  const { offset } = member;
  const ownLine = startsLine(text, member);
  const before = offset - lineBreakBefore(text, offset).length;
  const restOfLine = matchAt(/[^\r\n]*/y, text, to);
  const lineEnd = to + restOfLine.length;
  if (ownLine && isBlank(restOfLine) && lineEnd < text.length)
    // Space after a `// …` would become part of it.
    return { from: before, to: endsLineComment(text, before) ? lineEnd : to };
  if (/^\s*(?:[}\]]|$)/.test(restOfLine)) {
    if (isBlank(text.slice(gap, offset))) return { from: gap, to };
    return { from: ownLine ? offset : before, to };
  }
  return { from: offset, to: to + matchAt(/[ \t]*/y, text, to).length };
}

function endsLineComment(text: string, at: number): boolean {
  let found = false;
  visit(text, {
    onComment: (offset, length) => {
      found ||= offset + length === at && text.startsWith('//', offset);
    },
  });
  return found;
}

function commaAfter(text: string, node: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(node));
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

// The parser's SyntaxKind is a const enum, which a file compiled by itself cannot import.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE = 15;

/** As the file is written already; two spaces where nothing shows. */
function styleOf(text: string, root: Node): Style {
  const [first] = membersOf(root);
  const unit = first && startsLine(text, first) ? indentAt(text, first.offset) : '';
  return { unit: unit === '' || unit.length > 8 ? '  ' : unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const rendered = (value: unknown, indent: string, { unit, eol }: Style) =>
  JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);

/** `{ "a": [1, 2] }` */
export function jsonOnOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOnOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${jsonOnOneLine(inner)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

const cut = (text: string, from: number, to: number, inserted: string): TextChange => ({
  at: from,
  removed: text.slice(from, to),
  inserted,
});

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}

const isBlank = (text: string) => text.trim() === '';

/** The white space before a place, and the line break before that. */
const lineBreakBefore = (text: string, at: number): string =>
  /(?:\r\n|\r|\n)?[ \t]*$/.exec(text.slice(0, at))?.[0] ?? '';

/** The white space that the line of this place begins with. */
const indentAt = (text: string, at: number): string =>
  /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at))?.[1] ?? '';
