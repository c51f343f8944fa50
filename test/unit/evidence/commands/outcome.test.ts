import { expect, it } from 'vitest';
import { notificationIn } from '../../../../src/evidence/commands/command-end.ts';
import { outcomeInOutput, outcomesAfterFailure, partOutcome } from '../../../../src/evidence/commands/outcome.ts';
import { commandParts } from '../../../../src/evidence/commands/parts.ts';
import type { CheckedKind, RunOutcome } from '../../../../src/evidence/evidence.ts';

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
  // an error beside what passed
  ['test', 'failed', '3 passed, 1 error in 0.12s'],
  ['test', 'failed', '===== 2 errors in 0.12s ====='],
  ['test', 'failed', '      Tests  5 passed (5)\n     Errors  1 error'],
  ['test', 'failed', '5 runs, 5 assertions, 0 failures, 1 errors, 0 skips'],
  ['test', 'failed', '3 examples, 0 failures, 1 error occurred outside of examples'],
  // bun, node, ctest
  ['test', 'ok', ' 3 pass\n 0 fail\nRan 3 tests across 1 file.'],
  ['test', 'failed', ' 3 pass\n 1 fail\nRan 4 tests across 1 file.'],
  ['test', 'ok', 'ℹ tests 3\nℹ pass 3\nℹ fail 0'],
  ['test', 'failed', 'ℹ tests 3\nℹ pass 2\nℹ fail 1'],
  ['test', 'ok', '100% tests passed, 0 tests failed out of 3'],
  ['test', undefined, '> test\n> node test.js'],
  ['test', undefined, ''],
  // builds
  ['build', 'ok', '✓ built in 1.2s'],
  ['build', 'failed', 'src/a.ts(1,2): error TS2304: Cannot find name x.'],
  ['build', 'failed', 'error[E0425]: cannot find value'],
  ['build', 'failed', 'main.c:3:1: error: expected expression'],
  ['build', 'failed', 'make: *** [Makefile:2: all] Error 1'],
  ['build', 'ok', '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.5s'],
  ['build', 'failed', 'error during build:\nCould not resolve'],
  ['build', undefined, 'bundling'],
  // types
  ['types', 'failed', "a.ts(1,1): error TS2322: Type 'x'"],
  ['types', 'failed', 'Found 3 errors in 1 file (checked 2 source files)'],
  ['types', 'ok', 'Success: no issues found in 12 source files'],
  ['types', 'ok', '0 errors, 0 warnings, 0 informations'],
  ['types', 'failed', 'npm error code 2'],
  ['types', undefined, ''],
  // lint
  ['lint', 'failed', '✖ 2 problems (1 error, 1 warning)'],
  ['lint', 'failed', 'Found 3 errors.'],
  ['lint', 'ok', '✖ 2 problems (0 errors, 2 warnings)'],
  ['lint', 'failed', '✖ 2 problems (0 errors, 2 warnings)\n\nESLint found too many warnings (maximum: 0).'],
  ['lint', 'failed', '[warn] Code style issues found in 2 files.'],
  ['lint', 'failed', '2 files would be reformatted'],
  ['lint', 'failed', 'npm error code 1'],
  ['lint', undefined, 'Found 2 warnings.'],
  ['lint', 'ok', 'All checks passed!'],
  ['lint', 'ok', 'Checked 219 files in 291ms. No fixes applied.'],
  ['lint', undefined, ''],
])('%s, %s: %j', (kind, outcome, output) => {
  expect(outcomeInOutput(output, kind)?.kind).toBe(outcome);
});

it.each([
  ['completed', 'completed (exit code 0)', { kind: 'ok' }],
  ['failed', 'failed with exit code 2', { kind: 'failed', exit: 2 }],
  ['failed', 'failed', { kind: 'failed', exit: null }],
  ['killed', 'was stopped', { kind: 'interrupted' }],
])('a notice: %s, %s', (status, words, outcome) => {
  const text = `<task-notification>\n<tool-use-id>t1</tool-use-id>\n<status>${status}</status>\n<summary>Background command "x" ${words}</summary>`;
  expect(notificationIn(text)).toEqual({ id: 't1', outcome });
});

const ok: RunOutcome = { kind: 'ok' };
const none: RunOutcome = { kind: 'unknown', why: 'it ran no test' };

