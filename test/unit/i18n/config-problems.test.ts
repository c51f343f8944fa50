import { printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
import { describe, expect, it } from 'vitest';
import { parseConfig, readConfig } from '../../../src/config/config-file.ts';
import { launchOf } from '../../../src/config/launch-config.ts';
import { FILE, LAUNCH, type List, type Setting, SUPERVISOR } from '../../../src/config/schema.ts';
import { expectedFor, expectedItem } from '../../../src/config/schema-reader.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { configFix, configProblemLines, type ProblemCause, problemText } from '../../../src/i18n/config-problems.ts';
import { jsonErrors } from '../../../src/i18n/json-errors.ts';
import { temporaryFolder } from '../folder.ts';

/** Words of JSON, and names that people write as they are. */
const NAMES = [
  ...['true', 'false', 'JSON', 'Unicode', 'name', 'run', 'shell', 'EISDIR', 'timeout'],
  ...[...Object.keys(FILE), ...Object.keys(SUPERVISOR), ...Object.keys(SUPERVISOR.checks.of)],
  ...Object.keys(SUPERVISOR.runners.of),
  ...[...SUPERVISOR.events.choices, 'PreToolUse', 'Claude', 'Code', 'matcher', 'mcp__'],
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

  it.each(['SubagentStopp', 'nothing', 'PreToolUse', 7])('a wrong name in supervisor.events: %s', (name) => {
    const problems = faultsIn({ supervisor: { events: [name] } });
    expect(problems).toHaveLength(1);
    for (const cause of problems) expectBoth(cause);
  });

  it.each(SETTINGS.flatMap(([name, setting]) => (setting.type === 'list' ? [[name, setting] as const] : [])))(
    'one of supervisor.%s, and what is in it',
    (name, list) => {
      const good = Object.fromEntries(
        Object.entries(list.of).map(([key, setting]) => [key, 'choices' in setting ? setting.choices[0] : 'name']),
      );
      for (const item of [1, { timeout: 1 }, { ...good, timeout: 1 }, { ...good, timeout: 1, run: 1, kind: 1 }]) {
        const problems = (['drop-key', 'drop-item'] as const).flatMap(
          (onUnknownItemKey) => supervisorOf({ supervisor: { [name]: [item] } }, onUnknownItemKey).problems,
        );
        expect(problems.length).toBeGreaterThanOrEqual(2);
        for (const { cause } of problems) expectBoth(cause);
      }
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

  it.each([
    [[]],
    [{ supervisor: 1 }],
    [{ checks: [] }],
    [{ 'supervisor.checks': [] }],
    [{ nonsense: [] }],
    [{ supervisor: { chekcs: [] } }],
  ])('%j', (file) => {
    expect(faultsIn(file)).not.toEqual([]);
    for (const cause of faultsIn(file)) expectBoth(cause);
  });

  it('a file that cannot be read', async () => {
    for (const { cause } of (await readConfig(temporaryFolder())).problems) {
      expectBoth(cause);
      expect(problemText.zh(cause)).toContain('EISDIR');
    }
  });

  it('a file that is empty', () => expectBoth({ code: 'empty-file' }));

  it('every error that the parser of JSON knows, and no other', () => {
    const codes = Array.from({ length: 16 }, (_, i) => printParseErrorCode(i + 1));
    expect(Object.keys(jsonErrors.en)).toEqual([...codes, 'ObjectExpected', 'TooDeep']);
    for (const error of codes as (keyof typeof jsonErrors.en)[]) expectBoth({ code: 'syntax', error });
  });
});

it.each<[text: string, en: string[], zh: string[]]>([
  [
    '{"supervisor":{"checks":[{"name":"t","run":"sh t.sh","always":true,"path":["a"]}]}}',
    ['ccc: f:1:75: supervisor.checks.0.path: unknown key (did you mean "paths"?); the key is ignored.'],
    ['ccc：f:1:75：supervisor.checks.0.path：未知的键（你是想写 "paths" 吗？）；已忽略这个键。'],
  ],
  [
    '{"supervisor":{"checks":[{"name":"t","command":"sh t.sh"}]}}',
    [
      'ccc: f:1:26: supervisor.checks.0: check "t" is NOT run: unknown key "command"; write { "name": "…", "run": "…" }; optional keys: timeout_seconds, paths, always.',
    ],
    [
      'ccc：f:1:26：supervisor.checks.0：检查 "t" 不会运行：未知的键 "command"；应该写 { "name": "…", "run": "…" }，可选的键：timeout_seconds、paths、always。',
    ],
  ],
  [
    '{"supervisor":{"runners":["make"]}}',
    [
      'ccc: f:1:27: supervisor.runners.0: this runner is NOT used: write { "command": "…", "kind": "test" | "build" | "lint" | "types" }; optional keys: passed, failed.',
    ],
    [
      'ccc：f:1:27：supervisor.runners.0：这个运行器不会使用：应该写 { "command": "…", "kind": "test" | "build" | "lint" | "types" }，可选的键：passed、failed。',
    ],
  ],
  [
    '{"enabled": true}',
    [
      'ccc: f:1:13: enabled: unknown key (did you mean supervisor.enabled? Write "supervisor": { "enabled": … }); it is ignored.',
    ],
    [
      'ccc：f:1:13：enabled：未知的键（你是想写 supervisor.enabled 吗？请写成 "supervisor": { "enabled": … }）；已忽略。',
    ],
  ],
  ['', ['ccc: f: the file is empty; the defaults are used.'], ['ccc：f：文件是空的；使用默认值。']],
  [
    '{"supervisor":{"max_turns":0}}',
    ['ccc: f:1:28: supervisor.max_turns: write a whole number from 1 to 200; the default is used.'],
    ['ccc：f:1:28：supervisor.max_turns：应该写 1 到 200 之间的整数；使用默认值。'],
  ],
  [
    '{"supervisor":{"max_turns":1,"max_turns":2}}',
    ['ccc: f:1:30: supervisor.max_turns: written twice; the last one counts.'],
    ['ccc：f:1:30：supervisor.max_turns：写了两次，以最后一个为准。'],
  ],
])('the lines on stderr about %s', async (text, en, zh) => {
  const { problems } = await parseConfig(text);
  expect(configProblemLines('f', problems, 'en')).toEqual(en);
  expect(configProblemLines('f', problems, 'zh')).toEqual(zh);
});
