import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { readLaunchConfig } from '../../../src/config/launch-config.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { diagnoseFilePermissions, diagnoseOwners, holdsKey } from '../../../src/doctor/file-permissions.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { temporaryFolder, write } from '../folder.ts';

const MY_KEY = `\${${'MY_KEY'}}`;
const KEY = { providers: { mine: { env: { ANTHROPIC_AUTH_TOKEN: 'made-up-key-4711' } } } };
const VARIABLE = { providers: { mine: { env: { ANTHROPIC_AUTH_TOKEN: MY_KEY } } } };

const configOf = (content: object) =>
  readLaunchConfig(write(join(temporaryFolder(), 'c'), JSON.stringify(content)), 'en');

it.each<[content: object, expected: boolean]>([
  [{}, false],
  [KEY, true],
  [VARIABLE, false],
  [{ settings: { env: { ANTHROPIC_API_KEY: 'made-up-key-4711' } } }, true],
  [
    { providers: { mine: { api_key_command: 'pass show mine', env: { ANTHROPIC_BASE_URL: 'https://x.example' } } } },
    false,
  ],
  [{ providers: { mine: { env: { ANTHROPIC_AUTH_TOKEN: `prefix-${MY_KEY}` } } } }, true],
])('%j has a key in it: %s', async (content, expected) => expect(holdsKey(await configOf(content))).toBe(expected));

describe('who may do what', () => {
  async function look(prepare: (dir: string) => void, content?: object, readable = true) {
    const dir = temporaryFolder();
    chmodSync(dir, 0o755);
    if (content) chmodSync(write(join(dir, 'ccc.json'), JSON.stringify(content)), 0o600);
    mkdirSync(join(dir, 'ccc'), { mode: 0o700 });
    prepare(dir);
    const paths = pathsOf(readEnv({ HOME: dir, CCC_CONFIG_DIR: dir }));
    const config = readable ? await readLaunchConfig(paths.configFile, 'en') : undefined;
    const diagnoses = diagnoseFilePermissions(paths, config, doctorMessages.en);
    return { dir, diagnoses, brief: diagnoses.map(({ id, level }) => `${id}: ${level}`) };
  }

  it.each<[what: string, prepare: (dir: string) => void, content: object | undefined, expected: string[]]>([
    ['all private', () => {}, KEY, ['files.private: ok']],
    ['nothing there', () => {}, undefined, ['files.private: ok']],
    ['a key others can read', (dir) => chmodSync(join(dir, 'ccc.json'), 0o644), KEY, ['files.config: problem']],
    ['a key the group can read', (dir) => chmodSync(join(dir, 'ccc.json'), 0o640), KEY, ['files.config: problem']],
    ['no key in it', (dir) => chmodSync(join(dir, 'ccc.json'), 0o644), VARIABLE, ['files.config: warning']],
    ['others can write it', (dir) => chmodSync(join(dir, 'ccc.json'), 0o622), {}, ['files.config: problem']],
    ['the group can write the folder', (dir) => chmodSync(dir, 0o775), {}, ['files.folder: warning']],
    ['anybody can write the folder', (dir) => chmodSync(dir, 0o777), {}, ['files.folder: problem']],
    ['others can look into ccc/', (dir) => chmodSync(join(dir, 'ccc'), 0o755), {}, ['files.own: warning']],
    [
      'others can read a file in it',
      (dir) => chmodSync(write(join(dir, 'ccc', 'reviews.jsonl'), '{}'), 0o644),
      {},
      ['files.own: warning'],
    ],
    [
      'a lock is a link',
      (dir) => symlinkSync('1.host.x', join(dir, 'ccc', 'supervisor-a.lock')),
      {},
      ['files.private: ok'],
    ],
  ])('%s', async (_, prepare, content, expected) => expect((await look(prepare, content)).brief).toEqual(expected));

  it('a file that could not be understood may hold a key', async () => {
    const { brief } = await look((dir) => chmodSync(join(dir, 'ccc.json'), 0o644), {}, false);
    expect(brief).toEqual(['files.config: problem']);
  });

  it('the fix is the command, also for a path with a space', async () => {
    const { dir, diagnoses } = await look((it) => chmodSync(join(it, 'ccc.json'), 0o644), KEY);
    expect(diagnoses[0]?.fix).toBe(`Run: chmod 600 ${dir}/ccc.json`);
    const home = join(dir, 'my home');
    chmodSync(write(join(home, 'ccc.json'), '{}'), 0o644);
    const paths = pathsOf(readEnv({ HOME: home, CCC_CONFIG_DIR: home }));
    expect(diagnoseFilePermissions(paths, undefined, doctorMessages.en)[0]?.fix).toBe(
      `Run: chmod 600 '${home}/ccc.json'`,
    );
  });

  it('at most three files are named, and all are counted', async () => {
    const { diagnoses } = await look((dir) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) chmodSync(write(join(dir, 'ccc', name), ''), 0o644);
    });
    expect(diagnoses[0]?.what).toMatch(/5 files/);
    expect(diagnoses[0]?.what.match(/\/ccc\//g)).toHaveLength(3);
  });

  it('what belongs to somebody else', () => {
    const dir = temporaryFolder();
    const us = process.getuid?.() ?? 0;
    expect(diagnoseOwners([dir, join(dir, 'not there')], us, doctorMessages.en)).toEqual([]);
    const inside = write(join(dir, 'file'), '');
    expect(diagnoseOwners([dir, inside, join(dir, 'not there')], us + 1, doctorMessages.en)).toMatchObject([
      { level: 'problem', what: expect.stringContaining(dir), fix: `Run: sudo chown -R ${us + 1} ${dir}` },
    ]);
  });
});
