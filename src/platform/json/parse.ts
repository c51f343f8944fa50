import type { Node, ParseError, ParseOptions } from 'jsonc-parser/lib/esm/main.js';

/** A position in a text, counted from one. */
export interface Position {
  line: number;
  column: number;
}

/**
 * What is wrong with a text, by jsonc-parser's own names; `ObjectExpected` for a value that is not an object; `TooDeep`
 * for one that is nested so deeply that reading it would overflow the stack.
 */
export type JsonErrorCode =
  | 'InvalidSymbol'
  | 'InvalidNumberFormat'
  | 'PropertyNameExpected'
  | 'ValueExpected'
  | 'ColonExpected'
  | 'CommaExpected'
  | 'CloseBraceExpected'
  | 'CloseBracketExpected'
  | 'EndOfFileExpected'
  | 'InvalidCommentToken'
  | 'UnexpectedEndOfComment'
  | 'UnexpectedEndOfString'
  | 'UnexpectedEndOfNumber'
  | 'InvalidUnicode'
  | 'InvalidEscapeCharacter'
  | 'InvalidCharacter'
  | 'ObjectExpected'
  | 'TooDeep';

export interface JsonError extends Position {
  code: JsonErrorCode;
}

export type ParseResult = { value: unknown; error?: undefined } | { error: JsonError };

/** JSON with comments and trailing commas. Plain JSON, the usual case, does not load the parser. */
export const parseJsonc = (source: string): Promise<ParseResult> => parse(source, { allowTrailingComma: true });

/** As Claude Code reads its own settings: with a comment or a trailing comma it loads nothing of the file. */
export const parseStrict = (source: string): Promise<ParseResult> => parse(source, { disallowComments: true });

async function parse(source: string, options: ParseOptions): Promise<ParseResult> {
  const text = withoutByteOrderMark(source);
  if (isTooDeep(text)) return { error: { code: 'TooDeep', line: 1, column: 1 } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    const jsonc = await parser();
    const errors: ParseError[] = [];
    const value = jsonc.parse(text, errors, options);
    const [first] = errors;
    if (first) return { error: jsonErrorAt(text, first, jsonc) };
    // The parser may forgive what `JSON.parse` has not.
    return options.disallowComments ? { error: { code: 'InvalidSymbol', line: 1, column: 1 } } : { value };
  }
}

export const jsonErrorAt = (
  text: string,
  { error, offset }: ParseError,
  { printParseErrorCode }: Pick<typeof import('jsonc-parser/lib/esm/main.js'), 'printParseErrorCode'>,
): JsonError => ({ code: printParseErrorCode(error) as JsonErrorCode, ...positionAt(text, offset) });

/** The positions of the values at these paths; undefined for a missing value. */
export async function positionsOf(source: string, paths: (string | number)[][]): Promise<(Position | undefined)[]> {
  const text = withoutByteOrderMark(source);
  if (isTooDeep(text)) return paths.map(() => undefined);
  const { parseTree, findNodeAtLocation } = await parser();
  const tree = parseTree(text);
  return paths.map((path) => {
    const node = tree && findNodeAtLocation(tree, path);
    return node && positionAt(text, node.offset);
  });
}

/**
 * The keys that an object of this text has more than once, each with the place of the last one. `value` is what was read
 * from it. Only if it has fewer keys than the text is the text looked at closely, which takes a parser.
 */
export async function duplicateKeys(
  source: string,
  value: unknown,
): Promise<({ path: (string | number)[] } & Position)[]> {
  const text = withoutByteOrderMark(source);
  // A comment may hold more of them.
  const written = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/gs)?.length ?? 0;
  if (written === keyCount(value)) return [];
  const { parseTree, getNodePath } = await parser();
  const found: ({ path: (string | number)[] } & Position)[] = [];
  const visit = (node: Node) => {
    const names = node.type === 'object' ? (node.children ?? []).map((property) => property.children?.[0]) : [];
    for (const [i, name] of names.entries()) {
      const isLast = !names.slice(i + 1).some((later) => later?.value === name?.value);
      const isFirst = names.findIndex((other) => other?.value === name?.value) === i;
      if (name && isLast && !isFirst)
        found.push({ path: [...getNodePath(node), name.value], ...positionAt(text, name.offset) });
    }
    node.children?.forEach(visit);
  };
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree) visit(tree);
  return found;
}

const keyCount = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  return values.reduce((sum: number, each) => sum + keyCount(each), Array.isArray(value) ? 0 : values.length);
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 500;

/**
 * A repository can contain such a file, and the parser of JSON with comments calls itself for every level. The hook's
 * input has a check of its own: `hook/protocol` imports nothing.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [found] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (found === '[' || found === '{') depth++;
    else if (found === ']' || found === '}') depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Some editors write one first; it belongs to the file, not to its text. */
const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/, '');

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const parser = () => import('jsonc-parser/lib/esm/main.js');
