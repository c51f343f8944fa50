import type { JSONPath, Node } from 'jsonc-parser/lib/esm/main.js';

type Parser = typeof import('jsonc-parser/lib/esm/main.js');

interface Edit {
  from: number;
  to: number;
  text: string;
}

/** How a file is laid out. */
interface Style {
  unit: string;
  eol: string;
}

/**
 * Sets one value in a JSON text with comments (undefined removes it); everything else, every comment included, stays
 * byte for byte. The text must have been parsed before: this does not look for mistakes. (The parser's own `modify`
 * loses comments beside what it removes, moves those beside what it adds, and reformats the neighbours.)
 */
export async function withValue(text: string, path: JSONPath, value: unknown): Promise<string> {
  const parser = await import('jsonc-parser/lib/esm/main.js');
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const source = body.trim() === '' ? '{}\n' : body;
  const fromTheEnd = editsFor(source, path, value, parser).sort((a, b) => b.from - a.from);
  return mark + fromTheEnd.reduce((out, edit) => out.slice(0, edit.from) + edit.text + out.slice(edit.to), source);
}

function editsFor(text: string, path: JSONPath, value: unknown, parser: Parser): Edit[] {
  const root = parser.parseTree(text, [], { allowTrailingComma: true });
  if (!root) throw new Error('not JSON');
  let at = root;
  for (const [depth, key] of path.entries()) {
    const item = itemOf(at, key);
    if (item === undefined) {
      if (value === undefined) return [];
      const nested = path
        .slice(depth + 1)
        .reduceRight((inner, name) => (typeof name === 'number' ? [inner] : { [name]: inner }), value);
      return insertion(text, at, key, nested, styleOf(text, root), parser);
    }
    if (value === undefined && depth === path.length - 1) return removal(text, at, item, parser);
    at = item.type === 'property' ? (item.children?.[1] as Node) : item;
  }
  return [{ from: at.offset, to: endOf(at), text: rendered(value, indentAt(text, at.offset), styleOf(text, root)) }];
}

/** The last of several with one name: the one that readers of JSON use. */
function itemOf(container: Node, key: string | number): Node | undefined {
  const items = container.children ?? [];
  if (container.type === 'array') return items[key as number];
  if (container.type !== 'object') throw new Error(`${container.type} where an object was expected`);
  return items.findLast((item) => item.children?.[0]?.value === String(key));
}

function insertion(text: string, into: Node, key: string | number, value: unknown, style: Style, parser: Parser) {
  const last = into.children?.at(-1);
  const close = endOf(into) - 1;
  const ownLine = last !== undefined && startsLine(text, last.offset);
  const indent = ownLine ? indentAt(text, last.offset) : indentAt(text, into.offset) + style.unit;
  const name = into.type === 'object' ? `${JSON.stringify(String(key))}: ` : '';
  const item = name + rendered(value, indent, style);

  if (last === undefined) {
    const from = into.offset + 1 + text.slice(into.offset + 1, close).trimEnd().length;
    const space = text.slice(from, close);
    const tail = space.includes('\n') ? space : style.eol + indentAt(text, into.offset);
    return [{ from, to: close, text: style.eol + indent + item + tail }];
  }
  const comma = commaAfter(text, last, parser);
  const after = comma === undefined ? endOf(last) : comma + 1;
  const onNewLine = text.slice(into.offset, close).includes('\n') || (typeof value === 'object' && value !== null);
  const from = onNewLine ? behindLineComments(text, after, parser) : after;
  const edit = {
    from,
    to: from,
    text: `${onNewLine ? style.eol + indent : ' '}${item}${comma === undefined ? '' : ','}`,
  };
  // In this order: where both are at one place, what is applied last comes first in the text.
  return comma === undefined ? [edit, { from: after, to: after, text: ',' }] : [edit];
}

function removal(text: string, container: Node, item: Node, parser: Parser): Edit[] {
  const items = container.children ?? [];
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const comma = commaAfter(text, item, parser);
  const before = items[items.indexOf(item) - 1];
  const commaBefore = before && commaAfter(text, before, parser);
  const withComma = comma !== undefined && isBlank(text.slice(endOf(item), comma));
  const end = withComma ? comma + 1 : endOf(item);
  const gap = commaBefore === undefined ? open : commaBefore + 1;
  if (items.length === 1 && isBlank(text.slice(open, item.offset) + text.slice(end, close)))
    return [{ from: open, to: close, text: '' }];

  const edits = [{ ...extent(text, item.offset, end, gap), text: '' }];
  if (comma !== undefined && !withComma) edits.push({ from: comma, to: comma + 1, text: '' });
  if (comma === undefined && commaBefore !== undefined)
    edits.push({ from: commaBefore, to: commaBefore + 1, text: '' });
  return edits;
}

/** What goes when `from`–`to` goes: its whole line where it has one, else the white space on one side of it. */
function extent(text: string, from: number, to: number, gap: number): { from: number; to: number } {
  const restOfLine = /[^\n]*\n?/y.exec(text.slice(to))?.[0] ?? '';
  if (startsLine(text, from) && isBlank(restOfLine) && restOfLine.endsWith('\n'))
    return { from: lineStart(text, from), to: to + restOfLine.length };
  if (/^\s*(?:[}\]]|$)/.test(restOfLine)) return { from: isBlank(text.slice(gap, from)) ? gap : from, to };
  return { from, to: to + (/^[ \t]*/.exec(restOfLine)?.[0].length ?? 0) };
}

function commaAfter(text: string, node: Node, { createScanner }: Parser): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(node));
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

/** Behind the comments that stand on the same line: they are about what is before them. */
function behindLineComments(text: string, from: number, { createScanner }: Parser): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (let end = from; ; ) {
    const token = scanner.scan();
    if (token === LINE_COMMENT || token === BLOCK_COMMENT) end = scanner.getTokenOffset() + scanner.getTokenLength();
    else if (token !== SPACE) return end;
  }
}

// The parser's SyntaxKind is a const enum, which a file compiled by itself cannot import.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE = 15;

/** As the file is written already; two spaces where nothing shows. */
function styleOf(text: string, root: Node): Style {
  const first = root.children?.[0];
  const unit = first && startsLine(text, first.offset) ? indentAt(text, first.offset) : '';
  return { unit: unit === '' || unit.length > 8 ? '  ' : unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const rendered = (value: unknown, indent: string, { unit, eol }: Style) =>
  JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);

const endOf = (node: Node) => node.offset + node.length;
const isBlank = (text: string) => text.trim() === '';
const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;
const indentAt = (text: string, offset: number) => /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
const startsLine = (text: string, offset: number) =>
  lineStart(text, offset) > 0 && isBlank(text.slice(lineStart(text, offset), offset));
