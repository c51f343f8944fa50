import { expect, it } from 'vitest';
import type { CheckedKind } from '../../../src/evidence/facts.ts';
import { noticeIn, verdictIn } from '../../../src/evidence/outcome.ts';

it.each<[CheckedKind, 'ok' | 'failed' | undefined, string]>([
  // vitest
  ['test', 'ok', ' Test Files  6 passed (6)\n      Tests  221 passed (221)\n   Start at  07:07:13'],
  ['test', 'failed', ' Test Files  1 failed | 5 passed (6)\n      Tests  2 failed | 133 passed (135)'],
  ['test', 'failed', '      Tests  \x1b[31m2 failed\x1b[39m | \x1b[32m133 passed\x1b[39m (135)'],
  // jest
  ['test', 'ok', 'Tests:       12 passed, 12 total\nSnapshots:   0 total'],
  ['test', 'failed', 'Tests:       1 failed, 11 passed, 12 total'],
  ['test', 'failed', 'FAIL src/a.test.ts\n  ● Test suite failed to run'],
  // mocha
  ['test', 'ok', '  5 passing (12ms)'],
  ['test', 'failed', '  4 passing (12ms)\n  1 failing'],
  // node:test
  ['test', 'ok', '# tests 3\n# pass 3\n# fail 0'],
  ['test', 'failed', '# tests 3\n# pass 2\n# fail 1'],
  ['test', 'failed', 'ok 1 - a\nnot ok 2 - b'],
  // pytest
  ['test', 'ok', '============ 5 passed, 1 skipped in 0.12s ============'],
  ['test', 'failed', '=========== 1 failed, 4 passed in 0.12s ==========='],
  ['test', 'failed', 'ERROR collecting test_a.py'],
  ['test', 'failed', 'FAILED test_a.py::test_b - assert 1 == 2'],
  // unittest
  ['test', 'ok', 'Ran 3 tests in 0.001s\n\nOK'],
  ['test', 'failed', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1)'],
  // go
  ['test', 'ok', 'ok  \texample.com/x\t0.003s'],
  ['test', 'failed', '--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/x\t0.003s'],
  // cargo
  ['test', 'ok', 'test result: ok. 3 passed; 0 failed; 0 ignored'],
  ['test', 'failed', 'test result: FAILED. 2 passed; 1 failed; 0 ignored'],
  // the JVM, .NET, ruby, php
  ['test', 'ok', '[INFO] BUILD SUCCESS'],
  ['test', 'failed', '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE'],
  ['test', 'ok', 'Passed!  - Failed:     0, Passed:     5, Skipped:     0'],
  ['test', 'failed', 'Failed!  - Failed:     1, Passed:     4, Skipped:     0'],
  ['test', 'ok', '3 examples, 0 failures'],
  ['test', 'failed', '3 examples, 1 failure'],
  ['test', 'ok', 'OK (3 tests, 5 assertions)'],
  ['test', 'failed', 'FAILURES!\nTests: 3, Assertions: 5, Failures: 1.'],
  ['test', 'failed', 'npm error code 1'],
  ['test', undefined, '> test\n> node test.js'],
  ['test', undefined, ''],
  // builds
  ['build', 'ok', '✓ built in 1.2s'],
  ['build', 'failed', 'src/a.ts(1,2): error TS2304: Cannot find name x.'],
  ['build', 'failed', 'error[E0425]: cannot find value'],
  ['build', 'failed', 'main.c:3:1: error: expected expression'],
  ['build', 'failed', 'make: *** [Makefile:2: all] Error 1'],
  ['build', 'ok', '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s'],
  ['build', undefined, 'bundling'],
  // types
  ['types', 'failed', "a.ts(1,1): error TS2322: Type 'x'"],
  ['types', 'failed', 'Found 3 errors in 1 file (checked 2 source files)'],
  ['types', 'ok', 'Success: no issues found in 12 source files'],
  ['types', 'ok', '0 errors, 0 warnings, 0 informations'],
  ['types', undefined, ''],
  // lint
  ['lint', 'failed', '✖ 2 problems (1 error, 1 warning)'],
  ['lint', 'failed', 'Found 3 errors.'],
  ['lint', 'ok', 'All checks passed!'],
  ['lint', 'ok', 'Checked 219 files in 291ms. No fixes applied.'],
  ['lint', undefined, ''],
])('%s, %s: %j', (kind, outcome, output) => {
  expect(verdictIn(output, kind)?.kind).toBe(outcome);
});

it.each([
  ['completed', 'completed (exit code 0)', { kind: 'ok' }],
  ['failed', 'failed with exit code 2', { kind: 'failed', exit: 2 }],
  ['failed', 'failed', { kind: 'failed', exit: null }],
  ['killed', 'was stopped', { kind: 'interrupted' }],
])('a notice: %s, %s', (status, words, outcome) => {
  const text = `<task-notification>\n<tool-use-id>t1</tool-use-id>\n<status>${status}</status>\n<summary>Background command "x" ${words}</summary>`;
  expect(noticeIn(text)).toEqual({ id: 't1', outcome });
});
