import { describe, expect, it } from 'vitest';
import type { HookBlocker } from '../../../src/doctor/hook-blockers.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { hooksMessages } from '../../../src/i18n/doctor-hooks.ts';
import { settingsMessages } from '../../../src/i18n/doctor-settings.ts';
import type { RoundTripOutcome } from '../../../src/sandbox/round-trip-outcome.ts';
import type { SandboxExit } from '../../../src/sandbox/run-client.ts';

const CHINESE = /[\u4e00-\u9fff]/;
const OUTCOMES: RoundTripOutcome[] = [
  { kind: 'not-started', code: 'EACCES' },
  { kind: 'no-request' },
  { kind: 'no-hook', error: 'ERROR' },
  { kind: 'no-review', error: 'ERROR' },
  { kind: 'no-feedback' },
  { kind: 'no-verdicts', found: ['FOUND'] },
];
const ENDINGS: SandboxExit[] = [
  { kind: 'exited', code: 3, signal: null },
  { kind: 'exited', code: null, signal: 'SIGSEGV' },
  { kind: 'too-slow', seconds: 60 },
];
const STOPPERS: HookBlocker[] = [
  { kind: 'setting', key: 'KEY', path: '/PATH', byAdministrator: false },
  { kind: 'setting', key: 'KEY', path: '/PATH', byAdministrator: true },
  { kind: 'variable', name: 'NAME', path: '/PATH' },
  { kind: 'variable', name: 'NAME', path: undefined },
  { kind: 'argument', argument: '--bare' },
];

describe('what is said of a round trip that broke', () => {
  it.each(OUTCOMES)('$kind', (outcome) => {
    for (const ending of ENDINGS) {
      const [english, chinese] = [hooksMessages.en.broke(outcome, ending), hooksMessages.zh.broke(outcome, ending)];
      expect(chinese).toMatch(CHINESE);
      expect(english).not.toMatch(CHINESE);
      for (const fact of ['ERROR', 'FOUND', 'EACCES', 'SIGSEGV', ' 3', '60'])
        expect([fact, chinese.includes(fact)]).toEqual([fact, english.includes(fact)]);
    }
    for (const which of ['launch', 'installed'] as const) {
      expect(hooksMessages.en.fix(outcome, which)).toMatch(/\S{2}/);
      expect(hooksMessages.zh.fix(outcome, which)).toMatch(CHINESE);
    }
  });

  it('says it differently for each', () => {
    const said = OUTCOMES.map((outcome) => hooksMessages.en.broke(outcome, { kind: 'exited', code: 0, signal: null }));
    expect(new Set(said).size).toBe(OUTCOMES.length);
  });
});

it.each(STOPPERS)('what keeps hooks away: %j', (stopper) => {
  for (const say of ['stopper', 'stopperFix'] as const) {
    const [english, chinese] = [settingsMessages.en[say](stopper), settingsMessages.zh[say](stopper)];
    expect(chinese).toMatch(CHINESE);
    for (const fact of ['KEY', '/PATH', 'NAME', '--bare'])
      expect([fact, chinese.includes(fact)]).toEqual([fact, english.includes(fact)]);
  }
});

describe.each([
  ['findings', doctorMessages],
  ['settings', settingsMessages],
  ['hooks', hooksMessages],
])('the words of %s', (_, { en, zh }) => {
  /** `a.b: text` for everything in a tree of words; functions get arguments that can be found again. */
  const spoken = (words: object, path = ''): [key: string, text: string][] =>
    Object.entries(words).flatMap(([key, value]) => {
      if (typeof value === 'string') return [[path + key, value]];
      if (typeof value !== 'function') return spoken(value, `${path + key}.`);
      return /^(?:stopper|broke|fix|configFix)/.test(key) ? [] : [[path + key, value(...ARGUMENTS)]];
    });
  // A number, a text and a list at once: whatever the words want.
  const argument = (name: string) => Object.assign([name], { toFixed: () => name, toJSON: () => name });
  const ARGUMENTS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'].map(argument);

  it('say the same in both languages', () => {
    const [english, chinese] = [new Map(spoken(en)), new Map(spoken(zh))];
    expect([...chinese.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of english) {
      const other = chinese.get(key) as string;
      expect(text).toMatch(/\S{2}/);
      expect(`${text}${other}`).not.toMatch(/undefined|NaN|\[object/);
      expect(text).not.toMatch(CHINESE);
      const facts = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', '--quick', 'ccc doctor', 'CCC_CLAUDE', 'TMPDIR'];
      expect([key, ...facts.filter((fact) => other.includes(fact))]).toEqual([
        key,
        ...facts.filter((fact) => text.includes(fact)),
      ]);
    }
  });
});
