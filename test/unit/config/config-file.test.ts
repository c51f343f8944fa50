import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config-file.ts';
import { launchConfigOf, NO_LAUNCH_CONFIG } from '../../../src/config/launch-config.ts';
import { problemFields } from '../../../src/config/problem-fields.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { temporaryFolder, write } from '../folder.ts';

const { supervisor: DEFAULTS } = supervisorOf({});
const read = (text: string) => readConfig(write(join(temporaryFolder(), 'ccc.json'), text));

describe('a key that is there twice', () => {
  it.each<[text: string, problems: object[]]>([
    [
      '{"supervisor":{"enabled":true},"supervisor":{"max_iterations":5}}',
      [{ key: 'supervisor', line: 1, column: 32, fix: 'written twice; the last one counts' }],
    ],
    ['{"supervisor":{\n"enabled":true,\n"enabled":false}}', [{ key: 'supervisor.enabled', line: 3, column: 1 }]],
    ['{"providers":{"a":{"env":{}},"b":{},"a":{"env":{}},"a":{}}}', [{ key: 'providers.a', line: 1, column: 52 }]],
    ['{"supervisor":{"checks":[{"name":"a","name":"b","run":"true"}]}}', [{ key: 'supervisor.checks.0.name' }]],
    ['// "x": 1\n{"supervisor":{},\n"supervisor":{},}', [{ key: 'supervisor', line: 3, column: 1 }]],
    ['// "x": 1, "x": 2\n{"supervisor":{}}', []],
    ['{"settings":{"a":"\\"b\\":","c":{"a":[{"a":1},{"a":1}]}}}', []],
  ])('%s', async (text, problems) => {
    const found = (await read(text)).problems;
    expect(found.map(problemFields)).toHaveLength(problems.length);
    expect(found.map(problemFields)).toMatchObject(problems);
  });
});

describe('a file that is fine', () => {
  const changed = { ...DEFAULTS, maxIterations: 7 };
  it.each<[why: string, text: string]>([
    ['plain', '{"supervisor": {"max_iterations": 7}}'],
    ['with comments', '// mine\n{\n  /* seven */ "supervisor": {"max_iterations": 7} // so\n}'],
    ['with trailing commas', '{"supervisor": {"max_iterations": 7,},}'],
    ['with a byte order mark', '\uFEFF{"supervisor": {"max_iterations": 7}}'],
    ['with a byte order mark and comments', '\uFEFF// mine\n{"supervisor": {"max_iterations": 7}}'],
    ['with Windows line ends', '{\r\n  // mine\r\n  "supervisor": {"max_iterations": 7}\r\n}\r\n'],
    [
      'the original’s own keys',
      '{"settings": {"a": 1}, "claude_args": [], "current_provider": "x", "providers": {}, "supervisor": {"max_iterations": 7}}',
    ],
  ])('%s', async (_, text) =>
    expect(await read(text)).toMatchObject({ supervisor: changed, problems: [], keysInFile: ['maxIterations'] }),
  );

  it.each(['{}', '{"supervisor": {}}', '{"providers": {}}'])('%s is all defaults', async (text) =>
    expect(await read(text)).toMatchObject({ supervisor: DEFAULTS, problems: [], keysInFile: [] }),
  );

  it('no file is all defaults', async () =>
    expect(await readConfig(join(temporaryFolder(), 'ccc.json'))).toMatchObject({
      text: undefined,
      supervisor: DEFAULTS,
      problems: [],
      keysInFile: [],
    }));
});

describe('a file that is not: everything by default, and where it is broken', () => {
  it.each<[why: string, text: string, problem: ReturnType<typeof problemFields>]>([
    [
      'a value too few',
      '{\n  "supervisor": {\n    "enabled": ,\n  }\n}',
      { key: '', line: 3, column: 16, fix: 'value expected' },
    ],
    ['a comma too few', '{"a": 1 "b": 2}', { key: '', line: 1, column: 9, fix: 'comma expected' }],
    [
      'the same behind a byte order mark',
      '\uFEFF{"a": 1 "b": 2}',
      { key: '', line: 1, column: 9, fix: 'comma expected' },
    ],
    ['half a file', '{"supervisor": {"enabled": true', { key: '', line: 1, column: 32, fix: 'close brace expected' }],
    ['empty', '', { key: '', fix: 'the file is empty' }],
    ['blank behind a byte order mark', '\uFEFF \n', { key: '', fix: 'the file is empty' }],
    ['a comment alone', '// mine', { key: '', line: 1, column: 8, fix: 'value expected' }],
    ['an array', '[]', { key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }],
    ['null', 'null', { key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }],
    ['a string', '"x"', { key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }],
    [
      'a section that is none',
      '{\n  "supervisor": true\n}',
      { key: 'supervisor', line: 2, column: 17, fix: 'write an object: "supervisor": { … }' },
    ],
  ])('%s', async (_, text, problem) => {
    const config = await read(text);
    expect(config).toMatchObject({ supervisor: DEFAULTS, keysInFile: [] });
    expect(config.problems.map(problemFields)).toEqual([problem]);
  });

  it('a folder in its place', async () => {
    const config = await readConfig(temporaryFolder());
    expect(config).toMatchObject({ supervisor: DEFAULTS, keysInFile: [] });
    expect(config.problems.map(problemFields)).toEqual([{ key: '', fix: 'check its permissions (EISDIR)' }]);
  });
});

describe('where a wrong value is', () => {
  it.each<[why: string, text: string, key: string, line: number, column: number]>([
    ['plain', '{\n  "supervisor": {\n    "max_iterations": 0\n  }\n}', 'supervisor.max_iterations', 3, 23],
    ['after a comment', '{\n  // so\n  "supervisor": { "enabled": 1, }\n}', 'supervisor.enabled', 3, 30],
    ['behind a byte order mark', '\uFEFF{"supervisor": {"enabled": 1}}', 'supervisor.enabled', 1, 28],
    ['a key that belongs one level deeper', '{\n "supervisor.enabled": true}', 'supervisor.enabled', 2, 24],
    ['an unknown section', '{"Supervisor": {}}', 'Supervisor', 1, 16],
    ['an unknown key', '{"supervisor": {"nonsense": 1}}', 'supervisor.nonsense', 1, 29],
    [
      'an unknown key of a check',
      '{"supervisor": {"checks": [{"name": "a", "run": "b",\n  "path": []}]}}',
      'supervisor.checks.0.path',
      2,
      11,
    ],
  ])('%s', async (_, text, key, line, column) =>
    expect((await read(text)).problems).toEqual([expect.objectContaining({ key, line, column })]),
  );
});

describe('what a launch refuses is not a problem for the hook, and the other way round', () => {
  it.each<[text: string, problems: string[], launchProblem: string | undefined]>([
    ['{"providers": [], "supervisor": {"enabled": 1}}', ['supervisor.enabled'], 'providers'],
    ['{"claude_args": 1, "settings": [], "nonsense": 1}', ['nonsense'], 'settings'],
    ['{', [''], 'close brace expected'],
    ['[]', [''], 'the file'],
    [' \n', [''], undefined],
  ])('%j', async (text, problems, launchProblem) => {
    const config = await read(text);
    expect(config.problems.map(({ key }) => key)).toEqual(problems);
    const refused = await launchConfigOf(config, 'ccc.json', 'en').catch((error: Error) => error.message);
    if (launchProblem === undefined) expect(refused).toEqual(NO_LAUNCH_CONFIG);
    else expect(refused).toMatch(new RegExp(`^ccc\\.json:\\d+:\\d+: ${launchProblem}( cannot be used)?$`));
  });
});
