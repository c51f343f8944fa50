import { type Range, without } from './verdict-objects.ts';

/**
 * Whether the last of these verdicts can only be the reviewer's own, and not one that it quotes in a sentence.
 *
 * An answer that was asked for the JSON alone has nothing else in it. Any other one may say what it likes before the
 * verdict, which then has its own lines, is announced by no colon, and ends the answer.
 */
export function isReviewersOwn(text: string, verdicts: Range[], isAlone: boolean): boolean {
  if (isAlone) return !hasWords(without(text, verdicts));
  const [start, end] = verdicts.at(-1) ?? [0, 0];
  const before = without(text.slice(0, start), verdicts.slice(0, -1)).replaceAll(FENCE, '');
  const lines = before.split('\n');
  const lastWords = lines.findLastIndex(hasWords);
  const isOnItsOwn = lastWords < lines.length - 1 || lastWords < 0;
  return isOnItsOwn && !ANNOUNCES.test(lines[lastWords] ?? '') && !hasWords(text.slice(end));
}

const FENCE = /^[ \t]*(?:`{3,}|~{3,})(?:json[c5]?)?[ \t]*$/gimu;
const ANNOUNCES = /[:：][\s*_`>-]*$/u;

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text.replaceAll(FENCE, ''));
