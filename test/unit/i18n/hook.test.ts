import { describe, expect, it } from 'vitest';
import { hookMessages } from '../../../src/i18n/hook.ts';
import { figures, judgementMessages } from '../../../src/i18n/judgement.ts';
import { programMessages } from '../../../src/i18n/program.ts';
import { reviewerMessages } from '../../../src/i18n/reviewer.ts';

const PASSED = { passed: 1, reused: { count: 1, time: '14:02' } };
const FACTS = { count: 3, max: 20, seconds: 12.3, costUsd: 0.25 };

/** Stands for any argument: the facts of a round or an input problem where those are wanted, else a word to find again. */
const argument = (name: string) => ({
  ...FACTS,
  ...{ ms: 14_000, failures: 3, status: 529 },
  levels: 7,
  mebibytes: 7,
  reason: 'EIO',
  toString: () => name,
  // Where a number is wanted: several.
  valueOf: () => 4,
  toJSON: () => name,
});
const ARGUMENTS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'];

function textOf(value: unknown): string {
  return typeof value === 'function' ? value(...ARGUMENTS.map(argument)) : (value as string);
}

describe.each([
  ['hook', hookMessages],
  ['judgement', judgementMessages],
  ['input errors', { en: hookMessages.en.inputErrors, zh: hookMessages.zh.inputErrors }],
  ['pending notices', { en: hookMessages.en.pending, zh: hookMessages.zh.pending }],
  ['program', programMessages],
  ['reviewer', reviewerMessages],
])('both languages: %s', (_, topic) => {
  const { en, zh } = topic as { en: Record<string, unknown>; zh: Record<string, unknown> };
  const keys = Object.keys(en).filter((key) => key !== 'inputErrors' && key !== 'pending');

  it('have the same texts', () => expect(Object.keys(zh)).toEqual(Object.keys(en)));

  it.each(keys)('%s', (key) => {
    const [english, chinese] = [textOf(en[key]), textOf(zh[key])];
    for (const text of [english, chinese]) {
      expect(text).toMatch(/\S{2}/);
      expect(text).not.toMatch(/undefined|NaN|\[object|\$\{/);
    }
    expect(chinese).toMatch(/[\u4e00-\u9fff]/);
    expect(english).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]/);
    const facts = [...ARGUMENTS, '3', '20', '12 ', '$0.25', '12.3', '7', 'EIO'];
    expect(facts.filter((fact) => chinese.includes(fact))).toEqual(facts.filter((fact) => english.includes(fact)));
  });
});

describe.each(['en', 'zh'] as const)('%s', (language) => {
  const messages = { ...hookMessages[language], ...judgementMessages[language] };

  it('the error codes we can explain, and any other', () => {
    const { stateUnusableFix } = messages;
    const fixes = ['EISDIR', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].map(stateUnusableFix);
    expect(new Set(fixes).size).toBe(fixes.length);
    expect(stateUnusableFix('EUNHEARDOF')).toBe(fixes.at(-1));
  });

  it('a block says how to turn supervision off, a pause how to go on', () => {
    expect(messages.blocked(FACTS, '/supervisoroff')).toContain('/supervisoroff');
    expect(messages.paused(20, '/supervisor')).toContain('/supervisor');
    expect(messages.approved(FACTS, PASSED, 'x')).not.toContain('supervisor');
  });

  it('lines for the user are one line', () => {
    const lines = [
      messages.approved(FACTS, PASSED, 'x'),
      messages.blocked(FACTS, 'x'),
      messages.failed(FACTS, 'x'),
      messages.sentBackUnreviewed(FACTS, 'x'),
      messages.deniedUnreviewed(FACTS, 'x'),
      messages.leftToYou,
      messages.waitedForApi({ ms: 14_000, failures: 3, status: 529 }),
      messages.stalled(FACTS, 3, 'x'),
      messages.paused(3, 'x'),
      messages.turnedOff,
    ];
    for (const line of lines) expect(line).not.toContain('\n');
  });
});

describe('figures', () => {
  it.each([
    [0, null, '0.0 s'],
    [0.04, null, '0.0 s'],
    [1.26, null, '1.3 s'],
    [9.94, null, '9.9 s'],
    [10, null, '10 s'],
    [75.6, null, '76 s'],
    [1.26, 0, '1.3 s, $0.000'],
    [1.26, 0.0124, '1.3 s, $0.012'],
    [1.26, 0.1, '1.3 s, $0.10'],
    [600, 12.345, '600 s, $12.35'],
  ])('%d s, %j', (seconds, costUsd, text) => {
    expect(figures({ seconds, costUsd }, 'en')).toBe(text);
    expect(figures({ seconds, costUsd }, 'zh')).toBe(text.replace(' s', ' 秒').replace(', ', '，'));
  });
});
