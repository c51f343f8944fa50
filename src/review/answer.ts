import * as v from 'valibot';

/** A reviewer's words, read. */
export interface Opinion {
  allow: boolean;
  feedback: string;
}

const MAX_FEEDBACK = 20_000;

const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.string(),
    v.transform((text) => text.trim().toLowerCase()),
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
]);

const Answer = v.object({ allow_stop: Flag, feedback: v.optional(v.unknown()) });

/**
 * The last JSON object in the text that has `allow_stop`: fenced or not, nested or not. Exact JSON anywhere wins over
 * JSON that has to be repaired first. Undefined if there is none.
 */
export async function readAnswer(text: string): Promise<Opinion | undefined> {
  const places = [...text.matchAll(/allow_stop/g)].map((match) => match.index).reverse();
  for (const place of places) {
    for (const candidate of objectsAround(text, place)) {
      const opinion = opinionIn(parseExactly(candidate));
      if (opinion) return opinion;
    }
  }
  if (places.length === 0) return undefined;
  // Loaded only for broken JSON: most answers never need it.
  const { jsonrepair } = await import('jsonrepair');
  for (const place of places) {
    for (const candidate of objectsAround(text, place)) {
      const opinion = opinionIn(parseRepaired(candidate, jsonrepair));
      if (opinion) return opinion;
    }
  }
  return undefined;
}

/** Prose where a verdict was asked for, twice, is taken as an objection: better one round too many than one too few. */
export const opinionFromProse = (text: string): Opinion => ({ allow: false, feedback: bounded(text) });

function opinionIn(value: unknown): Opinion | undefined {
  const parsed = v.safeParse(Answer, value);
  if (!parsed.success) return undefined;
  return { allow: parsed.output.allow_stop, feedback: bounded(wordsOf(parsed.output.feedback)) };
}

function wordsOf(feedback: unknown): string {
  if (typeof feedback === 'string') return feedback.trim();
  if (Array.isArray(feedback)) return feedback.map(wordsOf).filter(Boolean).join('\n');
  return feedback === undefined || feedback === null ? '' : JSON.stringify(feedback);
}

const bounded = (text: string) => (text.length > MAX_FEEDBACK ? `${text.slice(0, MAX_FEEDBACK)} […]` : text);

const MAX_OPENINGS = 50;

/** Every stretch from a `{` to its match that spans `place`, innermost first; to the end of the text if it never closes. */
function* objectsAround(text: string, place: number): Generator<string> {
  let tried = 0;
  for (let start = text.lastIndexOf('{', place); start >= 0 && tried < MAX_OPENINGS; tried++) {
    const end = matchingBrace(text, start);
    if (end > place) yield text.slice(start, end);
    if (start === 0) return;
    start = text.lastIndexOf('{', start - 1);
  }
}

function matchingBrace(text: string, start: number): number {
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

function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseRepaired(text: string, repair: (text: string) => string): unknown {
  try {
    return JSON.parse(repair(text));
  } catch {
    return undefined;
  }
}
