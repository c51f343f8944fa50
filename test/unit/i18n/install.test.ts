import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { installMessages } from '../../../src/i18n/install.ts';
import { installText } from '../../../src/install/report.ts';
import { settingsTarget } from '../../../src/install/settings-target.ts';
import { temporaryFolder } from '../folder.ts';

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  it('every code that we can explain has words of its own, and any other has some', () => {
    const codes = ['EISDIR', 'ENOTDIR', 'ENOTSUP', 'ELOOP', 'EBUSY', 'EILSEQ', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'];
    const fixes = codes.map(installMessages[language].unusableFix);
    expect(new Set(fixes).size).toBe(codes.length);
    expect(installMessages[language].unusableFix('EUNHEARDOF')).toBe(fixes.at(-1));
  });
});

it.each<[language: string, said: RegExp]>([
  ['en_GB.UTF-8', /plain claude -p does not print how its review ended; runs started with ccc -p do\./],
  ['zh_CN.UTF-8', /直接用 claude -p 运行，不会打印审查的结果；用 ccc -p 启动才会。/],
])('%s: who installs is told which runs end without a word about the review', (LANG, said) => {
  const env = readEnv({ HOME: temporaryFolder(), LANG });
  const result = {
    ...{ changed: false, command: 'ccc', timeoutSeconds: 600, cap: false, hooks: [], removed: [] },
    ...{ replaced: [], changes: [], commands: [], problems: [] },
  };
  const text = (notes: Parameters<typeof installText>[1]['notes'], dryRun: boolean) =>
    installText(settingsTarget('user', dryRun, env), { ...result, notes, backup: undefined });
  expect(text([], false)).toMatch(said);
  // Nothing is installed, or nothing of it works yet.
  expect(text([], true)).not.toMatch(said);
  expect(text([{ kind: 'not-loaded', line: 1, column: 1 }], false)).not.toMatch(said);
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
