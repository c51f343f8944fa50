import { createScanner, type Node, visit } from 'jsonc-parser/lib/esm/main.js';
import { endOf, membersOf, startsLine } from './tree.ts';

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

/** Inserted after the opening bracket and the comment on its line. */
export function insertFirst(
  text: string,
  root: Node,
  container: Node,
  written: (layout: Layout) => string,
): TextChange {
  const style = styleOf(text, root);
  const at = afterCommentBeside(text, container.offset + 1);
  if (membersOf(container).length === 0) {
    const outer = indentAt(text, container.offset);
    const indent = outer + style.unit;
    return replaceRange(text, at, at, `${style.eol}${indent}${written({ ...style, indent })}${style.eol}${outer}`);
  }
  const space = matchAt(/[ \t\r\n]*/y, text, at);
  const [lead = space, indent] = /(?:\r\n|\r|\n)([ \t]*)$/.exec(space) ?? [];
  return replaceRange(text, at, at, `${lead}${written({ ...style, indent })},`);
}

/** A comment on the bracket's own line is about what the bracket opens, not about the first member. */
const afterCommentBeside = (text: string, at: number): number =>
  at + matchAt(/(?:[ \t]*\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*|(?=[ \t]*[\r\n]))/y, text, at).length;

export function insertLast(text: string, root: Node, into: Node, key: string | number, value: unknown): TextChange {
  const style = styleOf(text, root);
  const last = membersOf(into).at(-1);
  const close = endOf(into) - 1;
  const indent =
    last && startsLine(text, last) ? indentAt(text, last.offset) : indentAt(text, into.offset) + style.unit;
  const name = into.type === 'object' ? `${JSON.stringify(String(key))}: ` : '';
  const item = name + indentedJson(value, indent, style);
  if (last === undefined) {
    const from = into.offset + 1 + text.slice(into.offset + 1, close).trimEnd().length;
    const space = text.slice(from, close);
    const tail = space.includes('\n') ? space : style.eol + indentAt(text, into.offset);
    return replaceRange(text, from, close, style.eol + indent + item + tail);
  }
  const comma = commaAfter(text, last);
  const after = comma === undefined ? endOf(last) : comma + 1;
  const onNewLine = text.slice(into.offset, close).includes('\n') || (typeof value === 'object' && value !== null);
  const to = onNewLine ? afterCommentsOnLine(text, after) : after;
  const space = onNewLine ? style.eol + indent : ' ';
  const comments = text.slice(after, to);
  return replaceRange(
    text,
    after,
    to,
    comma === undefined ? `,${comments}${space}${item}` : `${comments}${space}${item},`,
  );
}

export const replaceValue = (text: string, root: Node, node: Node, value: unknown): TextChange =>
  replaceRange(text, node.offset, endOf(node), indentedJson(value, indentAt(text, node.offset), styleOf(text, root)));

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

/** With its comma and its line. */
export function removeMember(text: string, member: Node): TextChange {
  const container = member.parent as Node;
  const members = membersOf(container);
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const comma = commaAfter(text, member);
  if (members.length === 1) {
    const whole = comma === undefined ? undoInsertFirst(text, container, member) : undefined;
    if (whole) return whole;
    const rest = text.slice(endOf(member), close);
    if (isBlank(text.slice(open, member.offset)) && /^\s*,?\s*$/.test(rest)) return replaceRange(text, open, close, '');
  }
  const previous = members[members.indexOf(member) - 1];
  const commaBefore = previous && commaAfter(text, previous);
  const withComma = comma !== undefined && isBlank(text.slice(endOf(member), comma));
  const gap = commaBefore === undefined ? open : commaBefore + 1;
  const { from, to } = removedRange(text, member, withComma ? comma + 1 : endOf(member), gap);
  if (comma !== undefined && !withComma) return replaceRange(text, from, comma + 1, text.slice(to, comma));
  if (comma === undefined && commaBefore !== undefined)
    return replaceRange(text, commaBefore, to, text.slice(commaBefore + 1, from));
  return replaceRange(text, from, to, '');
}

/** Restores what was there before `insertFirst` into an empty container; undefined if the layout is another one. */
function undoInsertFirst(text: string, container: Node, member: Node): TextChange | undefined {
  const before = lineBreakBefore(text, member.offset);
  const after = matchAt(/(?:\r\n|\r|\n)[ \t]*/y, text, endOf(member));
  const outer = indentAt(text, container.offset);
  const lineBreak = /^[\r\n]+/.exec(after)?.[0];
  if (lineBreak === undefined || !/[\r\n]/.test(before) || !after.startsWith(lineBreak + outer)) return undefined;
  const from = member.offset - before.length;
  const to = endOf(member) + lineBreak.length + outer.length;
  // What comes next must not become part of a `// …` on the line before.
  return /[\r\n]/.test(text[to] ?? '\n') || !endsLineComment(text, from) ? replaceRange(text, from, to, '') : undefined;
}

/** The range to remove with a member that ends at `to`: its whole line if nothing else is on it, else the space on one side. */
function removedRange(text: string, member: Node, to: number, gap: number): { from: number; to: number } {
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

/** The style of the file; two spaces if it does not show any. */
function styleOf(text: string, root: Node): Style {
  const [first] = membersOf(root);
  const unit = first && startsLine(text, first) ? indentAt(text, first.offset) : '';
  return { unit: unit === '' || unit.length > 8 ? '  ' : unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const indentedJson = (value: unknown, indent: string, { unit, eol }: Style) =>
  JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);

/** `{ "a": [1, 2] }` */
export function jsonOnOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOnOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${jsonOnOneLine(inner)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

const replaceRange = (text: string, from: number, to: number, inserted: string): TextChange => ({
  at: from,
  removed: text.slice(from, to),
  inserted,
});

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}

const isBlank = (text: string) => text.trim() === '';

/** The white space before an offset, and the line break before that. */
const lineBreakBefore = (text: string, at: number): string =>
  /(?:\r\n|\r|\n)?[ \t]*$/.exec(text.slice(0, at))?.[0] ?? '';

/** The indentation of the line at an offset. */
const indentAt = (text: string, at: number): string =>
  /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at))?.[1] ?? '';
