import { describe, expect, it } from 'vitest';
import { edited } from '../sum-project.ts';

const told = async (command: string, output: string) => {
  const { claims, runs } = await edited().runs(command, { output }).says('All tests pass.').evidence({
    transcriptOnly: true,
  });
  return [runs.test?.outcome.kind, claims[0]?.status];
};
const VITEST = ' ✓ a.test.ts (2 tests) 3ms\n Test Files  1 passed (1)\n      Tests  2 passed (2)';
const JEST = 'PASS ./a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total';

describe('a run whose own summary at the end says that it passed', () => {
  it.each([
    ['npx vitest run 2>&1 | tail -20', `Error: 2 failed\n${VITEST}`],
    ['npx vitest run 2>&1 | tail -20', `stderr | a.test.ts > logs\nError: 1 failed\n\n${VITEST}\n   Duration  3ms`],
    ['npm test 2>&1 | tail -20', `Error: 2 failed\n${VITEST}`],
    ['go test ./... 2>&1 | tail', '    log: --- FAIL: TestOld (0.00s)\nok  \texample.com/a\t0.1s'],
    [
      'go test -v ./... 2>&1 | tail',
      '    --- FAIL: TestOld (0.00s)\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.1s',
    ],
  ])('passed: %s, %s', async (command, output) => {
    expect(await told(command, output)).toEqual(['ok', 'backed']);
  });

  it.each([
    ['npx jest 2>&1 | tail -20', `console.error\n    Tests: 1 failed, 1 total\n\n${JEST}`],
    ['pytest 2>&1 | tail -20', '1 failed, 2 passed in 0.1s\n===== 3 passed in 0.10s ====='],
    ['npx vitest run 2>&1 | tail -20; npx vitest run b 2>&1 | tail', `Tests  1 failed (1)\n${VITEST}`],
    [
      'npm test --workspaces 2>&1 | tail -40',
      ` Test Files  1 failed (1)\n      Tests  1 failed (1)\n\n> b\n\n${VITEST}`,
    ],
  ])('is not called failed beside what may be that of another run: %s, %s', async (command, output) => {
    expect(await told(command, output)).toEqual(['unknown', 'undecidable']);
  });

  it.each([
    ['npx vitest run 2>&1 | tail -20', ' Test Files  1 failed | 1 passed (2)\n      Tests  2 passed (2)'],
    ['npx jest 2>&1 | tail -20', 'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 passed, 1 total'],
    ['npx vitest run 2>&1 | tail -20', `${VITEST}\n Test Files  1 failed (1)\n      Tests  1 failed (1)`],
    [
      'go test ./... 2>&1 | tail',
      '--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/a\t0.1s\nok  \texample.com/b\t0.1s\nFAIL',
    ],
  ])('but failed where the summary itself says so: %s, %s', async (command, output) => {
    expect(await told(command, output)).toEqual(['failed', 'contradicted']);
  });
});
