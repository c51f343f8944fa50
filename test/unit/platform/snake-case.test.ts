import { expect, it } from 'vitest';
import { snakeCased } from '../../../src/platform/snake-case.ts';

it('keys, however deep; values stay', () => {
  expect(
    snakeCased({
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
