import { describe, expect, it } from 'vitest';
import { installMessages } from '../../../src/i18n/install.ts';

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  it('every code that we can explain has words of its own, and any other has some', () => {
    const codes = ['EISDIR', 'ENOTDIR', 'ENOTSUP', 'ELOOP', 'EBUSY', 'EILSEQ', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'];
    const fixes = codes.map(installMessages[language].unusableFix);
    expect(new Set(fixes).size).toBe(codes.length);
    expect(installMessages[language].unusableFix('EUNHEARDOF')).toBe(fixes.at(-1));
  });
});

it('Chinese is Chinese, English is not', () => {
  const spoken = (value: unknown) =>
    typeof value === 'function' ? value(argument, argument, argument) : (value as string);
  for (const key of Object.keys(installMessages.en) as (keyof typeof installMessages.en)[]) {
    const [english, chinese] = [spoken(installMessages.en[key]), spoken(installMessages.zh[key])];
    expect(english).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]|undefined|NaN|\[object/);
    expect(chinese).not.toMatch(/undefined|NaN|\[object/);
    if (/[a-z]{3} /.test(english)) expect(chinese, key).toMatch(/[\u4e00-\u9fff]/);
  }
});

/** Stands for a word, a list of words and a place. */
const argument = Object.assign(['WORD'], { line: 3, column: 4, code: 'CommaExpected', toJSON: () => 'WORD' });
