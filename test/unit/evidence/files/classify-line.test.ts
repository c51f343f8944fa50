import { expect, it } from 'vitest';
import { classifyLine, type LineKind } from '../../../../src/evidence/files/classify-line.ts';

it.each<[path: string, line: string, kinds: LineKind[]]>([
  ['a.test.ts', "it('x', () => {", ['case']],
  ['a.test.ts', "test.each([1, 2])('x %i', (a) => {", ['case']],
  ['a.test.ts', "it.skip('x', () => {", ['case', 'skip']],
  ['a.test.ts', "describe.skip('x', () => {", ['skip']],
  ['a.test.ts', "describe.only('x', () => {", ['narrowed']],
  ['a_test.go', 't.Run("x", func(t *testing.T) {', ['case']],
  ['a_test.go', 't.Skip("x")', ['skip']],
  ['test_a.py', '@pytest.mark.xfail(reason="x")', ['skip']],
  ['test_a.py', 'pytestmark = pytest.mark.skip', ['skip']],
  ['test_a.py', '@skip("x")', ['skip']],
  ['test_a.py', '@skipIf(True, "x")', ['skip']],
  ['test_a.py', 'raise unittest.SkipTest("x")', ['skip']],
  ['a_test.cc', 'GTEST_SKIP() << "x";', ['skip']],
  ['a_test.cc', 'TEST(Sum, DISABLED_Adds) {', ['case', 'skip']],
  ['SumTest.php', '$this->markTestIncomplete();', ['skip']],
  ['SumTests.cs', '[Fact(DisplayName = "x", Skip = "y")]', ['case', 'skip']],
  ['a_spec.rb', 'skip "x"', ['skip']],
  ['a_spec.rb', 'skip unless ENV["X"]', ['skip']],
  ['a_spec.rb', 'pending', ['skip']],
  ['a_spec.rb', "it 'x', :skip do", ['case', 'skip']],
  ['a_spec.rb', "xit 'x' do", ['case', 'skip']],
  ['a.test.js', 't.skip();', ['skip']],
  ['a.test.ts', "ctx.skip('later');", ['skip']],
  ['a.test.js', 'process.exit(0);', ['skip']],
  ['a_test.go', '//go:build never', ['skip']],
  ['a_test.go', '//go:build integration', []],
  ['test_a.py', '__test__ = False', ['skip']],
  ['tests/conftest.py', 'collect_ignore = ["test_b.py"]', ['skip']],
  // A group is not a test, a name with "skip" skips nothing, and an import asserts nothing.
  ['a.test.ts', "describe('x', () => {", []],
  ['a.spec.ts', "test.describe('x', () => {", []],
  ['a.spec.ts', "test.describe.configure({ mode: 'serial' });", []],
  ['a_test.go', 'skip := false', []],
  ['test_a.py', 'pending = []', []],
  ['test_a.py', 'skip = 10', []],
  ['a.test.ts', "import { assert } from 'chai';", []],
  ['a.test.ts', "import assert from 'node:assert';", []],
  ['a.test.ts', "const assert = require('node:assert');", []],
  ['a.test.ts', 'assert(sum(1, 2) === 3);', ['assertion']],
  ['test_a.py', 'assert sum(1, 2) == 3', ['assertion']],
])('%s: %s', (path, line, kinds) => {
  expect(classifyLine(path, line).map(({ kind }) => kind)).toEqual(kinds);
});

it('what may be meant so is not certain', () => {
  const [found] = classifyLine('a.test.js', 'process.exit(0);');
  expect(found?.mayBeMeant).toBe(true);
  expect(classifyLine('a.test.js', 't.skip();', "if (process.platform === 'win32') {")[0]?.mayBeMeant).toBe(true);
});

it('what was skipped before in other words is the same', () => {
  const skip = (line: string) => classifyLine('a.test.ts', line).find(({ kind }) => kind === 'skip')?.key;
  expect(skip("xit('x', () => {")).toBe(skip("it.skip('x', async () => {"));
  expect(skip("xit('x', () => {")).not.toBe(skip("xit('y', () => {"));
});
