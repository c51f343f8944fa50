import { describe, expect, it } from 'vitest';
import { configMessages } from '../../../src/i18n/config.ts';
import { evalMessages } from '../../../src/i18n/eval.ts';
import { evalAddMessages } from '../../../src/i18n/eval-add.ts';
import { importSettingsMessages } from '../../../src/i18n/import-settings.ts';
import { initMessages } from '../../../src/i18n/init.ts';
import { providerAddMessages } from '../../../src/i18n/provider-add.ts';
import { providerCommandMessages } from '../../../src/i18n/provider-command.ts';
import { providerQuestions } from '../../../src/i18n/provider-questions.ts';
import { claudeSettingsMessages, providerMessages } from '../../../src/i18n/providers.ts';
import { trustMessages } from '../../../src/i18n/trust.ts';
import { validateMessages } from '../../../src/i18n/validate.ts';

const TOPICS: Record<string, { en: object; zh: object }> = {
  claudeSettingsMessages,
  configMessages,
  evalAddMessages,
  evalMessages,
  initMessages,
  providerAddMessages,
  providerCommandMessages,
  providerQuestions,
  providerMessages,
  importSettingsMessages,
  trustMessages,
  validateMessages,
};

/** Stands for any argument: a word that can be found again, a list of one, a place, a source of a key. */
const argument = (name: string) =>
  Object.assign([name], {
    ...{ line: 3, column: 4, code: 'CommaExpected' },
    ...{ from: 'variable', variable: name, set: false },
    toString: () => name,
  });
const ARGUMENTS = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'].map(argument);

/** Every text in there, nested ones too, with the name it has. */
function texts(words: unknown, path = ''): [name: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return texts(words(...ARGUMENTS), path);
  return Object.entries(words as object).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
}

describe.each(Object.entries(TOPICS))('%s', (_, { en, zh }) => {
  const chinese = Object.fromEntries(texts(zh));

  it.each(texts(en))('%s is there in both languages, with the same facts', (name, english) => {
    const other = chinese[name] ?? '';
    for (const text of [english, other]) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/undefined|\[object/);
    }
    expect(english).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]/);
    const facts = [
      'FIRST',
      'SECOND',
      'FOURTH',
      'ANTHROPIC_',
      'ccc provider',
      '--key',
      '--url',
      '--model',
      'CCC_CONFIG_DIR',
    ];
    expect(facts.filter((fact) => other.includes(fact))).toEqual(facts.filter((fact) => english.includes(fact)));
  });
});
