import { expect, it } from 'vitest';
import { commandParts } from '../../../../src/evidence/commands/parts.ts';
import { alwaysSucceeds, isQuietFailure, quietTool } from '../../../../src/evidence/commands/quiet-tools.ts';

const toolOf = (command: string, isFiltered = false) => {
  const [part] = commandParts(command);
  return part && quietTool(part, isFiltered);
};

it.each<[command: string, output: string, failed: boolean | undefined]>([
  ['go build ./...', '', false],
  ['go build ./...', '# example.com/a\n./a.go:3:2: undefined: x', true],
  ['go build ./...', 'go: downloading example.com/b v1.0.0', false],
  ['go build ./...', 'go: cannot find main module', true],
  ['go vet ./...', 'vet: ./a.go:3:2: undefined: x', true],
  ['npx tsc', "src/a.ts(1,2): error TS2304: Cannot find name 'x'.", true],
  ['npx tsc', '1 Fehler gefunden.', true],
  ['npx tsc', '发现 1 个错误。', true],
  ['npx tsc', '> tsc -p .', false],
  ['npx eslint .', '✖ 2 problems (0 errors, 2 warnings)', true],
  ['npx eslint .', '', false],
  ['gcc a.c', 'a.c:3:1: warning: unused variable', false],
  ['gcc a.c', 'a.c:3:1: error: expected expression', true],
  ['gcc a.c', 'a.c:3:1: Fehler: Ausdruck erwartet', true],
  ['gcc a.c', 'a.c:(.text+0x5): undefined reference to `f`', true],
  ['shellcheck a.sh', 'In a.sh line 3:', true],
  ['gofmt -l .', 'a.go', true],
  ['gofmt -l .', '', false],
  ['flake8', 'a.py:1:2: E501 line too long', true],
  ['flake8', '[lint] a.py:1:2: E501 line too long', true],
  ['pylint a', 'Your code has been rated at 9.50/10', true],
  // Tools that say how it went are not quiet.
  ['npx jest', 'x', undefined],
  ['go test ./...', 'x', undefined],
  ['mypy .', 'x', undefined],
])('%s, which prints %j, failed: %s', (command, output, failed) => {
  const tool = toolOf(command);
  expect(tool && isQuietFailure(tool, output)).toBe(failed);
});

it.each([
  ['cargo build', 'error[E0425]: cannot find value', true],
  ['mypy .', 'a.py:1: error: x', true],
  ['mypy .', '', false],
  ['cargo test', '', undefined],
])('behind a filter, %s, which prints %j, failed: %s', (command, output, failed) => {
  const tool = toolOf(command, true);
  expect(tool && isQuietFailure(tool, output)).toBe(failed);
});

it('every line that a tool is said to print with a failure is one', () => {
  const commands =
    'go build|go vet|npx tsc|npx eslint .|flake8|gcc a.c|shellcheck a.sh|gofmt -l .|dune build|pylint a|cargo fmt --check';
  for (const command of commands.split('|'))
    for (const line of toolOf(command)?.lines ?? [])
      expect([command, line, isQuietFailure(toolOf(command) as never, line)]).toEqual([command, line, true]);
});

it.each([
  ['gofmt -l .', true],
  ['cppcheck a.c', true],
  ['npx eslint .', false],
])('%s ends with 0 whatever it finds: %s', (command, expected) =>
  expect(commandParts(command).map(alwaysSucceeds)).toEqual([expected]),
);
