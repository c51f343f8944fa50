/** A glob, taken apart. */
export type GlobSegment =
  | { kind: 'char'; char: string }
  /** `?`: one character, no slash. */
  | { kind: 'one' }
  /** `[a-z]`, `[!a-z]`: never a slash. */
  | { kind: 'set'; not: boolean; ranges: [from: string, to: string][] }
  /** `*`: any number of them. */
  | { kind: 'some' }
  /** A `**` with a slash after it: any number of folders, none included. */
  | { kind: 'folders' }
  /** A slash and a `**` at the end: everything below. */
  | { kind: 'below' }
  /** A `**` that stands alone. */
  | { kind: 'all' }
  | { kind: 'either'; branches: GlobSegment[][] };

/** Nobody nests braces so deep; past it they are ordinary characters. */
const MAX_NESTING = 50;

const OR_BELOW: GlobSegment = { kind: 'either', branches: [[], [{ kind: 'below' }]] };
const REPEATED = /(?<=^|\/)\*\*\/(?=\*\*(?:\/|$))/g;

export function parseGlob(pattern: string): GlobSegment[] {
  const text = [
    ...pattern
      .replace(/^(?:\.?\/+)+/, '')
      .replace(/\/+$/, '')
      .replaceAll(REPEATED, ''),
  ];
  const { parts } = parse(text, 0, { braces: bracesOf(text), inside: false, fresh: true, before: undefined });
  return text.length === 0 || pattern === '.' ? [{ kind: 'all' }] : parts;
}

interface Context {
  /** Where a brace opens that closes again, with a comma in it; and where it closes. */
  braces: ReadonlyMap<number, number>;
  inside: boolean;
  /** What comes after the brace that we are inside of. */
  before: string | undefined;
  /** At the start of a file's or folder's name. */
  fresh: boolean;
}

function parse(text: string[], start: number, context: Context): { parts: GlobSegment[]; end: number } {
  const { braces, inside, before } = context;
  let { fresh } = context;
  const parts: GlobSegment[] = [];
  const ends = (at: number) => at >= text.length || (inside && (text[at] === ',' || text[at] === '}'));
  let at = start;
  while (!ends(at)) {
    const char = text[at] as string;
    const stars = runOfStars(text, char === '/' ? at + 1 : at);
    if (char === '\\' && at + 1 < text.length) {
      parts.push({ kind: 'char', char: text[at + 1] as string });
      at += 2;
    } else if (char === '/' && stars > 1 && ends(at + 1 + stars)) {
      parts.push(before === '/' ? OR_BELOW : { kind: 'below' });
      at += 1 + stars;
    } else if (fresh && stars > 1 && text[at + stars] === '/') {
      parts.push({ kind: 'folders' });
      at += stars + 1;
      continue;
    } else if (stars > 0 && char === '*') {
      parts.push({ kind: fresh && stars > 1 && ends(at + stars) ? 'all' : 'some' });
      at += stars;
    } else if (char === '?') {
      parts.push({ kind: 'one' });
      at++;
    } else if (char === '[' && classEnd(text, at) > 0) {
      const end = classEnd(text, at);
      parts.push(setOf(text.slice(at + 1, end)));
      at = end + 1;
    } else if (braces.has(at)) {
      const branches: GlobSegment[][] = [];
      const after = (braces.get(at) as number) + 1;
      const inner = { braces, inside: true, fresh, before: ends(after) ? before : text[after] };
      do {
        const branch = parse(text, at + 1, inner);
        branches.push(branch.parts);
        at = branch.end;
      } while (text[at] === ',');
      parts.push({ kind: 'either', branches });
      at++;
    } else {
      parts.push({ kind: 'char', char });
      at++;
    }
    fresh = char === '/';
  }
  return { parts, end: at };
}

function runOfStars(text: string[], at: number): number {
  let end = at;
  while (text[end] === '*') end++;
  return end - at;
}

/** A bracket right after the first one is one of the characters. 0: it is never closed. */
function classEnd(text: string[], open: number): number {
  let at = open + 1;
  if (text[at] === '!' || text[at] === '^') at++;
  if (text[at] === ']') at++;
  for (; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ']') return at;
  }
  return 0;
}

function setOf(inner: string[]): GlobSegment {
  const not = inner[0] === '!' || inner[0] === '^';
  const chars = inner.slice(not ? 1 : 0);
  const ranges: [string, string][] = [];
  const take = (at: number) => (chars[at] === '\\' && at + 1 < chars.length ? at + 1 : at);
  for (let at = 0; at < chars.length; at++) {
    at = take(at);
    const from = chars[at] as string;
    if (chars[at + 1] === '-' && at + 2 < chars.length) {
      at = take(at + 2);
      ranges.push([from, chars[at] as string]);
    } else ranges.push([from, from]);
  }
  return { kind: 'set', not, ranges };
}

/** In one pass, so that a row of open braces costs no more than it is long. */
function bracesOf(text: string[]): Map<number, number> {
  const found = new Map<number, number>();
  const open: { at: number; comma: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '[') at = classEnd(text, at) || at;
    else if (char === '{') open.push({ at, comma: false });
    else if (char === ',' && open.length > 0) (open.at(-1) as { comma: boolean }).comma = true;
    else if (char === '}') {
      const opened = open.pop();
      if (opened?.comma && open.length < MAX_NESTING) found.set(opened.at, at);
    }
  }
  return found;
}
