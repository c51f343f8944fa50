import { printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config-file.ts';
import { launchOf } from '../../../src/config/launch-config.ts';
import { FILE, LAUNCH, type List, type Setting, SUPERVISOR } from '../../../src/config/schema.ts';
import { expectedFor, expectedItem } from '../../../src/config/schema-reader.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { configFix, type ProblemCause, problemText } from '../../../src/i18n/config-problems.ts';
import { jsonErrors } from '../../../src/i18n/json-errors.ts';
import { temporaryFolder } from '../folder.ts';

/** Words of JSON, and names that people write as they are. */
const NAMES = [
  ...['true', 'false', 'JSON', 'Unicode', 'name', 'run', 'shell', 'EISDIR', 'timeout'],
  ...[...Object.keys(FILE), ...Object.keys(SUPERVISOR), ...Object.keys(SUPERVISOR.checks.of)],
  ...Object.keys(SUPERVISOR.runners.of),
];

/** Chinese but for names, and with every fact of the English text. */
function expectBoth(cause: ProblemCause): void {
  const english = problemText.en(cause);
  const chinese = problemText.zh(cause);
  const choices = [...english.matchAll(/"([^"]*)"/g)].map(([, choice]) => choice);
  const words = chinese.match(/[A-Za-z_$]+/g) ?? [];
  expect(chinese, english).toMatch(/[\u4e00-\u9fff]/);
  expect(
    words.filter((word) => !NAMES.includes(word) && !choices.includes(word)),
    chinese,
  ).toEqual([]);
  for (const fact of english.match(/\d+(?:\.\d+)?|"[^"]*"|[a-z]+_[a-z_]+/g) ?? []) expect(chinese).toContain(fact);
  expect(configFix.en(cause)).toMatch(/^[A-Z].*[.}]$/);
  expect(configFix.zh(cause)).toMatch(/。$/);
}

const faultsIn = (file: unknown) =>
  [...supervisorOf(file).problems, ...launchOf(file).problems].map(({ cause }) => cause);
const SETTINGS = Object.entries<Setting | List>(SUPERVISOR);

describe('what is wrong in ccc.json is said in both languages', () => {
  it.each(SETTINGS)('supervisor.%s', (name) => {
    const problems = [Symbol('neither'), {}].flatMap((value) => faultsIn({ supervisor: { [name]: value } }));
    expect(problems).not.toEqual([]);
    for (const cause of problems) expectBoth(cause);
  });

  it.each(SETTINGS.flatMap(([name, setting]) => (setting.type === 'list' ? [[name, setting] as const] : [])))(
    'one of supervisor.%s, and what is in it',
    (name, list) => {
      for (const item of [1, { timeout: 1 }])
        for (const cause of faultsIn({ supervisor: { [name]: [item] } })) expectBoth(cause);
      for (const expected of [expectedFor(list), expectedItem(list), ...Object.values(list.of).map(expectedFor)])
        expectBoth({ code: 'wrong-value', expected });
    },
  );

  it.each(Object.keys(LAUNCH))('%s', (name) => {
    const problems = faultsIn({ [name]: Symbol('neither') });
    expect(problems).not.toEqual([]);
    for (const cause of problems) expectBoth(cause);
  });

  it.each<[what: string, setting: Setting]>([
    ['three choices', { type: 'choice', choices: ['auto', 'fork', 'evidence'] }],
    ['a number', { type: 'number', min: 0.01, max: 7 }],
    ['a string', { type: 'string' }],
    ['strings', { type: 'strings' }],
  ])('%s', (_, setting) => expectBoth({ code: 'wrong-value', expected: expectedFor(setting) }));

  it.each([[[]], [{ supervisor: 1 }], [{ checks: [] }], [{ supervisor: { chekcs: [] } }]])('%j', (file) => {
    expect(faultsIn(file)).not.toEqual([]);
    for (const cause of faultsIn(file)) expectBoth(cause);
  });

  it('a file that cannot be read', async () => {
    for (const { cause } of (await readConfig(temporaryFolder())).problems) {
      expectBoth(cause);
      expect(problemText.zh(cause)).toContain('EISDIR');
    }
  });

  it('every error that the parser of JSON knows, and no other', () => {
    const codes = Array.from({ length: 16 }, (_, i) => printParseErrorCode(i + 1));
    expect(Object.keys(jsonErrors.en)).toEqual([...codes, 'ObjectExpected', 'TooDeep']);
    for (const error of codes as (keyof typeof jsonErrors.en)[]) expectBoth({ code: 'syntax', error });
  });
});
