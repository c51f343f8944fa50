import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUPERVISOR } from '../../../src/config/schema.ts';
import { type Config, type ConfigProblem, readConfig, supervisorOf } from '../../../src/config/supervisor-config.ts';
import { temporaryFolder, write } from '../folder.ts';

const DEFAULTS = {
  enabled: false,
  maxIterations: 20,
  timeoutSeconds: 600,
  questionTimeoutSeconds: 30,
  onFailure: 'deny',
  checks: [],
  context: 'auto',
  maxTurns: 60,
  stallAfter: 0,
  skipUnchanged: false,
};
const CHECK = '{ "name": "…", "run": "…" }, with timeout_seconds and paths if you like';
const KNOWN = `unknown here; known are ${Object.keys(SUPERVISOR).join(', ')}`;
const read = (text: string) => readConfig(write(join(temporaryFolder(), 'ccc.json'), text));
const one = (key: string, value: unknown): Config => supervisorOf({ supervisor: { [key]: value } });

describe('a value in its range', () => {
  it.each<[key: string, value: unknown, field: keyof Config['supervisor']]>([
    ['enabled', true, 'enabled'],
    ['enabled', false, 'enabled'],
    ['max_iterations', 1, 'maxIterations'],
    ['max_iterations', 100, 'maxIterations'],
    ['timeout_seconds', 10, 'timeoutSeconds'],
    ['timeout_seconds', 3600, 'timeoutSeconds'],
    ['question_timeout_seconds', 5, 'questionTimeoutSeconds'],
    ['question_timeout_seconds', 600, 'questionTimeoutSeconds'],
    ['on_failure', 'deny', 'onFailure'],
    ['on_failure', 'ask', 'onFailure'],
    ['checks', [{ name: 'test', run: 'npm test' }], 'checks'],
    ['context', 'evidence', 'context'],
    ['provider', 'kimi', 'provider'],
    ['model', 'opus', 'model'],
    ['max_turns', 200, 'maxTurns'],
    ['max_cost_usd', 0.01, 'maxCostUsd'],
    ['max_cost_usd_per_day', 12.5, 'maxCostUsdPerDay'],
    ['stall_after', 3, 'stallAfter'],
    ['skip_unchanged', true, 'skipUnchanged'],
  ])('%s: %j', (key, value, field) =>
    expect(one(key, value)).toEqual({ supervisor: { ...DEFAULTS, [field]: value }, problems: [], sets: [field] }),
  );
});

