import { expect, it } from 'vitest';
import {
  coversTargets,
  partsOfProject,
  partTargets,
  targetsIn,
  withoutOptions,
} from '../../../../src/evidence/commands/targets.ts';

const words = (line: string) => line.split(' ').filter(Boolean);

it.each([
  // Nothing narrows.
  ['', []],
  ['./...', []],
  ['.', []],
  ['-v -count=1 -race ./...', []],
  ['-timeout 60s ./...', []],
  ['-timeout=60s ./...', []],
  ['-tags integration ./...', []],
  ['-short ./...', []],
  ['--coverage --maxWorkers 2', []],
  ['-n auto --tb short --maxfail 1', []],
  ['tests/', []],
  ['CI=1', []],
  // Patterns.
  ['-run TestX ./...', ['-run TestX']],
  ['-run=TestX ./...', ['-run TestX']],
  ['-k "a"', ['-k "a"']],
  ['-t adds a.test.ts', ['-t adds', 'a.test.ts']],
  ['--filter web', ['--filter web']],
  ['--lf', ['--lf']],
  ['-Dtest=One', ['-Dtest=One']],
  ['--shard=1/2', ['--shard=1/2']],
  // Paths.
  ['tests/a.py::test_b', ['tests/a.py::test_b']],
  ['b.ts a.ts', ['a.ts', 'b.ts']],
  ['-v tests/a.py', ['tests/a.py']],
  ['-x tests/a.py', ['tests/a.py']],
  ['build -x test', ['build']],
])('%j is narrowed to %j', (line, targets) => expect(targetsIn(words(line))).toEqual(targets));

it.each([
  ['-run TestX', '-run TestX_Y', true],
  ['-run TestX_Y', '-run TestX', false],
  ['-run TestX|TestZ', '-run TestX', true],
  ['-run TestX', '-run TestX|TestZ', false],
  ['-run ^TestX$', '-run TestX', true],
  ['-run ^(TestX|TestY)$', '-run TestY', true],
  ['-run Test.*', '-run TestX', false],
  ['-run TestX', '-k TestX', false],
  ['-run TestX ./a', '-run TestX ./b', false],
  ['-run TestX ./a/...', '-run TestX ./a/b', true],
  ['-run TestX', './a', false],
  ['./a', '-run TestX', false],
  ['./a', '-run TestX ./a', true],
  ['-timeout 60s', '-run TestX', true],
  ['-tags x ./...', './a', true],
  ['-short ./...', '-run TestX', true],
  ['-count=1 -v ./...', './...', true],
  ['./...', '', true],
  ['./a/...', './a', true],
  ['./a/...', './ab', false],
  ['./a', './a/...', true],
  ['./a/b', './a', false],
  ['tests/a.py', 'tests/a.py::test_b', true],
  ['tests/a.py::TestA', 'tests/a.py::TestA::test_b', true],
  ['tests/a.py::test_b', 'tests/a.py', false],
  ['tests/a.py::test_b', 'tests/a.py::test_bc', false],
  ['tests/unit', 'tests/unit/a.py', true],
  ['tests', 'tests/unit/a.py', true],
  ['spec/a_spec.rb', 'spec/a_spec.rb:12', true],
  ['a.ts b.ts', 'b.ts', true],
  ['b.ts', 'a.ts b.ts', false],
  ['./a.ts', 'a.ts', true],
  ['--lf', '', false],
  ['', '--lf', true],
])('%j covers %j: %s', (later, earlier, expected) =>
  expect(coversTargets(targetsIn(words(later)), targetsIn(words(earlier)))).toBe(expected),
);

it.each([
  ['-C web test', ['test']],
  ['--prefix web run lint', ['run', 'lint']],
  ['-s run lint', ['run', 'lint']],
  ['run -- --watch', ['run', '--watch']],
])('%j without its options', (line, expected) => expect(withoutOptions(words(line))).toEqual(expected));

it.each([
  ['test -w api', ['--package api']],
  ['test --workspace=@acme/api', ['--package @acme/api']],
  ['--filter ./packages/ui... test', ['--package packages/ui']],
  ['workspace api test', ['--package api']],
  ['run test --scope api', ['--package api']],
  ['--filter !docs test', []],
  ['test', []],
])('%s is narrowed to %j', (line, expected) => expect(partTargets(words(line))).toEqual(expected));

it.each([
  [['--package @acme/api'], ['api']],
  [['-p api'], ['api']],
  [['-pl api,web'], ['api', 'web']],
  [[':libs:api:test'], ['api']],
  [['./api/...'], ['api']],
  [['packages/ui/src/a.test.ts'], ['ui']],
  [['tests/test_a.py'], [undefined]],
  [['src/a.test.ts'], [undefined]],
  [['-run TestA'], []],
])('%j: the parts %j', (targets, expected) => expect(partsOfProject(targets)).toEqual(expected));
