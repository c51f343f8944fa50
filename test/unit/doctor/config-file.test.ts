import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { diagnoseConfig, diagnoseRepository } from '../../../src/doctor/config-file.ts';
import { trust } from '../../../src/trust/change-trust.ts';
import { repositoryFilesFor } from '../../../src/trust/repository-files.ts';
import { temporaryFolder, write } from '../folder.ts';
import { repositoryAt, world } from '../trust/repository.ts';

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

it.each<[was: 'trusted' | 'never trusted', level: string]>([
  ['trusted', 'warning'],
  ['never trusted', 'note'],
])('a repository’s ccc.json that cannot be trusted as it is, %s: what to correct comes first', async (was, level) => {
  const w = world();
  const p = repositoryAt(w.at('p'));
  const files = repositoryFilesFor(p, w.env);
  if (was === 'trusted' && files) trust(files, w.paths, w.env);
  write(join(p, '.claude', 'ccc.json'), '{"supervisor": {');
  const [diagnosis, ...others] = await diagnoseRepository(p, w.paths, w.env);
  expect(others).toEqual([]);
  expect(diagnosis).toMatchObject({
    level,
    fix: expect.stringMatching(/ccc\.json:1:17: .+ Correct it, then: ccc trust /),
  });
});
