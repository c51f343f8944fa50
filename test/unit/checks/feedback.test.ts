import { expect, it } from 'vitest';
import type { CheckOutcome, CheckResult } from '../../../src/checks/check.ts';
import { failureFeedback } from '../../../src/checks/feedback.ts';

const result = (outcome: CheckOutcome, more: Partial<CheckResult> = {}): CheckResult => ({
  name: 'tests',
  run: 'npm test',
  outcome,
  output: '',
  ms: 1,
  reused: false,
  ...more,
});
const failed: CheckOutcome = { kind: 'failed', exit: 3, signal: null };

it.each<[CheckOutcome]>([
  [{ kind: 'passed' }],
  [{ kind: 'skipped', why: 'paths' }],
  [{ kind: 'skipped', why: 'nothing-written' }],
  [{ kind: 'timed-out', seconds: 3 }],
  [{ kind: 'not-started', why: 'x' }],
  [{ kind: 'not-run', why: 'no-time' }],
])('%j is nothing against the work', (outcome) => expect(failureFeedback([result(outcome)])).toBeUndefined());

it('no checks, no feedback', () => expect(failureFeedback([])).toBeUndefined());

it('says which, how it ended, and what it said', () => {
  const text = failureFeedback([result({ kind: 'passed' }, { name: 'lint' }), result(failed, { output: 'one\ntwo' })]);
  expect(text).toBe(
    [
      'The check "tests" failed: the command `npm test` ended with exit code 3.',
      '',
      'Its output:',
      'one\ntwo',
      '',
      'Find the cause and fix it in the work itself, so that this check passes; do not weaken or bypass the check.',
    ].join('\n'),
  );
});

it.each<[what: string, CheckResult, said: string]>([
  ['a signal', result({ kind: 'failed', exit: null, signal: 'SIGSEGV' }), 'was ended by SIGSEGV.'],
  ['silence', result(failed), 'It printed nothing.'],
  ['an earlier run', result(failed, { reused: true }), 'It was not run again'],
  ['what was not kept', result(failed, { output: 'x', leftOut: 7 }), '(7 bytes before it are left out)'],
])('%s', (_, failure, said) => expect(failureFeedback([failure])).toContain(said));

it('is bounded, and cut at the start of a line', () => {
  const lines = Array.from({ length: 3000 }, (_, n) => `line ${n}`);
  const output = lines.join('\n');
  const text = failureFeedback([result(failed, { output, leftOut: 10, run: 'r'.repeat(5000) })]) as string;
  const shown = /left out\):\n([\s\S]*)\n\nFind/.exec(text)?.[1] as string;
  expect(shown.length).toBeLessThanOrEqual(6000);
  expect(shown.length).toBeGreaterThan(5900);
  expect(shown).toMatch(/^line \d+\n/);
  expect(output.endsWith(shown)).toBe(true);
  expect(text).toContain(`(${output.length + 10 - shown.length} bytes before it`);
  expect(text.length).toBeLessThan(7000);
});
