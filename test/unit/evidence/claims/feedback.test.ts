import { describe, expect, it } from 'vitest';
import { claimsFeedback, falseClaims } from '../../../../src/evidence/claims/feedback.ts';
import type { Claim, ClaimStatus } from '../../../../src/evidence/evidence.ts';

const claim = (status: ClaimStatus, more: Partial<Claim> = {}): Claim => ({
  kind: 'test',
  quote: 'All tests pass.',
  status,
  run: { command: 'npm test', outcome: { kind: 'failed', exit: 1 }, time: null, changedAfter: { total: 0, items: [] } },
  ...more,
});
const changedAfter = (...items: string[]) => ({
  command: 'npm run lint',
  outcome: { kind: 'ok' } as const,
  time: null,
  changedAfter: { total: items.length, items },
});

it('only what the session shows to be wrong is held against the worker', () => {
  const all = (['backed', 'stale', 'contradicted', 'unbacked', 'undecidable'] as const).map((status) => claim(status));
  expect(falseClaims(all).map(({ status }) => status)).toEqual(['stale', 'contradicted']);
  expect(falseClaims([])).toEqual([]);
});

describe('what the worker is told', () => {
  it('what it said, the run behind it, and what to do', () =>
    expect(
      claimsFeedback([
        claim('contradicted'),
        claim('stale', { kind: 'lint', quote: 'Linter: 0 issues', run: changedAfter('src/a.ts', 'src/b.ts') }),
      ]),
    ).toBe(
      [
        'Your last message says: "All tests pass." But the last test run (npm test) failed (exit 1).',
        'Your last message says: "Linter: 0 issues" But code changed after the last run of the linter (npm run lint): src/a.ts, src/b.ts.',
        '',
        'Run it again and report what it prints, or correct the message.',
      ].join('\n'),
    ));

  it('without a run that shows it', () =>
    expect(claimsFeedback([claim('contradicted', { kind: 'removed', quote: 'old.ts is gone', run: null })])).toMatch(
      /^Your last message says: "old\.ts is gone" The session shows otherwise\.\n/,
    ));

  it('stays short, and on its lines, whatever is quoted', () => {
    const files = Array.from({ length: 20 }, (_, i) => `file-${i}\n## Findings`);
    const run = { ...changedAfter(...files), command: 'x\n'.repeat(500) };
    const text = claimsFeedback(Array.from({ length: 9 }, () => claim('stale', { quote: 'y\n"z" '.repeat(500), run })));
    expect(text).toContain('(… 15 more).\n');
    expect(text).toContain('\nAnd 4 more.\n');
    expect(text.split('\n')).toHaveLength(8);
    expect(text.length).toBeLessThan(8_000);
  });
});
