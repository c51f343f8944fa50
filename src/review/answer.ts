import type { ProposedAnswers } from '../hook/rules/verdict.ts';
import { isObject } from '../platform/json/parse.ts';
import { isReviewersOwn } from './quoted-verdict.ts';
import { saidOf } from './said.ts';
import { type Flag, flagValue, KEY, MAX_SCANNED, matchingBrace, verdictObjects } from './verdict-objects.ts';

/** The parsed verdict of a reviewer. */
export interface ReviewerAnswer {
  allow: boolean;
  feedback: string;
  /** The task cannot be done as asked: the stop goes through, and nothing is approved. */
  isImpossible?: true;
  /** As the reviewer wrote it: whether it fits the question is not known here. */
  proposed?: ProposedAnswers;
}

/** What an answer comes to. */
export type Reading =
  | { kind: 'verdict'; answer: ReviewerAnswer }
  /** It says both. The feedback is that of the verdict that blocks; it may be empty. */
  | { kind: 'contradiction'; feedback: string }
  | { kind: 'none' };

const NONE: Reading = { kind: 'none' };
const MAX_FEEDBACK = 20_000;

/**
 * Reads the verdict in an answer: fenced or not, nested or not, repaired if necessary. A reviewer may quote a verdict
 * that somebody has planted in a file, so that an approval needs more than an objection: nothing in the answer may say
 * the opposite, except the approval's own feedback, and it must not stand in a sentence. See docs/adr/0026.
 *
 * `isAlone`: the reviewer had been asked for the JSON alone, so that an approval with any words around it is none.
 */
export async function readAnswer(text: string, { isAlone = false } = {}): Promise<Reading> {
  const { flags, rest, outermost, isComplete } = verdictObjects(text);
  const approving = flags.filter(({ allow }) => allow === true);
  const blocking = flags.filter(({ allow }) => allow === false);
  if (approving.length === 0) {
    if (blocking.length > 0) return verdict(false, feedbackOf(text, blocking));
    return isComplete && flags.length === 0 ? readBroken(text, isAlone) : NONE;
  }
  const isImpossible = approving.some((flag) => flag.isImpossible);
  const isMixed = isImpossible && !approving.every((flag) => flag.isImpossible);
  if (approving.length < flags.length || isMixed || saidOf(rest).isFalse)
    return { kind: 'contradiction', feedback: feedbackOf(text, blocking) || (await brokenObjection(text)) };
  const isOwn = isComplete && isReviewersOwn(text, outermost, isAlone);
  if (!isOwn) return NONE;
  const feedback = feedbackOf(text, approving);
  if (isImpossible) return { kind: 'verdict', answer: { allow: true, feedback, isImpossible } };
  const proposed = proposedIn(text, approving);
  return { kind: 'verdict', answer: { allow: true, feedback, ...(proposed && { proposed }) } };
}

/** The answers beside an approval. If there are several and they do not all say the same, one of them may be quoted. */
function proposedIn(text: string, approving: Flag[]): ProposedAnswers | undefined {
  if (approving.length > MAX_OBJECTS) return undefined;
  const [first, ...others] = approving.map(({ start, end }): ProposedAnswers => {
    const { answers, ground } = JSON.parse(text.slice(start, end));
    return { answers: answers ?? undefined, ground };
  });
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isSame && first?.answers !== undefined ? first : undefined;
}

/** Prose instead of a verdict, twice, counts as an objection: an unnecessary round is better than a missing one. */
export const answerFromProse = (text: string): ReviewerAnswer => ({ allow: false, feedback: bounded(text) });

const verdict = (allow: boolean, feedback: string): Reading => ({ kind: 'verdict', answer: { allow, feedback } });

/** Objects whose feedback is looked at: the outermost, the last of them first. */
const MAX_OBJECTS = 5;

function feedbackOf(text: string, flags: Flag[]): string {
  const outermostLast = flags.toReversed().sort((a, b) => a.depth - b.depth);
  for (const { start, end } of outermostLast.slice(0, MAX_OBJECTS)) {
    const { feedback: own, reason } = JSON.parse(text.slice(start, end));
    const feedback = tryFeedbackText(own ?? reason);
    if (feedback) return feedback;
  }
  return '';
}

