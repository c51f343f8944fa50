import { describe, expect, it } from 'vitest';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { hooksMessages } from '../../../src/i18n/doctor-hooks.ts';
import { settingsMessages } from '../../../src/i18n/doctor-settings.ts';

const CHINESE = /[\u4e00-\u9fff]/;
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
      return [[path + key, value(...ARGUMENTS)]];
    });
  // A number, a text and a list at once: whatever the words want.
  const argument = (name: string) =>
    Object.assign([name], {
      ...{ line: name, column: name, code: 'CommaExpected' },
      ...{ toFixed: () => name, toJSON: () => name },
    });
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
