import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { analyseCommand } from '../../../../src/evidence/commands/parts.ts';
import { projectTasks } from '../../../../src/evidence/commands/task-definitions.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ccc-tasks-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const scripts = (all: Record<string, string>) => JSON.stringify({ scripts: all });
const find = (runner: string, name: string, folder = '') => projectTasks(root)({ runner, name }, folder);

it.each([
  ['npm', 'package.json', scripts({ ci: 'vitest run' }), 'vitest run'],
  ['pnpm', 'package.json', scripts({ ci: 'vitest run' }), 'vitest run'],
  ['composer', 'composer.json', scripts({ ci: 'phpunit' }), 'phpunit'],
  ['deno', 'deno.json', '{"tasks": {"ci": "deno test"}}', 'deno test'],
  ['make', 'Makefile', 'ci:\n\tgo test\n', 'go test'],
  ['make', 'GNUmakefile', 'ci:\n\tgo test\n', 'go test'],
  ['just', '.justfile', 'ci:\n  go test\n', 'go test'],
  ['task', 'Taskfile.yaml', 'tasks:\n  ci: go test\n', 'go test'],
  ['mise', '.config/mise.toml', '[tasks.ci]\nrun = "go test"\n', 'go test'],
  ['poe', 'pyproject.toml', '[tool.hatch.envs.default.scripts]\nci = "pytest"\n', 'pytest'],
  ['pixi', 'pixi.toml', '[tasks]\nci = "pytest"\n', 'pytest'],
  // Not its file.
  ['npm', 'composer.json', scripts({ ci: 'phpunit' }), undefined],
  ['rake', 'Rakefile', 'task :ci', undefined],
])('%s looks into %s', (runner, path, content, line) => {
  write(path, content);
  expect(find(runner, 'ci')).toBe(line);
});

it('the nearest file that has the task counts, up to the root', () => {
  write('package.json', scripts({ test: 'jest', lint: 'eslint .' }));
  write('web/package.json', scripts({ test: 'vitest run' }));
  expect([find('npm', 'test', 'web'), find('npm', 'lint', 'web/src'), find('npm', 'test')]).toEqual([
    'vitest run',
    'eslint .',
    'jest',
  ]);
});

it('nothing outside of the project is read', () => {
  write('package.json', scripts({ test: 'jest' }));
  mkdirSync(join(root, 'inner'));
  const inner = projectTasks(join(root, 'inner'));
  expect(['', '..', root, '../inner-not'].map((folder) => inner({ runner: 'npm', name: 'test' }, folder))).toEqual(
    Array(4).fill(undefined),
  );
});

it('a file is read once', () => {
  write('package.json', scripts({ test: 'jest' }));
  const tasks = projectTasks(root);
  tasks({ runner: 'npm', name: 'lint' }, '');
  write('package.json', scripts({ test: 'mocha' }));
  expect(tasks({ runner: 'npm', name: 'test' }, '')).toBe('jest');
});

it.each<[what: string, content: string | Buffer]>([
  ['too large', scripts({ test: 'jest', other: 'x'.repeat(300_000) })],
  ['broken', '{"scripts": {"test": "jest"'],
  ['empty', ''],
  ['null', 'null'],
  ['binary', Buffer.from([0, 255, 254, 1, 2, 128, 10, 0])],
  ['deep', '['.repeat(100_000)],
])('a package.json that is %s has no tasks', (_, content) => {
  write('package.json', content);
  expect(find('npm', 'test')).toBeUndefined();
});

it('a file that is not UTF-8 is read as far as it goes', () => {
  write('Makefile', Buffer.concat([Buffer.from('# '), Buffer.from([0xe9, 0xff]), Buffer.from('\ntest:\n\tpytest\n')]));
  expect(find('make', 'test')).toBe('pytest');
});

it('a very long task is cut', () => {
  write('Makefile', `test:\n${'\techo aaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(1_000)}`);
  expect(find('make', 'test')).toHaveLength(4_000);
});

it('links, folders and pipes are not read', () => {
  write('real.json', scripts({ test: 'jest' }));
  symlinkSync(join(root, 'real.json'), join(root, 'package.json'));
  mkdirSync(join(root, 'Makefile'));
  // A pipe that nobody writes to: reading it would never end.
  execFileSync('mkfifo', [join(root, 'justfile')]);
  expect([find('npm', 'test'), find('make', 'test'), find('just', 'test')]).toEqual([undefined, undefined, undefined]);
});

const said = (command: string) =>
  analyseCommand(command, { findTask: projectTasks(root) }).parts.map(({ kind, tool, folder, targets }) =>
    [kind, tool, folder, ...targets].join(' ').trim(),
  );

it.each([
  // A name that says nothing; one that says less than the definition.
  ['npm run verify', ['types tsc', 'lint eslint', 'test vitest']],
  ['npm test', ['test vitest']],
  ['make everything', ['build go', 'test go']],
  // A task of another task, of another runner.
  ['npm run all', ['types tsc', 'lint eslint', 'test vitest', 'build go']],
  // What the task is given.
  ['npm test -- a.test.ts', ['test vitest  a.test.ts']],
  ['npm test -- -t adds', ['test vitest  -t adds']],
  ['cd web && npm test', ['test jest web']],
  ['npm --prefix web test', ['test jest web']],
  ['npm run web', ['test jest web']],
  // The definition shows none: the name decides.
  ['npm run lint:docs', ['lint']],
  // A circle ends.
  ['npm run loop', ['other']],
  ['npm run nowhere', ['other']],
])('%s runs %j', (command, parts) => {
  write(
    'package.json',
    scripts({
      verify: 'tsc -p . && eslint . && vitest run',
      test: 'vitest run',
      all: 'npm run verify && make build',
      web: 'cd web && npm test',
      'lint:docs': './scripts/docs',
      loop: 'npm run loop',
    }),
  );
  write('web/package.json', scripts({ test: 'jest' }));
  write('Makefile', 'everything: build\n\t@go test $(ARGS) ./...\nbuild:\n\tgo build ./...\n');
  expect(said(command)).toEqual(parts);
});
