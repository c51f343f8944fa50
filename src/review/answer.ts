import * as v from 'valibot';

/** A reviewer's words, read. */
export interface Opinion {
  allow: boolean;
  feedback: string;
}

const KEY = 'allow_stop';
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
 * The last JSON object in the text that has `allow_stop`: fenced or not, nested or not, repaired if need be. A reviewer
 * may quote somebody else's verdict before it gives its own, so an earlier exact one never wins over a later broken one.
 */
export async function readAnswer(text: string): Promise<Opinion | undefined> {
  for (const candidates of objectsWithKey(text)) {
    const exact = firstOpinion(candidates, JSON.parse);
    if (exact) return exact;
    // Loaded only for broken JSON: most answers never need it.
    const { jsonrepair } = await import('jsonrepair');
    const repaired = firstOpinion(candidates, (candidate) => JSON.parse(jsonrepair(candidate)));
    if (repaired) return repaired;
  }
  return undefined;
}

function firstOpinion(candidates: string[], parse: (candidate: string) => unknown): Opinion | undefined {
  for (const candidate of candidates) {
    try {
      const opinion = opinionIn(parse(candidate));
      if (opinion) return opinion;
    } catch {
      // Not an object after all, or nested too deep to be one.
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

/** Characters looked at in all: no text, however odd, may hold the hook up. An honest answer takes a few thousand. */
const MAX_EFFORT = 1_000_000;

/**
 * For each mention of the key, the last one first: every stretch from a `{` to its match that spans the mention,
 * innermost first; to the end of the text if it never closes.
 */
function* objectsWithKey(text: string): Generator<string[]> {
  let effort = 0;
  for (let place = text.lastIndexOf(KEY); place > 0; place = text.lastIndexOf(KEY, place - 1)) {
    const spanning: string[] = [];
    for (let start = place; start > 0; ) {
      const opening = text.lastIndexOf('{', start - 1);
      effort += start - opening;
      if (opening < 0) break;
      const end = matchingBrace(text, opening);
      effort += end - opening;
      if (end > place) spanning.push(text.slice(opening, end));
      if (effort > MAX_EFFORT) break;
      start = opening;
    }
    if (spanning.length > 0) yield spanning;
    if (effort > MAX_EFFORT) return;
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