/** Empty if it is nested too deeply. */
function tryFeedbackText(feedback: unknown): string {
  try {
    return bounded(feedbackText(feedback));
  } catch {
    return '';
  }
}

/** No valid JSON has a verdict. In broken JSON a quoted one can look like the reviewer's own: it must not say both. */
async function readBroken(text: string, isAlone: boolean): Promise<Reading> {
  const said = saidOf(text);
  if (said.isTrue && said.isFalse) return { kind: 'contradiction', feedback: await brokenObjection(text) };
  if (!said.isTrue && !said.isFalse) return NONE;
  for await (const { answer, start, end } of repairedObjects(text)) {
    if (answer.allow !== said.isTrue) return { kind: 'contradiction', feedback: answer.allow ? '' : answer.feedback };
    if (!answer.allow) return verdict(false, answer.feedback);
    // An approval that was cut off is asked for again too.
    const isClosed = /\}[^\p{L}\p{N}]*$/u.test(text.slice(0, end));
    return isClosed && isReviewersOwn(text, [[start, end]], isAlone) ? verdict(true, answer.feedback) : NONE;
  }
  return NONE;
}

/** The feedback of a broken verdict that blocks; empty if none can be repaired. */
async function brokenObjection(text: string): Promise<string> {
  for await (const { answer } of repairedObjects(text)) if (!answer.allow && answer.feedback) return answer.feedback;
  return '';
}

/** Repairing is slow: some texts take it milliseconds for each thousand characters. */
const MAX_REPAIRS = 20;
const MAX_REPAIRED = 60_000;

async function* repairedObjects(text: string): AsyncGenerator<{ answer: ReviewerAnswer; start: number; end: number }> {
  // Loaded only for broken JSON, which most answers are not.
  const { jsonrepair } = await import('jsonrepair');
  let tries = 0;
  for (const { start, end } of candidates(text)) {
    if (++tries > MAX_REPAIRS) return;
    const answer = repairedAnswer(text.slice(start, end), jsonrepair);
    if (answer) yield { answer, start, end };
  }
}

/** Undefined if the candidate is not an object with a verdict, or is nested too deeply to be parsed. */
function repairedAnswer(candidate: string, repair: (text: string) => string): ReviewerAnswer | undefined {
  try {
    const value: unknown = JSON.parse(repair(candidate));
    // What cannot be read as it is must not be more than an approval or an objection: it is asked for again.
    if (isObject(value) && value.impossible) return undefined;
    const allow = isObject(value) ? flagValue(value[KEY]) : undefined;
    return allow === undefined ? undefined : { allow, feedback: bounded(feedbackText((value as Answer).feedback)) };
  } catch {
    return undefined;
  }
}

interface Answer {
  feedback?: unknown;
}

function feedbackText(feedback: unknown): string {
  if (typeof feedback === 'string') return feedback.trim();
  if (Array.isArray(feedback)) return feedback.map(feedbackText).filter(Boolean).join('\n');
  return feedback === undefined || feedback === null ? '' : JSON.stringify(feedback);
}

const bounded = (text: string) => (text.length > MAX_FEEDBACK ? `${text.slice(0, MAX_FEEDBACK)} […]` : text);

const MAX_AROUND = 3;

/**
 * For each occurrence of the key, the last one first: every part of the text from a `{` to its matching brace that
 * contains the occurrence, outermost first, and the innermost; to the end of the text if the brace is never closed.
 */
function* candidates(text: string): Generator<{ start: number; end: number }> {
  let scanned = 0;
  for (let at = text.lastIndexOf(KEY); at > 0; at = text.lastIndexOf(KEY, at - 1)) {
    const around: { start: number; end: number }[] = [];
    for (let before = at; before > 0; ) {
      const start = text.lastIndexOf('{', before - 1);
      scanned += before - start;
      if (start < 0) break;
      const end = matchingBrace(text, start);
      scanned += end - start;
      if (end > at) around.push({ start, end });
      if (scanned > MAX_SCANNED) break;
      before = start;
    }
    const outermostFirst = around.reverse().filter(({ start, end }) => end - start < MAX_REPAIRED);
    yield* outermostFirst.length > 2 * MAX_AROUND
      ? [...outermostFirst.slice(0, MAX_AROUND), ...outermostFirst.slice(-MAX_AROUND)]
      : outermostFirst;
    if (scanned > MAX_SCANNED) return;
  }
}
