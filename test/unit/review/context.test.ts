import { describe, expect, it } from 'vitest';
import {
  type ContextKind,
  type ContextPreferences,
  chooseContext,
  evidenceBudget,
  fitEvidence,
} from '../../../src/review/context.ts';

const AUTO: ContextPreferences = { context: 'auto', otherProvider: false, otherModel: false };
const SHORT = { bytes: 100_000, tokens: 20_000 };

describe('what the reviewer has before it', () => {
  it.each<
    [why: string, session: Parameters<typeof chooseContext>[0], wish: Partial<ContextPreferences>, kind: ContextKind]
  >([
    ['no session', undefined, {}, 'fresh'],
    ['no session, whatever was wished', undefined, { context: 'fork' }, 'fresh'],
    ['a short one', SHORT, {}, 'fork'],
    ['a short one of unknown length', { bytes: 100_000, tokens: 0 }, {}, 'fork'],
    ['a long conversation', { bytes: 100_000, tokens: 100_001 }, {}, 'evidence'],
    ['a long file', { bytes: 5_000_000, tokens: 0 }, {}, 'evidence'],
    ['another service', SHORT, { otherProvider: true }, 'evidence'],
    ['another model', SHORT, { otherModel: true }, 'fork'],
    ['another model, not so short', { bytes: 100_000, tokens: 30_000 }, { otherModel: true }, 'evidence'],
    ['a fork by all means', { bytes: 50_000_000, tokens: 900_000 }, { context: 'fork', otherProvider: true }, 'fork'],
    ['evidence by all means', SHORT, { context: 'evidence' }, 'evidence'],
  ])('%s', (_, session, wish, kind) => expect(chooseContext(session, { ...AUTO, ...wish })).toBe(kind));
});

describe('the budget for evidence', () => {
  it('is what the rest leaves, as it is sent', () => {
    expect(evidenceBudget('')).toBeGreaterThan(12_000);
    expect(evidenceBudget('"'.repeat(1000))).toBe(evidenceBudget('') - 2000);
    expect(evidenceBudget('数'.repeat(1000))).toBe(evidenceBudget('') - 3000);
    expect(evidenceBudget('x'.repeat(100_000))).toBe(3000);
  });

  it('is kept to, line breaks counted twice', () => {
    const evidence = (maxBytes: number) => 'a\n'.repeat(maxBytes / 2);
    const text = fitEvidence(6000, evidence);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(6000);
    expect(text.length).toBeGreaterThan(3000);
    expect(fitEvidence(100, evidence)).toHaveLength(3000);
  });
});
