import { describe, expect, it } from 'vitest';
import type { ResponseForm } from '../../../../src/hook/protocol/events.ts';
import { deadlinesFor } from '../../../../src/hook/rules/deadlines.ts';

const SHAPES: ResponseForm[] = ['stop', 'question', 'tool', 'permission', 'feedback', 'exit-code'];
const SECONDS = Array.from({ length: 3600 - 10 + 1 }, (_, i) => 10 + i);

describe('every allowed timeout', () => {
  it.each(SHAPES)('%s: the hook speaks before Claude Code kills it', (shape) => {
    const limits = SECONDS.flatMap((timeoutSeconds) =>
      [5, 30, 600].map((questionTimeoutSeconds) => ({
        timeoutSeconds,
        questionTimeoutSeconds,
        maxTurns: 60,
        patienceSeconds: 120,
      })),
    );
    const tooLate = limits.filter((limit) => {
      const { askMs, endMs } = deadlinesFor(shape, limit);
      return !(0 < askMs && askMs + 1000 < endMs && endMs + 500 <= limit.timeoutSeconds * 1000);
    });
    expect(tooLate).toEqual([]);
  });

  it('the API is given up on only while there is time left to say so', () => {
    for (const timeoutSeconds of SECONDS) {
      const { firstByteMs, endMs } = deadlinesFor('stop', {
        timeoutSeconds,
        questionTimeoutSeconds: 30,
        maxTurns: 60,
        patienceSeconds: 120,
      });
      if (Number.isFinite(firstByteMs)) expect(firstByteMs).toBeLessThan(endMs / 2);
    }
  });
});

describe('a question', () => {
  it.each([
    { timeoutSeconds: 600, questionTimeoutSeconds: 30, endMs: 30_000 },
    { timeoutSeconds: 600, questionTimeoutSeconds: 5, endMs: 5_000 },
    { timeoutSeconds: 600, questionTimeoutSeconds: 600, endMs: 590_000 },
    { timeoutSeconds: 10, questionTimeoutSeconds: 30, endMs: 8_000 },
  ])('$questionTimeoutSeconds s within $timeoutSeconds s', ({ endMs, ...limits }) => {
    const deadlines = deadlinesFor('question', { ...limits, maxTurns: 60, patienceSeconds: 120 });
    expect(deadlines.endMs).toBe(endMs);
    expect(deadlines.askMs).toBeCloseTo((endMs * 2) / 3);
    expect(deadlines.firstByteMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('gets few turns', () => {
    const limits = { timeoutSeconds: 600, questionTimeoutSeconds: 30, maxTurns: 60, patienceSeconds: 120 };
    expect(deadlinesFor('question', limits).toolRounds).toBeLessThanOrEqual(5);
    expect(deadlinesFor('stop', limits).toolRounds).toBeGreaterThan(20);
    expect(deadlinesFor('stop', { ...limits, maxTurns: 2, patienceSeconds: 120 }).toolRounds).toBe(2);
    expect(deadlinesFor('question', { ...limits, maxTurns: 2, patienceSeconds: 120 }).toolRounds).toBe(2);
  });
});

it('a stop does not keep to the time of a question', () =>
  expect(
    deadlinesFor('stop', { timeoutSeconds: 600, questionTimeoutSeconds: 30, maxTurns: 60, patienceSeconds: 120 }),
  ).toMatchObject({
    endMs: 590_000,
    firstByteMs: 25_000,
  }));
