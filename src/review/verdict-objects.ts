/** The key of a verdict. */
export const KEY = 'allow_stop';

/** Says that the task cannot be done as asked. It stands beside `allow_stop: true`, or alone. */
const IMPOSSIBLE = 'impossible';

/** One verdict in valid JSON: an `allow_stop`, or an `impossible: true`. */
export interface Flag {
  /** Undefined: neither true nor false, as in `null` or `"maybe"`. */
  allow: boolean | undefined;
  isImpossible: boolean;
  /** How deep its object is nested. */
  depth: number;
  /** Where its object begins and ends in the text. */
  start: number;
  end: number;
}

export interface VerdictObjects {
  flags: Flag[];
  /** The text without the feedback of these verdicts, which may quote anything. */
  rest: string;
  /** The valid objects with a flag, each with everything that it is nested in. */
  outermost: Range[];
  /** False if the text was too long, or had too many braces, to be read to its end. */
  isComplete: boolean;
}

/** Characters read in total, so that no text can keep the hook busy. A normal answer takes a few thousand. */
export const MAX_SCANNED = 1_000_000;

/**
 * Every flag in the valid JSON objects of a text, at any depth, duplicate keys included. An object inside a string is a
 * quotation and has none.
 */
export function verdictObjects(text: string): VerdictObjects {
  const flags: Flag[] = [];
  const feedback: Range[] = [];
  const outermost: Range[] = [];
  let scanned = 0;
  for (let opening = text.indexOf('{'); opening >= 0; ) {
    const closing = matchingBrace(text, opening);
    scanned += closing - opening;
    if (scanned > MAX_SCANNED) return { flags, rest: without(text, feedback), outermost, isComplete: false };
    if (!isJson(text.slice(opening, closing))) {
      opening = text.indexOf('{', opening + 1);
      continue;
    }
    const found = flagsIn(text, opening, closing);
    flags.push(...found.flags);
    feedback.push(...found.feedback);
    if (found.flags.length > 0) outermost.push([opening, closing]);
    opening = text.indexOf('{', closing);
  }
  return { flags, rest: without(text, feedback), outermost, isComplete: true };
}

/** The end of the object that begins at `start`; the end of the text if it is never closed. */
export function matchingBrace(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}

export type Range = [start: number, end: number];

/** An object or a list that has been opened and not closed. */
interface Open {
  start: number;
  isObject: boolean;
  /** The key whose value comes next; undefined in a list, and where a key comes next. */
  key: string | undefined;
  valueStart: number;
  flags: Flag[];
  feedback: Range[];
  isImpossible: boolean;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * Reads tokens and not the parsed value: that has only the last of two equal keys. Without recursion, because nesting
 * has no limit.
 */
function flagsIn(text: string, start: number, end: number): { flags: Flag[]; feedback: Range[] } {
  const flags: Flag[] = [];
  const feedback: Range[] = [];
  const open: Open[] = [];
  const valueEnded = (parent: Open | undefined, valueEnd: number) => {
    if (parent?.key === 'feedback') parent.feedback.push([parent.valueStart, valueEnd]);
    if (parent) parent.key = undefined;
  };
  /** Anything but a plain yes or no may mean either: then it is none, and beside an approval a contradiction. */
  const noteImpossible = (parent: Open, value: unknown) => {
    if (flagValue(value) === true) parent.isImpossible = true;
    else if (flagValue(value) !== false && value !== null)
      parent.flags.push({ allow: undefined, isImpossible: false, depth: open.length, start: parent.start, end });
  };
  const flag = (parent: Open | undefined, value: unknown) => {
    if (parent?.key?.toLowerCase() === IMPOSSIBLE) noteImpossible(parent, value);
    if (parent?.key !== KEY) return;
    parent.flags.push({
      ...{ allow: flagValue(value), isImpossible: false },
      ...{ depth: open.length, start: parent.start, end },
    });
  };
  for (const { 0: token, index } of text.slice(start, end).matchAll(TOKEN)) {
    const at = start + index;
    const parent = open.at(-1);
    if (token === ':' || token === ',') continue;
    if (token === '}' || token === ']') {
      const closed = open.pop();
      const own = closed ? withImpossible(closed, open.length + 1) : [];
      flags.push(...own.map((found) => ({ ...found, end: at + 1 })));
      if (closed && own.length > 0) feedback.push(...closed.feedback);
      valueEnded(open.at(-1), at + 1);
      continue;
    }
    if (parent?.isObject && parent.key === undefined) {
      parent.key = JSON.parse(token);
      continue;
    }
    if (parent) parent.valueStart = at;
    if (token === '{' || token === '[') {
      flag(parent, undefined);
      open.push({
        ...{ start: at, isObject: token === '{', key: undefined, valueStart: at },
        ...{ flags: [], feedback: [], isImpossible: false },
      });
    } else {
      flag(parent, JSON.parse(token));
      valueEnded(parent, at + token.length);
    }
  }
  return { flags, feedback };
}

/** An object that calls the task impossible and does not allow the stop says both, and counts twice. */
function withImpossible({ flags, isImpossible, start }: Open, depth: number): Flag[] {
  if (!isImpossible) return flags;
  const own: Flag = { allow: true, isImpossible, depth, start, end: start };
  return flags.length > 0 && flags.every(({ allow }) => allow === true)
    ? flags.map((flag) => ({ ...flag, isImpossible }))
    : [...flags, own];
}

/** What a value of the key says; models also write it as a string. */
export function flagValue(value: unknown): boolean | undefined {
  const text = String(value).trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** False for what is nested too deeply to be parsed, too. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text without these parts of it, which may overlap. */
export function without(text: string, ranges: Range[]): string {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  let rest = '';
  let from = 0;
  for (const [start, end] of sorted) {
    if (start > from) rest += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}
