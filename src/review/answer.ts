import * as v from 'valibot';

/** The parsed verdict of a reviewer. */
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
 * The last JSON object in the text that has `allow_stop`: fenced or not, nested or not, repaired if necessary. A reviewer
 * may quote another verdict before giving its own, so a later broken object wins over an earlier valid one.
 */
export async function readAnswer(text: string): Promise<ReviewerAnswer | undefined> {
  for (const candidates of objectsWithKey(text)) {
    // The outermost first: an object inside the verdict never wins over the verdict itself.
    let broken = '';
    for (const candidate of candidates.reverse()) {
      const exact = parseCandidate(candidate, JSON.parse);
      if (exact) return blockIfAmbiguous(exact, broken);
      broken ||= candidate;
      const repaired = parseCandidate(candidate, await repairParser());
      if (repaired) return blockIfAmbiguous(repaired, broken);
    }
  }
  return undefined;
}

/** In broken JSON a quoted verdict can look like the reviewer's own. If such a text says both, it blocks. */
function blockIfAmbiguous(answer: ReviewerAnswer, broken: string): ReviewerAnswer {
  const hasFalse = /allow_stop["'\s]*:\s*["']?false/i.test(broken);
  return { ...answer, allow: answer.allow && !hasFalse };
}

/** Loaded only for broken JSON, which most answers are not. */
async function repairParser(): Promise<(text: string) => unknown> {
  const { jsonrepair } = await import('jsonrepair');
  return (text) => JSON.parse(jsonrepair(text));
}

/** Prose instead of a verdict, twice, counts as an objection: an unnecessary round is better than a missing one. */
export const answerFromProse = (text: string): ReviewerAnswer => ({ allow: false, feedback: bounded(text) });

/** Undefined if the candidate is not an object with a verdict, or is nested too deeply to be parsed. */
function parseCandidate(candidate: string, parse: (text: string) => unknown): ReviewerAnswer | undefined {
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

/** Characters scanned in total, so that no text can keep the hook busy. A normal answer takes a few thousand. */
const MAX_SCANNED = 1_000_000;

/**
 * For each occurrence of the key, the last one first: every text from a `{` to its matching brace that contains the
 * occurrence, innermost first; to the end of the text if the brace is never closed.
 */
function* objectsWithKey(text: string): Generator<string[]> {
  let scanned = 0;
  for (let at = text.lastIndexOf(KEY); at > 0; at = text.lastIndexOf(KEY, at - 1)) {
    const candidates: string[] = [];
    for (let start = at; start > 0; ) {
      const opening = text.lastIndexOf('{', start - 1);
      scanned += start - opening;
      if (opening < 0) break;
      const end = matchingBrace(text, opening);
      scanned += end - opening;
      if (end > at) candidates.push(text.slice(opening, end));
      if (scanned > MAX_SCANNED) break;
      start = opening;
    }
    if (candidates.length > 0) yield candidates;
    if (scanned > MAX_SCANNED) return;
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
