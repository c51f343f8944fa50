import * as v from 'valibot';

/** A reviewer's words, read. */
export interface ReviewerAnswer {
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
export async function readAnswer(text: string): Promise<ReviewerAnswer | undefined> {
  for (const candidates of objectsWithKey(text)) {
    // The outermost first: what a verdict quotes or holds never wins over the verdict itself.
    let broken = '';
    for (const candidate of candidates.reverse()) {
      const exact = opinionIn(candidate, JSON.parse);
      if (exact) return doubted(exact, broken);
      broken ||= candidate;
      const repaired = opinionIn(candidate, await repairing());
      if (repaired) return doubted(repaired, broken);
    }
  }
  return undefined;
}

/** In broken JSON a quoted verdict can look like one of its own. Where such a text says both, it says no. */
function doubted(opinion: ReviewerAnswer, broken: string): ReviewerAnswer {
  const saysNo = /allow_stop["'\s]*:\s*["']?false/i.test(broken);
  return { ...opinion, allow: opinion.allow && !saysNo };
}

/** Loaded only for broken JSON: most answers never need it. */
async function repairing(): Promise<(text: string) => unknown> {
  const { jsonrepair } = await import('jsonrepair');
  return (text) => JSON.parse(jsonrepair(text));
}

/** Prose where a verdict was asked for, twice, is taken as an objection: better one round too many than one too few. */
export const answerFromProse = (text: string): ReviewerAnswer => ({ allow: false, feedback: bounded(text) });

/** Undefined if the candidate is no object with a verdict after all, or is nested too deep to be one. */
function opinionIn(candidate: string, parse: (text: string) => unknown): ReviewerAnswer | undefined {
  try {
    const { allow_stop, feedback } = v.parse(Answer, parse(candidate));
    return { allow: allow_stop, feedback: bounded(feedbackText(feedback)) };
  } catch {
    return undefined;
  }
}

function feedbackText(feedback: unknown): string {
  if (typeof feedback === 'string') return feedback.trim();
  if (Array.isArray(feedback)) return feedback.map(feedbackText).filter(Boolean).join('\n');
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
