import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json';
import { configKeys } from '../../scripts/reference/config-keys.ts';
import { documents } from '../../scripts/reference/documents.ts';
import { files } from '../../scripts/reference/files.ts';
import { jsonSchema } from '../../scripts/reference/json-schema.ts';
import { flat, keys } from '../../scripts/reference/keys.ts';
import { variables } from '../../scripts/reference/variables.ts';
import { readConfig } from '../../src/config/config-file.ts';
import { readEnv } from '../../src/config/env.ts';
import { readLaunchConfig } from '../../src/config/launch-config.ts';
import { pathsOf } from '../../src/config/paths.ts';
import { FILE, SUPERVISOR } from '../../src/config/schema.ts';
import { bySize, ROOT } from '../support/builds.ts';
import { temporaryFolder, write } from './folder.ts';
import { isValid } from './json-schema.ts';

const schema = jsonSchema() as Record<string, unknown>;

/** Neither the hook nor a launch has anything to say about it. */
async function isAccepted(file: unknown): Promise<boolean> {
  const path = write(join(temporaryFolder(), 'ccc.json'), JSON.stringify(file));
  const { problems } = await readConfig(path);
  const launch = await readLaunchConfig(path, 'en').then(
    () => true,
    () => false,
  );
  return problems.length === 0 && launch;
}

describe('what npm run docs makes', () => {
  it.each(Object.entries(documents()))('%s is up to date', (path, text) => {
    const there = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
    expect(there, `${path} is out of date: npm run docs`).toBe(text);
  });

  it('the schema is published', () => expect(packageJson.files).toContain('ccc.schema.json'));

  it('no description speaks of a key that is gone', () =>
    expect(Object.keys(configKeys).sort()).toEqual(
      flat(keys())
        .map(({ name }) => name)
        .sort(),
    ));

  it('every variable of ours is described, and no other', () => {
    const source = readFileSync(join(ROOT, 'src/config/env.ts'), 'utf8');
    const read = [...new Set([...source.matchAll(/value\('(CCC_\w+)'\)/g)].map((match) => match[1]))];
    expect(variables.map(({ name }) => name).sort()).toEqual(read.sort());
  });

  it('every file of ours is described, and no other', () => {
    const paths = pathsOf(readEnv({ HOME: '/home/me', CCC_CONFIG_DIR: '/config' }));
    const named = Object.values(paths).map((path) => (typeof path === 'function' ? path('<id>') : path));
    const below = named.flatMap((path) => (path?.startsWith('/config/ccc') ? [relative('/config', path)] : []));
    const described = files.map(({ path }) => path.replace('<tag>', '<id>'));
    expect([...described, 'ccc'].sort()).toEqual([...below, 'SUPERVISOR.md'].sort());
  });
});

describe('a ccc.json that is accepted is valid, and no other', () => {
  it.each<[why: string, file: unknown]>([
    ['empty', {}],
    ['the original’s', { settings: {}, claude_args: ['--verbose'], current_provider: 'glm', providers: {} }],
    ['a provider', { providers: { 'a b': { env: { URL: 'x', N: 7, B: true }, model: 'opus', hooks: {} } } }],
    ['a command', { providers: { a: { api_key_command: 'pass show a' } } }],
    ['null for what is absent', { settings: null, claude_args: null, current_provider: null, providers: null }],
    ['null in a provider', { providers: { a: { env: null, api_key_command: null } } }],
    [
      'every key of the supervisor',
      {
        supervisor: {
          enabled: true,
          max_iterations: 100,
          timeout_seconds: 10,
          question_timeout_seconds: 600,
          on_failure: 'ask',
        },
      },
    ],
    ['an editor’s', { $schema: './ccc.schema.json' }],
    ['settings of any kind', { settings: { env: { A: null }, permissions: [] } }],
  ])('good: %s', async (_, file) => {
    expect(await isAccepted(file)).toBe(true);
    expect(isValid(schema, file)).toBe(true);
  });

  it.each<[why: string, file: unknown]>([
    ['a list', []],
    ['null', null],
    ['an unknown section', { Supervisor: {} }],
    ['a key one level too high', { 'supervisor.enabled': true }],
    ['an unknown key of the supervisor', { supervisor: { max_iteration: 3 } }],
    ['no section', { supervisor: null }],
    ['too few', { supervisor: { max_iterations: 0 } }],
    ['too many', { supervisor: { max_iterations: 101 } }],
    ['half a round', { supervisor: { max_iterations: 1.5 } }],
    ['a number in quotes', { supervisor: { timeout_seconds: '600' } }],
    ['null in the supervisor', { supervisor: { enabled: null } }],
    ['another choice', { supervisor: { on_failure: 'allow' } }],
    ['settings that are a list', { settings: [] }],
    ['one argument alone', { claude_args: '--verbose' }],
    ['an argument that is a number', { claude_args: ['a', 2] }],
    ['a provider by number', { current_provider: 7 }],
    ['a list of providers', { providers: [] }],
    ['a provider that is null', { providers: { a: null } }],
    ['a variable that is null', { providers: { a: { env: { X: null } } } }],
    ['a variable that is a list', { providers: { a: { env: { X: [] } } } }],
    ['a command that is a list', { providers: { a: { api_key_command: ['pass'] } } }],
  ])('bad: %s', async (_, file) => {
    expect(await isAccepted(file)).toBe(false);
    expect(isValid(schema, file)).toBe(false);
  });

  it('every example in the documents', async () => {
    const text = Object.values(documents()).join('\n');
    const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => JSON.parse(match[1] as string));
    expect(examples.length).toBeGreaterThan(20);
    for (const example of examples)
      expect([await isAccepted(example), isValid(schema, example)], JSON.stringify(example)).toEqual([true, true]);
  });

  it('whatever is written', async () => {
    const value = fc.oneof(
      fc.boolean(),
      fc.integer({ min: -1, max: 3700 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, '', 'deny', 'ask', 'text', [], ['a'], [1], {}, { a: 1 }, { a: null }, { a: {} }),
      fc.constantFrom(
        { a: { env: { X: 'y' } } },
        { a: { env: { X: null } } },
        { a: { env: [] } },
        { a: { api_key_command: 1 } },
      ),
    );
    const someOf = (names: string[]) => fc.dictionary(fc.constantFrom(...names, 'unknown'), value, { maxKeys: 2 });
    const file = fc
      .tuple(someOf(Object.keys(FILE)), fc.option(someOf(Object.keys(SUPERVISOR)), { nil: undefined }))
      .map(([top, supervisor]) => ({ ...top, ...(supervisor && { supervisor }) }));
    await fc.assert(
      fc.asyncProperty(file, async (written) => {
        expect(isValid(schema, written)).toBe(await isAccepted(written));
      }),
      { numRuns: bySize(100, 500) },
    );
  });
});
