import { expect, it } from 'vitest';
import { labelFrom, verdictToCopy } from '../../../../src/eval/add/verdict.ts';
import type { PastVerdict } from '../../../../src/hook/verdicts.ts';

const given = (time: string, verdict: PastVerdict['verdict'], why?: string) =>
  ({ time, verdict, cause: 'review', overruled: why === undefined ? undefined : { why } }) as PastVerdict;

it('the last verdict, of which nobody knows what the work deserves', () => {
  const verdict = verdictToCopy([given('1', 'block'), given('2', 'allow')]);
  expect(verdict?.time).toBe('2');
  expect(labelFrom(verdict)).toBeUndefined();
  expect([verdictToCopy([]), labelFrom(undefined)]).toEqual([undefined, undefined]);
});

it('the one that was overruled last, which deserves the opposite', () => {
  const verdict = verdictToCopy([
    given('1', 'allow', ''),
    given('2', 'block', 'I asked for that.'),
    given('3', 'allow'),
  ]);
  expect([verdict?.time, labelFrom(verdict)]).toEqual(['2', 'allow']);
  expect(labelFrom(given('1', 'allow', ''))).toBe('block');
  expect(labelFrom(given('1', 'failed', ''))).toBeUndefined();
});
