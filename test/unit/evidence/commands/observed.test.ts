import { expect, it } from 'vitest';
import { echoedParts } from '../../../../src/evidence/commands/echoed.ts';
import { failedNames, isAmong } from '../../../../src/evidence/commands/failed-names.ts';
import { observedParts } from '../../../../src/evidence/commands/observed.ts';
import { analyseCommand } from '../../../../src/evidence/commands/parts.ts';
import type { RunOutcome } from '../../../../src/evidence/evidence.ts';

const ok: RunOutcome = { kind: 'ok' };
const observed = (command: string, output: string, outcome: RunOutcome = ok) =>
  observedParts(analyseCommand(command), { outcome, output }).map(({ kind }) => kind);

const PASSED = '      Tests  3 passed (3)';

it.each<[command: string, output: string, kinds: string[]]>([
  ['./ci.sh', PASSED, ['test']],
  ['make everything', `${PASSED}\nSuccess: no issues found in 3 source files`, ['test', 'types']],
  ['npm run ci', '> eslint .\n\n> vitest run\n', ['test', 'lint']],
  ['git commit -m x', `${PASSED}\n[main 1a2b3c4] x`, ['test']],
  ['git push', '✔ eslint --fix', ['lint']],
  ['mvn package', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0', ['test']],
  // Known already, or a step of something else.
  ['npm test', PASSED, []],
  ['npm test', `${PASSED}\n✓ built in 1s`, []],
  // Text that is only shown.
  ['cat old.log', PASSED, []],
  ['echo done', PASSED, []],
  ['./ci.sh; cat old.log', PASSED, []],
  ['git log', PASSED, []],
  ['gh run view --log', PASSED, []],
  ['git commit -m x', '[main 1a2b3c4] 3 passed, 0 failed', []],
  ['./ci.sh', 'done', []],
])('%s, which prints %j: %j', (command, output, kinds) =>
  expect(observed(command, output).sort()).toEqual(kinds.sort()),
);

it('a denied command shows nothing', () => expect(observed('./ci.sh', PASSED, { kind: 'denied' })).toEqual([]));

it.each<[output: string, isGit: boolean, tools: string[]]>([
  ['$ eslint .', false, ['eslint']],
  ['[lint] $ golangci-lint run\n[test] $ go test ./...', false, ['go']],
  ['> vitest run', false, ['vitest']],
  ['\x1b[2m$ tsc -p .\x1b[22m', false, ['tsc']],
  ['> web@1.0.0 test', false, []],
  ['> some words about eslint', false, []],
  ['eslint .', false, []],
  ['✔ eslint --fix', true, ['eslint']],
  ['[FAILED] tsc --noEmit', true, ['tsc']],
  ['✔ 3 files', true, []],
  ['$ eslint .', true, ['eslint']],
])('%j (git: %s) shows %j', (output, isGit, tools) =>
  expect(echoedParts(output, isGit).map(({ tool }) => tool)).toEqual(tools),
);

it('very many echoed lines are cut', () => expect(echoedParts('$ eslint .\n'.repeat(5_000)).length).toBe(20));

it.each([
  ['--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/b (0.00s)', ['TestA', 'TestA/b']],
  [' FAIL  src/a.test.ts > adds\n FAIL  src/a.test.ts > subtracts', ['src/a.test.ts']],
  ['FAILED tests/test_a.py::test_b - assert 1 == 2', ['tests/test_a.py::test_b']],
  ['test a::b ... FAILED', ['a::b']],
  ['rspec ./spec/a_spec.rb:12 # adds', ['./spec/a_spec.rb:12']],
  ['FAIL', []],
  ['all good', []],
  [Array.from({ length: 30 }, (_, at) => `--- FAIL: Test${at} (0.00s)`).join('\n'), []],
])('%j names %j', (output, names) => expect(failedNames(output)).toEqual(names));

it.each([
  ['TestA', [], true],
  ['TestA', ['-run TestA'], true],
  ['TestA', ['-run ^(TestA|TestB)$'], true],
  ['TestA', ['-run TestC'], false],
  ['src/a.test.ts', ['./src/a.test.ts'], true],
  ['src/a.test.ts', ['src/b.test.ts'], false],
  ['tests/test_a.py::test_b', ['tests/test_a.py'], true],
])('%s is among %j: %s', (name, targets, expected) => expect(isAmong(name, targets)).toBe(expected));
