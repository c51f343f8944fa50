import type { ParseError } from 'jsonc-parser/lib/esm/main.js';

/** Where something stands in a file, counted from one. */
export interface Place {
  line: number;
  column: number;
}

export type Parsed = { value: unknown; broken?: undefined } | { broken: string; at: Place };

/** JSON with comments and trailing commas. Plain JSON, the usual case, does not load the parser. */
export async function parseJsonc(source: string): Promise<Parsed> {
  const text = withoutMark(source);
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { parse, printParseErrorCode } = await parser();
    const errors: ParseError[] = [];
    const value = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    return first ? { broken: sentence(printParseErrorCode(first.error)), at: placeAt(text, first.offset) } : { value };
  }
}

/** As Claude Code reads its own settings: a comment or a trailing comma, and it loads nothing of the file. */
export async function parseStrict(source: string): Promise<Parsed> {
  const text = withoutMark(source);
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const { parse, printParseErrorCode } = await parser();
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const [first] = errors;
    if (first) return { broken: sentence(printParseErrorCode(first.error)), at: placeAt(text, first.offset) };
    return { broken: (error as Error).message, at: { line: 1, column: 1 } };
  }
}

/** `CloseBraceExpected` → `close brace expected` */
export const sentence = (code: string) => code.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** Where the values of these keys (`a.b.c`, or the names one by one) stand. */
export async function placesOf(source: string, keys: (string | (string | number)[])[]): Promise<(Place | undefined)[]> {
  const text = withoutMark(source);
  const { parseTree, findNodeAtLocation } = await parser();
  const tree = parseTree(text);
  return keys.map((key) => {
    // A key may have dots of its own.
    const paths = typeof key === 'string' ? [[key], key.split('.').filter(Boolean).map(step)] : [key];
    const node = tree && paths.map((path) => findNodeAtLocation(tree, path)).find((found) => found !== undefined);
    return node && placeAt(text, node.offset);
  });
}

/** In a list, the number of the place. */
const step = (name: string) => (/^\d+$/.test(name) ? Number(name) : name);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some editors put a byte order mark first; it belongs to the file, not to its text. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const parser = () => import('jsonc-parser/lib/esm/main.js');
