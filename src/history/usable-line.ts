import type { JournalClaim, JournalEntry } from '../journal/record.ts';

/** A stop that a reviewer approved: nothing else is called that. */
export const isApproval = ({ verdict, cause, event }: JournalEntry): boolean =>
  verdict === 'allow' && cause === 'review' && event === 'Stop';

/** A finite number from 0 on, or else 0. */
export const amount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** The text if it is one and says something. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const claimsIn = ({ claims }: JournalEntry): JournalClaim[] => claims ?? [];

/** Claims that the evidence contradicts and that did not get past the review. */
export const falseClaimsIn = (entry: JournalEntry): number =>
  entry.verdict === 'block' ? claimsIn(entry).filter(({ status }) => status === 'contradicted').length : 0;

export const answersIn = ({ answers }: JournalEntry): NonNullable<JournalEntry['answers']> => answers ?? [];
