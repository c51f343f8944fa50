import { expect, it } from 'vitest';
import { kindOfTaskName, type NamedKind } from '../../../../src/evidence/commands/task-names.ts';

it.each<[NamedKind, string]>([
  ['test', 'test tests test:unit unit-tests test_all run-tests testing e2e spec smoke coverage ci:test web/test 测试'],
  ['build', 'build build:prod compile bundle dist package assemble build:test build-dev build:release 构建'],
  ['lint', 'lint lint:js eslint fmt:check format-check check-format clippy vet rubocop stylelint docs:markdownlint'],
  ['types', 'typecheck type-check check-types check:types types tsc mypy ts:check'],
  ['harmless', 'dev start serve watch deploy release publish docs storybook clean install help fmt format prettier'],
  ['harmless', 'test:setup test-deps test:seed setup:test generate-tests install:test'],
  ['unclear', 'ci all check verify validate x precommit latest contest attest test:db test:ui'],
])('%s: %s', (kind, names) =>
  expect(Object.fromEntries(names.split(' ').map((name) => [name, kindOfTaskName(name)]))).toEqual(
    Object.fromEntries(names.split(' ').map((name) => [name, kind])),
  ),
);
