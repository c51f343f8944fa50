import { expect, it } from 'vitest';
import { camelCase, snakeCase, withSnakeCaseKeys } from '../../../src/platform/letter-case.ts';

it('keys, however deep; values stay', () => {
  expect(
    withSnakeCaseKeys({
      ...{ contextTokens: 1, kind: 'noRun', cost_usd: null, at: undefined },
      runs: { test: { changedAfter: { total: 1, items: ['aB.ts'] } } },
      checks: [{ leftOut: 2 }, 'oneTwo', [{ someKey: true }]],
    }),
  ).toEqual({
    ...{ context_tokens: 1, kind: 'noRun', cost_usd: null, at: undefined },
    runs: { test: { changed_after: { total: 1, items: ['aB.ts'] } } },
    checks: [{ left_out: 2 }, 'oneTwo', [{ some_key: true }]],
  });
});

it.each([
  ['name', 'name'],
  ['changed_after', 'changedAfter'],
  ['max_cost_usd_per_day', 'maxCostUsdPerDay'],
])('%s is %s, and back', (snake, camel) => {
  expect(camelCase(snake)).toBe(camel);
  expect(snakeCase(camel)).toBe(snake);
});

it('another separator', () => expect(snakeCase('dryRun', '-')).toBe('dry-run'));
