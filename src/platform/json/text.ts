import { type Node, visit } from 'jsonc-parser/lib/esm/main.js';
import { membersOf } from './tree.ts';

/** One change to a text: what was taken out at a place, and what was put there. */
export interface TextChange {
  at: number;
  removed: string;
  inserted: string;
}

/** How what is added is to be laid out: on lines of its own, indented like this, or on the line of the bracket. */
export interface Layout {
  indent: string | undefined;
  unit: string;
  eol: string;
}

export const applied = (text: string, { at, removed, inserted }: TextChange): string =>
  text.slice(0, at) + inserted + text.slice(at + removed.length);

/**
 * Makes something the first member of an object or array. All that is added is one piece, behind the opening bracket and
 * the comment beside it, so that `withoutMember` can take it out again exactly.
 */
export function withFirstMember(text: string, container: Node, written: (layout: Layout) => string): TextChange {
  const { unit, eol } = styleOf(text);
  const at = afterCommentBeside(text, container.offset + 1);
  if (membersOf(container).length === 0) {
    const outer = indentAt(text, container.offset);
    const indent = outer + unit;
    return { at, removed: '', inserted: `${eol}${indent}${written({ indent, unit, eol })}${eol}${outer}` };
  }
  const space = matchAt(/[ \t\r\n]*/y, text, at) ?? '';
  const [lead = space, indent] = /(?:\r\n|\r|\n)([ \t]*)$/.exec(space) ?? [];
  return { at, removed: '', inserted: `${lead}${written({ indent, unit, eol })},` };
}

/** As the file is written already; two spaces where nothing shows. */
function styleOf(text: string): { unit: string; eol: string } {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { unit: indent.startsWith('\t') ? '\t' : indent.slice(0, 8), eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** Takes out a member with its comma and its line. Comments around it stay. */
export function withoutMember(text: string, container: Node, member: Node): TextChange {
  const end = endOf(member);
  const before = /(?:\r\n|\r|\n)?[ \t]*$/.exec(text.slice(0, member.offset))?.[0] ?? '';
  const lineStart = member.offset - before.length;
  // What would come to stand behind `// …` on its line would become part of that comment.
  const mayFollow = (at: number) => /[\r\n]/.test(text[at] ?? '\n') || !endsLineComment(text, lineStart);
  const startBefore = (at: number) => (mayFollow(at) ? lineStart : member.offset);

  const comma = commaAfter(text, end);
  if (comma !== undefined) {
    const between = text.slice(end, comma);
    return cut(text, startBefore(between ? end : comma + 1), comma + 1, between);
  }
  const siblings = membersOf(container);
  const previous = siblings[siblings.indexOf(member) - 1];
  if (previous) {
    const separator = commaAfter(text, endOf(previous)) as number;
    return cut(text, separator, end, text.slice(separator + 1, startBefore(end)));
  }
  const rest = /[\r\n]/.test(before) ? `(?:\\r\\n|\\r|\\n)${indentAt(text, container.offset)}` : '[ \\t]*';
  const after = end + (matchAt(new RegExp(rest, 'y'), text, end)?.length ?? 0);
  return mayFollow(after) ? cut(text, lineStart, after, '') : cut(text, startBefore(end), end, '');
}

export const withScalar = (text: string, node: Node, value: string | number): TextChange =>
  cut(text, node.offset, endOf(node), JSON.stringify(value));

/** `{ "a": [1, 2] }` */
export function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${oneLine(inner)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

export const textOf = (text: string, node: Node): string => text.slice(node.offset, endOf(node));

/** Nothing else between the brackets, not even a comment. */
export function isAlone(text: string, member: Node): boolean {
  const container = member.parent as Node;
  return /^.\s*,?\s*.$/s.test(
    text.slice(container.offset, member.offset) + text.slice(endOf(member), endOf(container)),
  );
}

export const startsItsLine = (text: string, node: Node): boolean => /[\r\n][ \t]*$/.test(text.slice(0, node.offset));

const endOf = (node: Node) => node.offset + node.length;

const cut = (text: string, from: number, to: number, inserted: string): TextChange => ({
  at: from,
  removed: text.slice(from, to),
  inserted,
});

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

/** A comment on the bracket's own line is about what the bracket opens, not about the first member. */
const afterCommentBeside = (text: string, at: number): number =>
  at +
  (matchAt(/(?:[ \t]*\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*|(?=[ \t]*[\r\n]))/y, text, at)?.length ?? 0);

function endsLineComment(text: string, at: number): boolean {
  let found = false;
  visit(text, {
    onComment: (offset, length) => {
      found ||= offset + length === at && text.startsWith('//', offset);
    },
  });
  return found;
}

/** Only white space and comments may stand in between; a comma inside a comment is none. */
function commaAfter(text: string, at: number): number | undefined {
  const upTo = matchAt(/(?:[ \t\r\n]|\/\/[^\r\n]*(?=[\r\n]|$)|\/\*(?:(?!\*\/)[\s\S])*\*\/)*,/y, text, at);
  return upTo === undefined ? undefined : at + upTo.length - 1;
}

/** The white space that the line of this place begins with. */
const indentAt = (text: string, at: number): string =>
  /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at))?.[1] ?? '';
