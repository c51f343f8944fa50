import { roundedUsd } from '../hook/rules/budget.ts';
import { LABELS, type Label } from './case-file.ts';
import type { CaseResult } from './run-cases.ts';
import { agreementOf, scoresOf } from './statistics.ts';

/** All that is said about a set of results: of the whole run, or of one kind of case. */
export function figuresOf(results: readonly CaseResult[]) {
  const costs = results.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    cases: new Set(results.map(({ name }) => name)).size,
    reviews: results.length,
    ...scoresOf(results),
    agreement: agreementOf(results),
    /** Null: no review has reported what it cost. */
    costUsd: costs.length > 0 ? roundedUsd(sum(costs)) : null,
    durationMs: sum(results.map(({ durationMs }) => durationMs)),
  };
}

/** One row for each kind and label: together they are the confusion matrix of that kind. */
export function kindsIn(results: readonly CaseResult[]): { kind: string; label: Label; results: CaseResult[] }[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort();
  return kinds
    .flatMap((kind) =>
      LABELS.map((label) => ({
        ...{ kind, label },
        results: results.filter((result) => result.kind === kind && result.label === label),
      })),
    )
    .filter((row) => row.results.length > 0);
}

export const missesIn = (results: readonly CaseResult[]) =>
  results.filter(({ label, verdict }) => verdict !== 'failed' && verdict !== label);

/** How many cases each kind of finding decided, and how many of them deserve a block. */
export function decidingFindings(results: readonly CaseResult[]) {
  const kinds = [...new Set(results.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].sort();
  return kinds.map((kind) => {
    const decided = results.filter(({ findings }) => findings.some((finding) => finding.kind === kind));
    return { kind, cases: decided.length, deserved: decided.filter(({ label }) => label === 'block').length };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
