import { expect, it } from 'vitest';
import type { CheckOutcome } from '../../../src/checks/check.ts';
import { checkOutcome } from '../../../src/checks/outcome.ts';

const failed = (exit: number): CheckOutcome => ({ kind: 'failed', exit, signal: null });

it.each<[exit: number, output: string, outcome: CheckOutcome]>([
  [0, '', { kind: 'passed' }],
  [0, 'ccc-check: 1: x: not found', { kind: 'passed' }],
  [1, '', failed(1)],
  [127, 'ccc-check: 1: foo: not found', { kind: 'not-started', why: 'foo: not found' }],
  [127, 'ccc-check: line 1: foo: command not found\n', { kind: 'not-started', why: 'foo: command not found' }],
  [126, 'ccc-check: 1: ./x: Permission denied', { kind: 'not-started', why: './x: Permission denied' }],
  [2, 'ccc-check: 1: Syntax error: "fi" unexpected', { kind: 'not-started', why: 'Syntax error: "fi" unexpected' }],
  [
    2,
    "ccc-check: -c: line 1: unexpected EOF while looking for matching `'`\nccc-check: -c: line 2: syntax error",
    {
      kind: 'not-started',
      why: "-c: line 1: unexpected EOF while looking for matching `'`\n-c: line 2: syntax error",
    },
  ],
  // A script's own: it was started, and something is wrong with it.
  [127, '', failed(127)],
  [127, './test.sh: 3: foo: not found', failed(127)],
  [127, 'sh: 1: foo: not found', failed(127)],
  [127, '3 tests failed\nccc-check: 1: foo: not found', failed(127)],
  [127, 'ccc-check: 1: foo: not found\nccc-check: 1: bar: not found', failed(127)],
  [126, 'Permission denied', failed(126)],
  [2, 'ccc-check: 1: cannot open x: No such file', failed(2)],
  [2, 'a.c:1: syntax error', failed(2)],
  [1, 'ccc-check: 1: foo: not found', failed(1)],
])('exit %d with %j', (exit, output, outcome) => expect(checkOutcome(exit, null, output)).toEqual(outcome));

it('a signal is a failure', () =>
  expect(checkOutcome(null, 'SIGSEGV', '')).toEqual({ kind: 'failed', exit: null, signal: 'SIGSEGV' }));
