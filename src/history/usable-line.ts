import { isDecision } from '../hook/rules/summary.ts';
import { hasTexts, type JournalClaim, type JournalEntry, type JournalLine } from '../journal/record.ts';

/**
 * Whether a line can be counted. The file belongs to the user, who may have edited it: what a decision says must be
 * texts, and the time a time.
 */
export function isUsable(line: JournalLine): boolean {
  if (typeof line.time !== 'string' || Number.isNaN(Date.parse(line.time))) return false;
  return isDecision(line) ? hasTexts(line) : typeof line.session_id === 'string';
}

/** A stop that a reviewer approved: nothing else is called that. */
export const isApproval = ({ verdict, cause, event }: JournalEntry): boolean =>
  verdict === 'allow' && cause === 'review' && event === 'Stop';

/** A finite number from 0 on, or else 0. */
export const amount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** The text if it is one and says something. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const claimsIn = ({ claims }: JournalEntry): JournalClaim[] =>
  listOf(claims).filter(({ kind, quote, status }) => [kind, quote, status].every((text) => typeof text === 'string'));

/** Claims that the evidence contradicts and that did not get past the review. */
export const falseClaimsIn = (entry: JournalEntry): number =>
  entry.verdict === 'block' ? claimsIn(entry).filter(({ status }) => status === 'contradicted').length : 0;

export const answersIn = ({ answers }: JournalEntry): NonNullable<JournalEntry['answers']> =>
  listOf(answers).filter(({ question }) => typeof question === 'string');

/** What is an object in a list, if it is a list. */
export const listOf = <T extends object>(value: readonly T[] | undefined): T[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
