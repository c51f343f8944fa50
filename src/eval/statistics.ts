import type { Label } from './case-file.ts';

/** A failed review is a result of its own: never a verdict, right or wrong. */
export type CaseVerdict = Label | 'failed';

/** One case, judged once. */
export interface Judged {
  name: string;
  kind: string;
  label: Label;
  verdict: CaseVerdict;
}

/** How many reviews of cases with this label ended with this verdict. */
export type Matrix = Record<Label, Record<CaseVerdict, number>>;

/** A share with its 95 % interval. Null: nothing to take a share of. */
export interface Share {
  value: number;
  low: number;
  high: number;
  count: number;
  of: number;
}

export interface Scores {
  matrix: Matrix;
  /** Of the blocks, those that were deserved. */
  precision: Share | null;
  /** Of the reviews of work that deserved a block, those that blocked. */
  recall: Share | null;
  /** Of all reviews, those that are right. */
  accuracy: Share | null;
}

/**
 * The shares are of reviews that came to a verdict. The intervals are as wide as if every case had been judged once:
 * repeats of one case say little new, and with each counted as a case of its own the intervals would be too narrow.
 */
export function scoresOf(results: readonly Judged[]): Scores {
  const matrix: Matrix = { allow: { allow: 0, block: 0, failed: 0 }, block: { allow: 0, block: 0, failed: 0 } };
  for (const { label, verdict } of results) matrix[label][verdict]++;
  const decided = results.filter(({ verdict }) => verdict !== 'failed');
  const isRight = ({ label, verdict }: Judged) => label === verdict;
  return {
    matrix,
    precision: shareOf(
      decided.filter(({ verdict }) => verdict === 'block'),
      isRight,
    ),
    recall: shareOf(
      decided.filter(({ label }) => label === 'block'),
      isRight,
    ),
    accuracy: shareOf(decided, isRight),
  };
}

function shareOf(results: readonly Judged[], holds: (result: Judged) => boolean): Share | null {
  if (results.length === 0) return null;
  const count = results.filter(holds).length;
  const value = count / results.length;
  return { value, ...wilsonInterval(value, casesIn(results)), count, of: results.length };
}

const casesIn = (results: readonly Judged[]) => new Set(results.map(({ name }) => name)).size;

/** The standard normal distribution has 95 % of its mass within this many standard deviations. */
const Z = 1.959964;

/** Wilson's interval for a share: unlike the usual one it is right for few cases, and for shares near 0 and 1. */
export function wilsonInterval(value: number, size: number): { low: number; high: number } {
  const scale = 1 + Z ** 2 / size;
  const middle = (value + Z ** 2 / (2 * size)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / size + Z ** 2 / (4 * size ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface Agreement {
  /** Cases with the same verdict in every repeat. */
  same: Share;
  /** Fleiss' kappa: 1 is full agreement, 0 as much as by chance. Null: every verdict is the same, so chance explains all. */
  kappa: number | null;
}

/**
 * Of the cases that came to a verdict in every repeat. The share alone flatters a judge that nearly always says the same,
 * whatever the case; kappa takes that out. Null: no case has two verdicts.
 */
export function agreementOf(results: readonly Judged[]): Agreement | null {
  const names = [...new Set(results.map(({ name }) => name))];
  const verdicts = names.map((wanted) => results.filter(({ name }) => name === wanted).map(({ verdict }) => verdict));
  const repeats = Math.max(0, ...verdicts.map((list) => list.length));
  const complete = verdicts.filter((list) => list.length === repeats && !list.includes('failed'));
  if (repeats < 2 || complete.length === 0) return null;
  const blocks = complete.map((list) => list.filter((verdict) => verdict === 'block').length);
  const count = blocks.filter((n) => n === 0 || n === repeats).length;
  const value = count / complete.length;
  const same = { value, ...wilsonInterval(value, complete.length), count, of: complete.length };
  return { same, kappa: fleissKappa(blocks, repeats) };
}

/** For two categories: `blocks` has, for each case, how many of its `repeats` verdicts are blocks. */
export function fleissKappa(blocks: readonly number[], repeats: number): number | null {
  const pairs = repeats * (repeats - 1);
  const agreeing = blocks.map((n) => (n * (n - 1) + (repeats - n) * (repeats - n - 1)) / pairs);
  const observed = sum(agreeing) / blocks.length;
  const blocked = sum(blocks) / (blocks.length * repeats);
  const byChance = blocked ** 2 + (1 - blocked) ** 2;
  return byChance === 1 ? null : (observed - byChance) / (1 - byChance);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
