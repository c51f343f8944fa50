import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameObjection } from '../../../../src/hook/rules/objection.ts';

describe('two objections', () => {
  it.each<[same: boolean, one: string, other: string]>([
    [true, 'Run the tests.', 'Run the tests.'],
    [true, 'No, attempt 1.', 'No, attempt 2.'],
    [true, 'The tests were never run. Run npm test.', 'You still have not run the tests: run npm test.'],
    [true, 'src/a.ts:12 is still a stub. Write it.', 'src/a.ts:12 is a stub. Please write it now.'],
    [true, '测试从未运行过，请运行 npm test。', '测试仍然没有运行，请运行 npm test。'],
    [true, 'テストを実行してください', 'テストをもう一度実行してください'],
    [true, '', ''],
    [true, '!!!', '???'],
    [false, 'Run the tests.', 'README.md does not mention the new flag.'],
    [false, 'src/a.ts:12 is still a stub.', 'The build fails with a type error.'],
    [false, '测试从未运行过。', '文档里没有写新的选项。'],
    [false, 'Run the tests.', ''],
  ])('%s: %j and %j', (same, one, other) => {
    expect(isSameObjection(one, other)).toBe(same);
    expect(isSameObjection(other, one)).toBe(same);
  });

  it('each is the same as itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => isSameObjection(text, text)));
  });
});
