import { describe, expect, it } from 'vitest';
import {
  agreementOf,
  type CaseVerdict,
  fleissKappa,
  type Judged,
  scoresOf,
  wilsonInterval,
} from '../../../src/eval/statistics.ts';

const judged = (name: string, label: Judged['label'], ...verdicts: CaseVerdict[]): Judged[] =>
  verdicts.map((verdict) => ({ name, kind: 'any', label, verdict }));

describe("Wilson's interval", () => {
  // By other programs: R's prop.test(correct = FALSE), and the example of Newcombe 1998 (81 of 263).
  it.each([
    [8, 10, 0.4902, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [81, 263, 0.2553, 0.3662],
    [1, 1, 0.2065, 1],
    [15, 148, 0.0624, 0.1605],
  ])('%i of %i: %f to %f', (count, size, low, high) => {
    const interval = wilsonInterval(count / size, size);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
});

describe('scores', () => {
  it('counts by label and verdict; a failure is neither right nor wrong', () => {
    const scores = scoresOf([
      ...judged('a', 'allow', 'allow'),
      ...judged('b', 'allow', 'block'),
      ...judged('c', 'block', 'block'),
      ...judged('d', 'block', 'block'),
      ...judged('e', 'block', 'allow'),
      ...judged('f', 'block', 'failed'),
    ]);
    expect(scores.matrix).toEqual({
      allow: { allow: 1, block: 1, failed: 0 },
      block: { allow: 1, block: 2, failed: 1 },
    });
    expect(scores.precision).toMatchObject({ count: 2, of: 3 });
    expect(scores.recall).toMatchObject({ count: 2, of: 3 });
    expect(scores.accuracy).toMatchObject({ count: 3, of: 5, value: 0.6 });
  });

  it('where there is nothing to take a share of, there is no share', () =>
    expect(scoresOf(judged('a', 'allow', 'allow', 'failed'))).toMatchObject({ precision: null, recall: null }));

  it('repeats do not make an interval narrower: it is as wide as for that many cases', () => {
    const repeated = ['a', 'b', 'c', 'd'].flatMap((name) => judged(name, 'block', 'block', 'block', 'block'));
    expect(scoresOf(repeated).recall).toMatchObject({ count: 12, of: 12, ...wilsonInterval(1, 4) });
  });
});

describe('agreement between repeats', () => {
  // Fleiss' kappa by hand: P̄ = (1 + 1 + 1/3 + 1/3) / 4 = 2/3; p(block) = 1/2, so by chance 1/2; (2/3 − 1/2) / (1/2) = 1/3.
  it.each<[string, number[], number, number | null]>([
    ['by hand', [3, 0, 2, 1], 3, 1 / 3],
    ['all agree, both verdicts occur', [2, 0, 2], 2, 1],
    ['each against itself', [1, 1], 2, -1],
    ['every verdict is the same: chance explains all', [2, 2], 2, null],
  ])('kappa: %s', (_, blocks, repeats, expected) => {
    const kappa = fleissKappa(blocks, repeats);
    if (expected === null) expect(kappa).toBeNull();
    else expect(kappa).toBeCloseTo(expected, 10);
  });

  it('is of the cases that came to a verdict every time', () => {
    const results = [
      ...judged('a', 'allow', 'allow', 'allow'),
      ...judged('b', 'block', 'block', 'allow'),
      ...judged('c', 'block', 'block', 'failed'),
      // Interrupted before its second repeat.
      ...judged('d', 'block', 'block'),
    ];
    expect(agreementOf(results)).toMatchObject({ same: { count: 1, of: 2, value: 0.5 } });
  });

  it('without repeats there is none', () => {
    expect(agreementOf(judged('a', 'allow', 'allow'))).toBeNull();
    expect(agreementOf([])).toBeNull();
  });
});