describe('a value out of it is a problem and a default', () => {
  it.each<[key: string, values: unknown[], fix: string]>([
    ['enabled', ['true', 1, 0, null], 'write true or false'],
    ['max_iterations', [0, 101, -1, 1.5, '20', null, true, [20]], 'write a whole number from 1 to 100'],
    ['timeout_seconds', [9, 3601, 0, 600.5, '600'], 'write a whole number from 10 to 3600'],
    ['question_timeout_seconds', [4, 601, '30'], 'write a whole number from 5 to 600'],
    ['on_failure', ['allow', 'Deny', true, null], 'write "deny" or "ask"'],
    ['context', ['whole', '', true], 'write "auto" or "fork" or "evidence"'],
    ['provider', [1, null, []], 'write a string'],
    ['model', [1, null, []], 'write a string'],
    ['max_turns', [0, 201, 1.5], 'write a whole number from 1 to 200'],
    ['max_cost_usd', [0, -1, '2', null], 'write a number from 0.01 to 100000'],
    ['max_cost_usd_per_day', [0, true], 'write a number from 0.01 to 100000'],
    ['stall_after', [-1, 101, '3'], 'write a whole number from 0 to 100'],
    ['skip_unchanged', ['yes', 1], 'write true or false'],
    ['checks', [{}, 'npm test', true], `write a list of ${CHECK}`],
    ['max_iteration', [20], KNOWN],
    ['toString', [1], KNOWN],
  ])('%s: %j', (key, values, fix) => {
    for (const value of values) {
      expect(one(key, value)).toMatchObject({ supervisor: DEFAULTS, problems: [{ key: `supervisor.${key}`, fix }] });
    }
  });

  it.each<[why: string, check: unknown, fix?: string]>([
    ['no command', { name: 'test' }],
    ['no name', { run: 'npm test' }],
    ['an empty command', { name: 'test', run: ' ' }],
    ['a time that is none', { name: 'test', run: 'npm test', timeout_seconds: 0 }],
    ['one glob', { name: 'test', run: 'npm test', paths: 'src/**' }],
    [
      'an unknown key',
      { name: 'test', run: 'npm test', path: ['src/**'] },
      'unknown here: "path"; known are name, run, timeout_seconds, paths',
    ],
    ['a command alone', 'npm test'],
  ])('in a check (%s) it leaves the others alone', (_, check, fix) => {
    const good = { name: 'lint', run: 'npm run lint', timeout_seconds: 5, paths: ['src/**'] };
    expect(one('checks', [good, check])).toEqual({
      supervisor: { ...DEFAULTS, checks: [good] },
      problems: [{ key: 'supervisor.checks.1', fix: fix ?? `write ${CHECK}`, leftOut: true }],
      sets: ['checks'],
    });
  });

  it('and spoils nothing else', () =>
    expect(supervisorOf({ supervisor: { max_iterations: 0, timeout_seconds: 60, nonsense: 1 } })).toMatchObject({
      supervisor: { ...DEFAULTS, timeoutSeconds: 60 },
      problems: [{ key: 'supervisor.max_iterations' }, { key: 'supervisor.nonsense' }],
      sets: ['maxIterations', 'timeoutSeconds'],
    }));
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
    expect(await read(text)).toEqual({ supervisor: changed, problems: [], sets: ['maxIterations'] }),
  );

  it.each(['{}', '{"supervisor": {}}', '{"providers": {}}'])('%s is all defaults', async (text) =>
    expect(await read(text)).toEqual({ supervisor: DEFAULTS, problems: [], sets: [] }),
  );

  it('no file is all defaults', async () =>
    expect(await readConfig(join(temporaryFolder(), 'ccc.json'))).toEqual({
      supervisor: DEFAULTS,
      problems: [],
      sets: [],
    }));
});

describe('a file that is not: everything by default, and where it is broken', () => {
  it.each<[why: string, text: string, problem: ConfigProblem]>([
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
    ['empty', '', { key: '', line: 1, column: 1, fix: 'value expected' }],
    ['an array', '[]', { key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }],
    ['null', 'null', { key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }],
    ['a string', '"x"', { key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }],
    [
      'a section that is none',
      '{\n  "supervisor": true\n}',
      { key: 'supervisor', line: 2, column: 17, fix: 'write an object: "supervisor": { … }' },
    ],
  ])('%s', async (_, text, problem) =>
    expect(await read(text)).toEqual({ supervisor: DEFAULTS, problems: [problem], sets: [] }),
  );

  it('a folder in its place', async () =>
    expect(await readConfig(temporaryFolder())).toEqual({
      supervisor: DEFAULTS,
      problems: [{ key: '', fix: 'make it readable (EISDIR)' }],
      sets: [],
    }));
});

describe('where a wrong value is', () => {
  it.each<[why: string, text: string, key: string, line: number, column: number]>([
    ['plain', '{\n  "supervisor": {\n    "max_iterations": 0\n  }\n}', 'supervisor.max_iterations', 3, 23],
    ['after a comment', '{\n  // so\n  "supervisor": { "enabled": 1, }\n}', 'supervisor.enabled', 3, 30],
    ['behind a byte order mark', '\uFEFF{"supervisor": {"enabled": 1}}', 'supervisor.enabled', 1, 28],
    ['a key that belongs one level deeper', '{\n "supervisor.enabled": true}', 'supervisor.enabled', 2, 24],
    ['an unknown section', '{"Supervisor": {}}', 'Supervisor', 1, 16],
    ['an unknown key', '{"supervisor": {"nonsense": 1}}', 'supervisor.nonsense', 1, 29],
  ])('%s', async (_, text, key, line, column) =>
    expect((await read(text)).problems).toEqual([expect.objectContaining({ key, line, column })]),
  );
});