it.each<[command: string, output: string, outcome: RunOutcome]>([
  ['make test', "make: Nothing to be done for 'test'.", none],
  ['make test', "make: Nothing to be done for `test'.", none],
  ['make test', "make: 'test' is up to date.", none],
  ['make check', "make: Nothing to be done for 'check'.", none],
  ['make && make test', "make: Nothing to be done for 'all'.\n./check\nfine", ok],
  ['make && make test', "make: 'all' is up to date.\n./check\nfine", ok],
  ['python3 -m unittest', '\n----------\nRan 0 tests in 0.000s\n\nOK', none],
  ['python3 -m unittest', '\n----------\nRan 10 tests in 0.000s\n\nOK', ok],
  [
    '(cd a && python3 -m unittest); python3 -m unittest',
    'Ran 0 tests in 0.000s\n\nOK\n.\nRan 1 test in 0.0s\n\nOK',
    ok,
  ],
  ['pytest | tail -3', 'collected 0 items\n\n==== no tests ran in 0.01s ====', none],
  ['pytest || true', '==== no tests ran in 0.01s ====', none],
  ['pytest -q', '20 passed in 0.1s', ok],
  ['go test ./...', '?   \texample.com/a\t[no test files]\n?   \texample.com/b\t[no test files]', none],
  ['go test ./...', '?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.003s', ok],
  ['go test ./...', 'ok  \texample.com/b\t(cached)\n?   \texample.com/a\t[no test files]', ok],
  [
    'go test -run Nope ./...',
    'testing: warning: no tests to run\nPASS\nok  \texample.com/b\t0.003s [no tests to run]',
    none,
  ],
  ['vitest run --passWithNoTests', 'No test files found, exiting with code 0', none],
  ['npx vitest run', '\x1b[33mNo test files found, exiting with code 0\x1b[39m', none],
  ['pnpm -r test', 'a: No test files found, exiting with code 0\nb:  Tests  3 passed (3)', ok],
  ['npx jest --passWithNoTests', 'No tests found, exiting with code 0', none],
  ['npm test', '> test\n> echo "Error: no test specified"\n\nError: no test specified', none],
  ['cargo test', 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored', none],
  [
    'cargo test',
    'running 3 tests\ntest result: ok. 3 passed; 0 failed\n   Doc-tests x\nrunning 0 tests\ntest result: ok. 0 passed; 0 failed',
    ok,
  ],
  // What stood before it, a pipe has cut off: documentation without tests comes last.
  ['cargo test 2>&1 | tail -3', 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed', ok],
  ['go test ./... | tail -1', '?   \texample.com/a\t[no test files]', { kind: 'unknown', why: 'hidden by a pipe' }],
  ['npx mocha', '\n  0 passing (2ms)\n', none],
  ['npx mocha', '\n  10 passing (2ms)\n', ok],
  ['node --test', '# tests 0\n# suites 0\n# pass 0\n# fail 0', none],
  ['node --test', '# tests 3\n# suites 0\n# pass 3\n# fail 0', ok],
  ['bundle exec rspec', '0 examples, 0 failures', none],
  ['bundle exec rspec', '10 examples, 0 failures', ok],
  ['npx vitest run -t typo', ' Test Files  1 skipped (1)\n      Tests  3 skipped (3)', none],
  ['npx vitest run', '      Tests  2 passed | 1 skipped (3)', ok],
  ['npx jest -t typo', 'Tests:       3 skipped, 3 total', none],
  ['pytest', '===== 5 skipped, 1 warning in 0.02s =====', none],
  ['pytest', '===== 4 passed, 1 skipped in 0.02s =====', ok],
  ['dotnet test --filter Typo', 'No test matches the given testcase filter `Typo` in a.dll', none],
  ['mvn verify', '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS', none],
  ['gradle test', '> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s', none],
  ['gradle test', '> Task :a:test NO-SOURCE\n> Task :b:test\n\nBUILD SUCCESSFUL in 1s', ok],
  // A filter may have left out what failed.
  ['npx mocha | grep passing', '  4 passing (2ms)', { kind: 'unknown', why: 'hidden by a pipe' }],
  ['go test ./... | head -3', 'ok  \ta\t0.1s', { kind: 'unknown', why: 'hidden by a pipe' }],
  ['go test ./... | grep -v "no test files"', 'ok  \ta\t0.1s', ok],
  ['npx jest 2>&1 | head -5', 'PASS a.test.js', { kind: 'unknown', why: 'hidden by a pipe' }],
  ['npx playwright test | grep passed', '  4 passed (3.2s)', { kind: 'unknown', why: 'hidden by a pipe' }],
  ['npx vitest run | grep -E "Tests|Files"', '      Tests  1 skipped | 2 passed (3)', ok],
  ['pytest | grep passed', '==== 5 passed, 1 warning in 0.1s ====', ok],
  ['npm test', '', ok],
  // Another kind may have nothing to do.
  ['make build', "make: Nothing to be done for 'build'.", ok],
])('%s, which prints %j', (command, output, outcome) => {
  expect(commandParts(command).map((part) => partOutcome(part, { outcome: ok, output }))).toContainEqual(outcome);
});

const red = (exit: number): RunOutcome => ({ kind: 'failed', exit });
const byOutput: RunOutcome = { kind: 'failed', exit: null };
const unsure: RunOutcome = { kind: 'unknown', why: 'which part failed is not shown' };
const hidden: RunOutcome = { kind: 'unknown', why: 'hidden by what follows' };

it.each<[command: string, output: string, outcomes: RunOutcome[]]>([
  ['npm test > log; echo "exit: $?"', 'exit: 1', [red(1)]],
  ['npm test > log; echo $?', '0', [ok]],
  ['cd web && npm test > log; echo -e "[web] EXIT=$?"', 'done\n[web] EXIT=2\nShell cwd was reset', [red(2)]],
  ['npm test > log 2>&1; rc=$?; tail -2 log; echo "exit ${rc}"', 'Tests  9 passed (9)\nexit 1', [red(1)]],
  ['npm test | tail -2; echo "exit: ${PIPESTATUS[0]}"', 'exit: 1', [red(1)]],
  ['set -o pipefail; npm test | tail -2; echo "exit: $?"', 'exit: 1', [red(1)]],
  // Said whatever happens; or only if it went well.
  ['npm test > log; echo OK', 'OK', [hidden]],
  ['npm test | tail -1 && echo PASS', 'x\nPASS', [{ kind: 'unknown', why: 'hidden by a pipe' }]],
  ['npm test > log && echo OK || echo FAIL', 'OK', [ok]],
  ['npm test > log && echo OK || echo FAIL', 'FAIL', [byOutput]],
  // How something else ended.
  ['npm test 2>&1 | tail -2; echo "exit: $?"', 'Tests  1 failed | 3 passed (4)\nexit: 0', [byOutput]],
  ['npm test 2>&1 | tail -2; echo "exit: $?"', 'exit: 0', [{ kind: 'unknown', why: 'hidden by a pipe' }]],
  ['npm test > log; tail log; echo "exit: $?"', 'exit: 0', [hidden]],
  ['npm test > log; npm run build > log; echo "exit: $?"', 'exit: 0', [hidden, ok]],
  ['npm run lint; echo "exit: $?"; npm test; echo "exit: $?"', 'exit: 1\nexit: 0', [hidden, hidden]],
  ['npm run lint; echo "lint: $?"; npm test; echo "test: $?"', 'lint: 0\ntest: 1', [ok, red(1)]],
  // The silence of a quiet tool counts only where it would have been heard.
  ['npx tsc || true', '', [ok]],
  ['npx tsc > log 2>&1; tail log', '', [ok]],
  ['npx tsc > log 2>&1; echo done', 'done', [hidden]],
  ['npx tsc > /dev/null; echo done', 'done', [hidden]],
  ['npx tsc 2>/dev/null; echo done', 'done', [ok]],
  ['npx tsc | wc -l', '2', [{ kind: 'unknown', why: 'hidden by a pipe' }]],
  ['npx eslint nosuch | tail', 'No files matching the pattern', [{ kind: 'unknown', why: 'hidden by a pipe' }]],
  ['npx tsc | tail', 'Killed', [{ kind: 'unknown', why: 'hidden by a pipe' }]],
  ['mise run lint | tail', '[lint] $ flake8 .\n[lint] a.py:1:2: E501 line too long', [byOutput]],
  ['mise run lint | tail', '[lint] $ flake8 .\nFinished in 0.2s', [ok]],
])('%s, which prints %j', (command, output, outcomes) => {
  expect(commandParts(command).map((part) => partOutcome(part, { outcome: ok, output }))).toEqual(outcomes);
});

it.each<[command: string, output: string, outcomes: (RunOutcome | undefined)[]]>([
  // It stops at the first that fails.
  ['npx tsc && npm test', 'Tests  1 failed | 3 passed (4)\nnpm error code 1', [ok, red(1)]],
  ['npx tsc && npm test', 'a.ts(1,1): error TS2322: no', [red(1), undefined]],
  ['npm run build && npm test && git push', '✓ built in 1s\nTests  4 passed (4)\nrejected', [ok, ok]],
  ['npm test && git commit -m x', 'Tests  4 passed (4)\nnothing to commit', [ok]],
  // Nobody can tell which, so neither is called failed.
  ['npx tsc && npm test', 'Killed', [unsure, unsure]],
  ['npm test', 'Tests  4 passed (4)', [red(1)]],
  ['go test ./... && go build', 'ok  \ta\t0.1s\nCommand timed out', [unsure, unsure]],
  ['go build -o x && ./x', 'x: no such host', [ok]],
  ['(cd a && npm test) && (cd b && npm test)', 'boom', [red(1), red(1)]],
])('%s, which fails and prints %j', (command, output, outcomes) => {
  const parts = commandParts(command);
  const ended = { outcome: red(1), output };
  const each = parts.map((part) => partOutcome(part, ended));
  expect(outcomesAfterFailure(parts, each, ended)).toEqual(outcomes);
});

it('a run that had nothing to test has failed at nothing', () => {
  const [part] = commandParts('pytest');
  expect(part && partOutcome(part, { outcome: { kind: 'failed', exit: 5 }, output: 'no tests ran in 0.01s' })).toEqual(
    none,
  );
});
