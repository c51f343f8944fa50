import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../../src/i18n/en.ts';
import { figures, messagesIn } from '../../../src/i18n/messages.ts';
import { translated } from '../../../src/i18n/translated.ts';
import { zh } from '../../../src/i18n/zh.ts';
import { ROOT } from '../../support/sandbox.ts';

const keys = Object.keys(en) as (keyof typeof en)[];
const FACTS = { count: 3, max: 20, seconds: 12.3, costUsd: 0.25 };

/** Stands for any argument: the facts of a round where those are wanted, else a word that can be found again. */
const argument = (name: string) => ({ ...FACTS, toString: () => name, toJSON: () => name });
const ARGUMENTS = ['FIRST', 'SECOND', 'THIRD'];

function spoken(value: unknown): string {
  return typeof value === 'function' ? value(...ARGUMENTS.map(argument)) : (value as string);
}

describe('both languages', () => {
  it('have the same texts', () => expect(Object.keys(zh)).toEqual(keys));

  it.each(keys)('%s', (key) => {
    const [english, chinese] = [spoken(en[key]), spoken(zh[key])];
    for (const text of [english, chinese]) {
      expect(text).toMatch(/\S{2}/);
      expect(text).not.toMatch(/undefined|NaN|\[object|\$\{/);
    }
    expect(chinese).toMatch(/[\u4e00-\u9fff]/);
    expect(english).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]/);
    const facts = [...ARGUMENTS, '3', '20', '12 s', '$0.25'];
    expect(facts.filter((fact) => chinese.includes(fact))).toEqual(facts.filter((fact) => english.includes(fact)));
  });

  it.each(['en', 'zh'] as const)('%s: the codes we can explain, and any other', (language) => {
    const { stateUnusableFix } = messagesIn(language);
    const fixes = ['EISDIR', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].map(stateUnusableFix);
    expect(new Set(fixes).size).toBe(fixes.length);
    expect(stateUnusableFix('EUNHEARDOF')).toBe(fixes.at(-1));
  });

  it.each(['en', 'zh'] as const)('%s: a block says how to switch supervision off, a pause how to go on', (language) => {
    const messages = messagesIn(language);
    expect(messages.blocked(FACTS, '/supervisoroff')).toContain('/supervisoroff');
    expect(messages.paused(20, '/supervisor')).toContain('/supervisor');
    expect(messages.allowed(FACTS, 1)).not.toContain('supervisor');
  });

  it.each(['en', 'zh'] as const)('%s: lines for the user are one line', (language) => {
    const messages = messagesIn(language);
    const lines = [
      messages.allowed(FACTS, 1),
      messages.blocked(FACTS, 'x'),
      messages.failed(FACTS, 'x'),
      messages.paused(3, 'x'),
      messages.wentOff,
    ];
    for (const line of lines) expect(line).not.toContain('\n');
  });

  it('every command has its help', () => {
    for (const messages of [en, zh]) {
      expect(messages.hookHelp).toMatch(/CCC_SUPERVISOR_ID[\s\S]*CCC_CONFIG_DIR/);
      expect(messages.modeHelp).toMatch(/CCC_SUPERVISOR_ID/);
    }
  });
});

it.each([
  ['en', en],
  ['zh', zh],
] as const)('the words of %s', (language, messages) => expect(messagesIn(language)).toBe(messages));

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
    expect(figures({ count: 1, max: 20, seconds, costUsd }, 'en')).toBe(text);
    expect(figures({ count: 1, max: 20, seconds, costUsd }, 'zh')).toBe(text.replace(', ', '，'));
  });
});

it('whatever can be wrong with a hook’s input is said in Chinese too', () => {
  const sources = ['src/hook/protocol/input.ts', 'src/hook/stdin.ts']
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('');
  const faults = [...sources.matchAll(/InputError\(\s*(?:'([^']+)'|`([^`]+)`)/g)].map(([, plain, filled]) =>
    (plain ?? filled ?? '').replaceAll(/\$\{[^}]*\}/g, '7'),
  );
  expect(faults.length).toBeGreaterThan(10);
  for (const fault of faults) {
    expect(translated(fault, 'en')).toBe(fault);
    expect(translated(fault, 'zh'), fault).not.toBe(fault);
  }
});
