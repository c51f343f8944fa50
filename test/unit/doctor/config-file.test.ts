import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { diagnoseConfig } from '../../../src/doctor/config-file.ts';
import { temporaryFolder, write } from '../folder.ts';

const check = (path: string) => diagnoseConfig(path, readEnv({ HOME: '/home/me' }));

it.each<[what: string, text: string | undefined, expected: [level: string, what: RegExp][], launches: boolean]>([
  ['not there', undefined, [], true],
  ['good', '{ "supervisor": { "max_iterations": 5 } }', [], true],
  [
    'a value out of range',
    '{\n  "supervisor": { "max_iterations": 0 }\n}',
    [['warning', /ccc\.json:2:37: supervisor\.max_iterations/]],
    true,
  ],
  ['broken: said once', '{\n  "supervisor": {', [['problem', /ccc\.json:2:18: /]], false],
  ['not for a launch', '{\n  "providers": []\n}', [['problem', /ccc\.json:2:16: providers/]], false],
  [
    'both',
    '{\n  "providers": [],\n  "supervisor": { "enabled": "yes" }\n}',
    [
      ['problem', /providers/],
      ['warning', /ccc\.json:3:30: supervisor\.enabled/],
    ],
    false,
  ],
  ['empty', '\n', [['note', /ccc\.json is empty/]], true],
  ['a key nobody knows', '{ "supervisors": {} }', [['warning', /supervisors/]], true],
])('ccc.json %s', async (_, text, expected, launches) => {
  const path = join(temporaryFolder(), 'ccc.json');
  if (text !== undefined) write(path, text);
  const { diagnoses, launch } = await check(path);
  expect(diagnoses.map(({ level }) => level)).toEqual(expected.map(([level]) => level));
  expected.forEach(([, what], i) => {
    expect(diagnoses[i]?.what).toMatch(what);
    expect(diagnoses[i]?.fix).toMatch(/\S/);
  });
  expect(launch !== undefined).toBe(launches);
});

it('a folder in its place', async () => {
  const path = join(temporaryFolder(), 'ccc.json');
  mkdirSync(path);
  expect((await check(path)).diagnoses).toMatchObject([{ level: 'problem', what: expect.stringContaining('EISDIR') }]);
});
