/** The questions of one AskUserQuestion call, as far as an answer has to fit them. */
export interface Question {
  question: string;
  labels: readonly string[];
  isMultiple: boolean;
}

/** The answer to one question: a label, or for a question with several choices a list of labels. */
export type Answer = string | string[];

/** Why an answer is not sent on. */
export type Misfit = 'unreadable-question' | 'not-an-object' | 'incomplete' | 'unknown-question' | 'unknown-label';

export type FittedAnswers = { kind: 'fit'; answers: [question: string, answer: Answer][] } | { kind: Misfit };

/**
 * Whether what a reviewer answers is a complete and valid answer to a call: every question, only labels that exist, and
 * one of them unless several may be chosen. Claude Code does not check this.
 */
export function fitAnswers(toolInput: unknown, proposed: unknown): FittedAnswers {
  const questions = questionsIn(toolInput);
  if (!questions) return { kind: 'unreadable-question' };
  if (!isRecord(proposed)) return { kind: 'not-an-object' };
  const known = new Set(questions.map(({ question }) => question));
  if (Object.keys(proposed).some((name) => !known.has(name))) return { kind: 'unknown-question' };
  const answers: [string, Answer][] = [];
  for (const question of questions) {
    if (!Object.hasOwn(proposed, question.question)) return { kind: 'incomplete' };
    const answer = answerTo(question, proposed[question.question]);
    if (answer === undefined) return { kind: 'unknown-label' };
    answers.push([question.question, answer]);
  }
  return { kind: 'fit', answers };
}

/** What a call asks, whether or not an answer could be fitted to it. */
export function questionTexts(toolInput: unknown): string[] {
  const items = isRecord(toolInput) && Array.isArray(toolInput.questions) ? toolInput.questions : [];
  const texts = items.map((item) => (isRecord(item) ? item.question : undefined));
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** Undefined: the call does not have the format that an answer could fit, or asks the same twice. */
export function questionsIn(toolInput: unknown): Question[] | undefined {
  const items = isRecord(toolInput) ? toolInput.questions : undefined;
  if (!Array.isArray(items) || items.length === 0) return undefined;
  const questions = items.map(questionIn);
  const texts = new Set(questions.map((question) => question?.question));
  return texts.size === items.length && !texts.has(undefined) ? (questions as Question[]) : undefined;
}

function questionIn(item: unknown): Question | undefined {
  if (!isRecord(item) || typeof item.question !== 'string' || item.question.trim() === '') return undefined;
  // As a key of the answers it would name no property.
  if (item.question === '__proto__') return undefined;
  const options = Array.isArray(item.options) ? item.options : [];
  const labels = options.map((option) => (isRecord(option) ? option.label : undefined));
  const isUsable = labels.every((label) => typeof label === 'string' && label !== '');
  if (!isUsable || labels.length === 0 || new Set(labels).size < labels.length) return undefined;
  return { question: item.question, labels: labels as string[], isMultiple: item.multiSelect === true };
}

function answerTo({ labels, isMultiple }: Question, given: unknown): Answer | undefined {
  const chosen: unknown[] = Array.isArray(given) ? given : [given];
  const isValid =
    chosen.length > 0 &&
    new Set(chosen).size === chosen.length &&
    chosen.every((label) => labels.includes(label as string)) &&
    (isMultiple || chosen.length === 1) &&
    // The client joins them, and the text could be the label of another option.
    (chosen.length === 1 || !labels.includes(chosen.join(', ')));
  if (!isValid) return undefined;
  return isMultiple ? (chosen as string[]) : (chosen[0] as string);
}

/** The input with which Claude Code takes a question as answered. The notes reach the agent, behind the answer. */
export function answeredInput(
  toolInput: unknown,
  given: readonly { question: string; answer: Answer; notes: string }[],
): Record<string, unknown> {
  return {
    ...(isRecord(toolInput) ? toolInput : {}),
    answers: Object.fromEntries(given.map(({ question, answer }) => [question, answer])),
    annotations: Object.fromEntries(given.map(({ question, notes }) => [question, { notes }])),
  };
}

/** Any object but a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
