import { printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
import { describe, expect, it } from 'vitest';
import { FILE, type List, type Setting, SUPERVISOR } from '../../../src/config/schema.ts';
import { fixFor, fixForItem, fixForList } from '../../../src/config/schema-reader.ts';
import { readConfig, supervisorOf } from '../../../src/config/supervisor-config.ts';
import { translated } from '../../../src/i18n/translated.ts';
import { sentence } from '../../../src/platform/json/parse.ts';
import { temporaryFolder } from '../folder.ts';

/** Words of JSON, and names that people write as they are. */
const NAMES = [
  ...['true', 'false', 'JSON', 'Unicode', 'name', 'run'],
  ...[...Object.keys(FILE), ...Object.keys(SUPERVISOR), ...Object.keys(SUPERVISOR.checks.of)],
];

function expectChinese(english: string): void {
  const chinese = translated(english, 'zh');
  const choices = [...english.matchAll(/"([^"]*)"/g)].map(([, choice]) => choice);
  const words = chinese.match(/[A-Za-z_$]+/g) ?? [];
  expect(chinese, english).toMatch(/[\u4e00-\u9fff]/);
  expect(
    words.filter((word) => !NAMES.includes(word) && !choices.includes(word)),
    chinese,
  ).toEqual([]);
  for (const fact of english.match(/\d+(?:\.\d+)?|"[^"]*"|[a-z]+_[a-z_]+/g) ?? []) expect(chinese).toContain(fact);
  expect(translated(english, 'en')).toBe(english);
}

/** What is said about every value that no setting takes. */
const problems = (file: unknown) => supervisorOf(file).problems.map(({ fix }) => fix);
const SETTINGS = Object.entries<Setting | List>(SUPERVISOR);

describe('what is wrong in ccc.json is said in Chinese too', () => {
  it.each(SETTINGS)('supervisor.%s', (name) => {
    const fixes = [Symbol('neither'), {}].flatMap((value) => problems({ supervisor: { [name]: value } }));
    expect(fixes).not.toEqual([]);
    for (const fix of fixes) expectChinese(fix);
  });

  it.each(SETTINGS.flatMap(([name, setting]) => (setting.type === 'list' ? [[name, setting] as const] : [])))(
    'one of supervisor.%s, and what is in it',
    (name, list) => {
      for (const fix of problems({ supervisor: { [name]: [1] } })) expectChinese(fix);
      for (const fix of [
        fixForList(list),
        fixForItem(list, 1),
        fixForItem(list, { timeout: 1 }),
        ...Object.values(list.of).map(fixFor),
      ])
        expectChinese(fix);
    },
  );

  it.each<[what: string, setting: Setting]>([
    ['three choices', { type: 'choice', choices: ['auto', 'fork', 'evidence'] }],
    ['a number', { type: 'number', min: 0.01, max: 7 }],
    ['a string', { type: 'string' }],
    ['strings', { type: 'strings' }],
  ])('%s', (_, setting) => expectChinese(fixFor(setting)));

  it.each([[[]], [{ supervisor: 1 }], [{ checks: [] }], [{ supervisor: { chekcs: [] } }]])('%j', (file) => {
    expect(problems(file)).not.toEqual([]);
    for (const fix of problems(file)) expectChinese(fix);
  });

  it('a file that cannot be read', async () => {
    const [problem] = (await readConfig(temporaryFolder())).problems;
    expect(translated(problem?.fix ?? '', 'zh')).toBe('请让它可读（EISDIR）');
  });

  it.each(Array.from({ length: 16 }, (_, i) => sentence(printParseErrorCode(i + 1))))('%s', (found) => {
    expect(found).toMatch(/^[a-z ]+$/);
    expectChinese(found);
  });
});
