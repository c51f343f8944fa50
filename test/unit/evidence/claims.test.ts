import { expect, it } from 'vitest';
import { claimsIn } from '../../../src/evidence/claims.ts';

it.each<[string, string[]]>([
  ['All tests pass.', ['test']],
  ['The whole test suite is green.', ['test']],
  ['It passes all tests.', ['test']],
  ['Result: 12 passed, 0 failed.', ['test']],
  ['Tests: 12/12 passed', ['test']],
  ['The build succeeds and lint is clean.', ['build', 'lint']],
  ['It compiles without errors.', ['build']],
  ['tsc passes.', ['types']],
  ['Type checking passes with no errors.', ['types']],
  ['Tests pass, but I did not run the linter.', ['test']],
  ['所有测试均已通过。', ['test']],
  ['已通过全部测试', ['test']],
  ['12 个用例全部通过，0 个失败', ['test']],
  ['构建成功，类型检查通过，lint 无误', ['build', 'types', 'lint']],
  ['Tests pass ⏎ lint was not run', ['test']],
  ['The tests should pass now.', []],
  ['I could not make the tests pass.', []],
  ["The tests don't pass.", []],
  ['2 tests failed, 10 passed.', []],
  ['Please make sure that the tests pass.', []],
  ['Once the tests pass, merge it.', []],
  ['I added tests for the password.', []],
  ['I passed the option to the test runner.', []],
  ['测试未通过', []],
  ['测试应该能通过', []],
  ['没有运行测试', []],
  ['Done.', []],
  ['', []],
])('%j claims %j', (message, kinds) => {
  expect(claimsIn(message)).toEqual(kinds);
});
