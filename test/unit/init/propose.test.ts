import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '../../../src/checks/globs.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { unsuitable } from '../../../src/init/detection.ts';
import { propose } from '../../../src/init/propose.ts';
import { scanFolder } from '../../../src/init/scan.ts';
import { temporaryFolder, write } from '../folder.ts';

type Files = Record<string, string | object>;

function folderWith(files: Files): string {
  const dir = realpathSync(temporaryFolder());
  for (const [name, content] of Object.entries(files))
    if (name.endsWith('/')) mkdirSync(join(dir, name), { recursive: true });
    else write(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));
  return dir;
}

const proposalFor = (files: Files) => propose(scanFolder(folderWith(files)));
const runs = (files: Files) => proposalFor(files).checks.map(({ check }) => `${check.name}: ${check.run}`);
const noteKinds = (files: Files) => proposalFor(files).notes.map(({ kind }) => kind);
const scripts = (all: Record<string, string>, more: object = {}) => ({ 'package.json': { scripts: all, ...more } });
const TYPESCRIPT = { devDependencies: { typescript: '^5' } };

it.each([
  ['package.json', '{"scripts": {"test": "jest"}\n', { line: 2, column: 1 }],
  ['package.json', '["jest"]', { code: 'ObjectExpected', line: 1, column: 1 }],
  ['package.json', '', { line: 1, column: 1 }],
  ['composer.json', '{"scripts": ', { line: 1, column: 13 }],
])('%s with %j cannot be read, and where', (file, text, place) =>
  expect(proposalFor({ [file]: text }).notes).toMatchObject([{ kind: 'broken', file, ...place }]),
);

describe('each ecosystem', () => {
  it.each<[what: string, files: Files, checks: string[]]>([
    ['nothing', { 'README.md': 'hello' }, []],
    [
      'npm: quick ones first',
      scripts({
        build: 'vite build',
        test: 'vitest run',
        lint: 'eslint .',
        typecheck: 'tsc --noEmit',
        dev: 'vite',
        start: 'node .',
      }),
      ['lint: npm run lint', 'types: npm run typecheck', 'test: npm test', 'build: npm run build'],
    ],
    ['pnpm', { ...scripts({ test: 'vitest run' }), 'pnpm-lock.yaml': '' }, ['test: pnpm run test']],
    ['yarn', { ...scripts({ test: 'jest' }), 'yarn.lock': '' }, ['test: yarn run test']],
    ['bun', { ...scripts({ test: 'bun test' }), 'bun.lock': '' }, ['test: bun run test']],
    [
      'the manager that package.json names',
      scripts({ test: 'jest' }, { packageManager: 'pnpm@9.1.0' }),
      ['test: pnpm run test'],
    ],
    [
      'a name of the manager that is none',
      scripts({ test: 'jest' }, { packageManager: 'x; rm -rf /@1' }),
      ['test: npm test'],
    ],
    ['what npm init writes is not a test', scripts({ test: 'echo "Error: no test specified" && exit 1' }), []],
    ['a test that watches', scripts({ test: 'jest --watch', 'test:ci': 'jest --ci' }), ['test: npm run test:ci']],
    ['a test that does not watch', scripts({ test: 'react-scripts test --watchAll=false' }), ['test: npm test']],
    ['a build that watches', scripts({ build: 'tsc -w' }), []],
    [
      'a lint that rewrites',
      scripts({ lint: 'eslint --fix .', 'lint:check': 'eslint .' }),
      ['lint: npm run lint:check'],
    ],
    [
      'a check that runs the others',
      scripts({ test: 'x', lint: 'y', check: 'npm run lint && npm test' }),
      ['lint: npm run lint', 'test: npm test'],
    ],
    ['a check of its own', scripts({ check: 'svelte-check' }), ['types: npm run check']],
    [
      'tsconfig without a script',
      { ...scripts({}, TYPESCRIPT), 'tsconfig.json': '{}' },
      ['types: npx --no-install tsc --noEmit'],
    ],
    [
      'the same with pnpm',
      { ...scripts({}, TYPESCRIPT), 'tsconfig.json': '{}', 'pnpm-lock.yaml': '' },
      ['types: pnpm exec tsc --noEmit'],
    ],
    ['tsconfig without TypeScript', { ...scripts({}), 'tsconfig.json': '{}' }, []],
    ['tsconfig that only refers to others', { ...scripts({}, TYPESCRIPT), 'tsconfig.json': '{"references": []}' }, []],
    [
      'a build that is only the compiler',
      { ...scripts({ build: 'tsc -p .' }, TYPESCRIPT), 'tsconfig.json': '{}' },
      ['types: npx --no-install tsc --noEmit'],
    ],
    ['package.json that is broken', { 'package.json': '{"scripts": ' }, []],
    ['package.json of another kind', { 'package.json': '[]' }, []],

    [
      'make',
      { Makefile: 'VERSION := 1\n.PHONY: test lint\ntest lint: build\n\tgo test ./...\nbuild:\n\tgo build\n' },
      ['lint: make lint', 'test: make test'],
    ],
    ['make check', { Makefile: 'check:\n\tctest\n' }, ['test: make check']],
    ['make with variables that look like targets', { Makefile: 'test := 1\ntest = 2\ntest ?= 3\ncheck ::= 4\n' }, []],
    [
      'make that knows better than the language',
      { Makefile: 'test:\n\tgo test -tags x ./...\n', 'go.mod': 'module x\n' },
      ['lint: go vet ./...', 'test: make test'],
    ],
    [
      'make beside scripts of the same kind',
      { ...scripts({ test: 'jest' }), Makefile: 'test:\n\tnpm test\nlint:\n\tshellcheck *.sh\n' },
      ['lint: make lint', 'test: npm test'],
    ],
    ['make that watches', { Makefile: 'test:\n\tjest --watch\n' }, []],
    [
      'just',
      {
        justfile:
          'set shell := ["sh"]\ntest filter="":\n  cargo test {{filter}}\nlint file:\n  shellcheck {{file}}\n@check:\n  true\n',
      },
      ['test: just test'],
    ],

    ['cargo', { 'Cargo.toml': '[package]\nname = "x"\n' }, ['types: cargo check --all-targets', 'test: cargo test']],
    [
      'cargo with clippy, as a workspace',
      { 'Cargo.toml': '[workspace]\n', 'clippy.toml': '' },
      ['lint: cargo clippy --all-targets --workspace', 'test: cargo test --workspace'],
    ],
    ['go', { 'go.mod': 'module x\n' }, ['lint: go vet ./...', 'test: go test ./...']],

    ['pytest.ini', { 'pytest.ini': '[pytest]\n' }, ['test: pytest -q']],
    [
      'pyproject with everything, uv',
      {
        'pyproject.toml': '[tool.ruff]\n[tool.ruff.lint]\n[tool.mypy]\nstrict = true\n[tool.pytest.ini_options]\n',
        'uv.lock': '',
      },
      ['lint: uv run ruff check', 'types: uv run mypy .', 'test: uv run pytest -q'],
    ],
    ['mypy that knows its files', { 'pyproject.toml': '[tool.mypy]\nfiles = ["src"]\n' }, ['types: mypy']],
    [
      'files of another tool',
      { 'pyproject.toml': '[tool.mypy]\nstrict = true\n[tool.x]\nfiles = ["src"]\n' },
      ['types: mypy .'],
    ],
    [
      'poetry',
      { 'pyproject.toml': '[tool.poetry.group.dev.dependencies]\npytest = "^8"\n', 'poetry.lock': '' },
      ['test: poetry run pytest -q'],
    ],
    [
      'pdm',
      { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8"]\n', 'pdm.lock': '' },
      ['test: pdm run pytest -q'],
    ],
    [
      'hatch',
      { 'pyproject.toml': '[tool.hatch.envs.default]\ndependencies = ["pytest"]\n' },
      ['test: hatch run pytest -q'],
    ],
    ['requirements', { 'requirements.txt': 'flask\npytest==8.0\n' }, ['test: pytest -q']],
    ['requirements without it', { 'requirements.txt': 'flask\npytest-cov-like\n' }, []],
    ['setup.cfg', { 'setup.cfg': '[tool:pytest]\n[mypy]\n' }, ['types: mypy .', 'test: pytest -q']],
    ['tox.ini', { 'tox.ini': '[pytest]\n' }, ['test: pytest -q']],
    ['pyright', { 'pyproject.toml': '', 'pyrightconfig.json': '{}' }, ['types: pyright']],

    [
      'rspec',
      { Gemfile: 'gem "rspec"\ngem "rubocop"\n', 'spec/': '', '.rubocop.yml': '' },
      ['lint: bundle exec rubocop', 'test: bundle exec rspec'],
    ],
    ['a Gemfile without spec', { Gemfile: 'gem "rails"\n' }, []],
    [
      'composer',
      { 'composer.json': { scripts: { test: ['phpunit'], cs: 'php-cs-fixer check' } } },
      ['lint: composer run-script cs', 'test: composer run-script test'],
    ],
    ['maven', { 'pom.xml': '' }, ['test: mvn -q test']],
    ['maven with its wrapper', { 'pom.xml': '', mvnw: '' }, ['test: ./mvnw -q test']],
    ['gradle with its wrapper', { 'build.gradle.kts': '', gradlew: '' }, ['test: ./gradlew test']],
    ['CMake without presets', { 'CMakeLists.txt': '' }, []],
    [
      'CMake with presets',
      {
        'CMakeLists.txt': '',
        'CMakePresets.json': {
          buildPresets: [{ name: 'b', configurePreset: 'dev' }],
          testPresets: [
            { name: 'h', hidden: true, configurePreset: 'dev' },
            { name: 't', configurePreset: 'dev' },
          ],
        },
      },
      ['test: cmake --preset dev && cmake --build --preset b && ctest --preset t'],
    ],
    [
      'CMake with hostile presets',
      {
        'CMakeLists.txt': '',
        'CMakePresets.json': {
          buildPresets: [{ name: 'b', configurePreset: '$(id)' }],
          testPresets: [{ name: 't', configurePreset: '$(id)' }],
        },
      },
      [],
    ],
    ['a .NET solution', { 'App.sln': '', 'App.csproj': '' }, ['test: dotnet test']],
    ['several of them', { 'A.sln': '', 'B.sln': '' }, []],
    [
      'deno',
      { 'deno.json': { tasks: { test: 'deno test -A', lint: { command: 'deno lint' }, dev: 'x' } } },
      ['lint: deno task lint', 'test: deno task test'],
    ],
    [
      'deno with comments',
      { 'deno.jsonc': '{\n  // ours\n  "tasks": {"test": "deno test",},\n}' },
      ['test: deno task test'],
    ],
    ['mix', { 'mix.exs': 'defp deps, do: [{:credo, "~> 1.7"}]' }, ['lint: mix credo', 'test: mix test']],
    ['swift', { 'Package.swift': '', 'Tests/': '' }, ['test: swift test']],
    ['swift without tests', { 'Package.swift': '' }, ['build: swift build']],
    ['dart', { 'pubspec.yaml': 'name: x\n', 'test/': '' }, ['types: dart analyze', 'test: dart test']],
    ['flutter', { 'pubspec.yaml': 'dependencies:\n  flutter:\n    sdk: flutter\n' }, ['types: flutter analyze']],
    ['pre-commit is only mentioned', { '.pre-commit-config.yaml': '' }, []],
    [
      'several at once: told apart by name',
      { ...scripts({ test: 'jest' }), 'Cargo.toml': '' },
      ['types: cargo check --all-targets', 'test (npm): npm test', 'test (cargo): cargo test'],
    ],
  ])('%s', (_, files, checks) => expect(runs(files)).toEqual(checks));

  it('five at most, and never at the price of the tests', () => {
    const all = {
      ...scripts({ lint: 'a', typecheck: 'b', test: 'c', build: 'd' }),
      'Cargo.toml': '[lints.clippy]\n',
      'go.mod': '',
      'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]\n',
    };
    const kinds = proposalFor(all).checks.map(({ check }) => check.name.split(' ')[0]);
    expect(kinds).toEqual(['types', 'test', 'test', 'test', 'test']);
  });
});

describe('the time of all together is what all together get', () => {
  it.each<[what: string, files: Files, seconds: number[]]>([
    ['one', scripts({ test: 'jest' }), [240]],
    ['two', scripts({ lint: 'eslint .', test: 'jest' }), [60, 240]],
    ['four', scripts({ lint: 'a', typecheck: 'b', test: 'c', build: 'd' }), [35, 50, 140, 70]],
    ['five', { ...scripts({ typecheck: 'b', test: 'c' }), 'go.mod': '', 'pytest.ini': '', 'pom.xml': '' }, []],
  ])('%s', (_, files, seconds) => {
    const all = proposalFor(files).checks.map(({ check }) => check.timeout_seconds ?? Number.NaN);
    if (seconds.length > 0) expect(all).toEqual(seconds);
    expect(all.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(300);
    expect(Math.min(...all)).toBeGreaterThan(0);
  });
});

describe('what does not end, or changes what it is to judge', () => {
  it.each<[command: string, why: 'watches' | 'rewrites' | undefined]>([
    ['jest --watch', 'watches'],
    ['jest --watchAll', 'watches'],
    ['jest --watchAll=false', undefined],
    ['vitest run --watch=false', undefined],
    ['mocha --watch-files src', undefined],
    ['tsc -p . -w', 'watches'],
    ['npm run test -w packages/a', undefined],
    ['pnpm -w test', undefined],
    ['nodemon test.js', 'watches'],
    ['ng test', 'watches'],
    ['ng test --watch=false', undefined],
    ['vitest run', undefined],
    ['eslint . --fix', 'rewrites'],
    ['eslint . --fix-dry-run', undefined],
    ['prettier --write . && tsc', 'rewrites'],
    ['prettier --check .', undefined],
    ['gofmt -w .', 'rewrites'],
    ['gofmt -l .', undefined],
    ['black .', 'rewrites'],
    ['black --check . && isort --check .', undefined],
    ['black --check . && isort .', 'rewrites'],
    ['\n\tcargo fmt\n\tcargo clippy', 'rewrites'],
    ['\n\tcargo fmt --check\n\tcargo clippy', undefined],
    ['jest -u', 'rewrites'],
    ['vitest run --update', 'rewrites'],
    ['node test/update.js -u', undefined],
  ])('%s', (command, why) => expect(unsuitable(command)).toBe(why));
});

it('each comes with its reason, and what is left out is said', () => {
  expect(proposalFor(scripts({ test: 'vitest run' })).checks[0]?.reason).toEqual({
    kind: 'script',
    file: 'package.json',
    name: 'test',
    text: 'vitest run',
  });
  expect(noteKinds(scripts({ test: 'jest --watch', lint: 'eslint --fix' }))).toEqual(['rewrites', 'watches']);
  expect(noteKinds({ '.pre-commit-config.yaml': '', 'CMakeLists.txt': '', 'A.sln': '', 'B.sln': '' })).toEqual([
    'several-solutions',
    'cmake',
    'pre-commit',
  ]);
});

it('paths, where they are said, have sources, settings and lock files', () => {
  const { checks } = proposalFor({ 'pyproject.toml': '[tool.ruff]\n[tool.pytest]\n', 'uv.lock': '' });
  expect(checks.find(({ check }) => check.name === 'lint')?.check.paths).toEqual(
    expect.arrayContaining(['**/*.py', '**/pyproject.toml', '**/ruff.toml', 'uv.lock', 'requirements*.txt']),
  );
});

describe('paths: what a check cannot depend on does not run it', () => {
  const pathsOf = (files: Files, name: string) =>
    proposalFor(files).checks.find(({ check }) => check.name === name)?.check.paths;
  const PYTEST = '[project]\nreadme = "README.md"\n[tool.pytest.ini_options]\n';

  it.each<[what: string, files: Files, name: string, covered: string[], other: string[]]>([
    [
      'tsc',
      { ...scripts({ typecheck: 'tsc --noEmit' }) },
      'types',
      ['src/a.ts', 'package-lock.json'],
      ['README.md', 'a.py'],
    ],
    ['tsc without a script', { ...scripts({}, TYPESCRIPT), 'tsconfig.json': '{}' }, 'types', ['a.tsx'], ['docs/a.md']],
    ['go vet', { 'go.mod': '' }, 'lint', ['a/b.go', 'go.sum'], ['README.md', 'web/a.css']],
    ['go test', { 'go.mod': '' }, 'test', ['a/testdata/x.md', 'a.tmpl'], ['README.md', 'docs/a/b.txt']],
    ['cargo check', { 'Cargo.toml': '' }, 'types', ['src/a.rs', 'Cargo.lock', 'x/Cargo.toml'], ['README.md']],
    ['mypy', { 'pyproject.toml': '[tool.mypy]\n', 'uv.lock': '' }, 'types', ['a/b.py', 'uv.lock'], ['docs/a.rst']],
    ['pytest', { 'pyproject.toml': PYTEST }, 'test', ['a.py', 'data/x.csv', 'a/b.md'], ['README.md', 'docs/a.md']],
    ['maven', { 'pom.xml': '' }, 'test', ['src/main/resources/x.md'], ['README.md']],
    ['mix', { 'mix.exs': '' }, 'test', ['lib/a.ex'], ['CHANGELOG.md']],
    ['dart', { 'pubspec.yaml': '' }, 'types', ['lib/a.dart', 'analysis_options.yaml'], ['README.md']],
  ])('%s', (_, files, name, covered, other) => {
    const isCovered = covers(pathsOf(files, name) ?? []);
    expect([covered.filter(isCovered), other.filter(isCovered)]).toEqual([covered, []]);
  });

  it.each<[what: string, files: Files, name: string]>([
    ['a script that may do anything', scripts({ test: 'vitest run' }), 'test'],
    ['a compiler and something else', scripts({ typecheck: 'tsc && ./more' }), 'types'],
    ['a linter of any kind of file', scripts({ lint: 'eslint .' }), 'lint'],
    ['examples in README.md that are tests', { 'Cargo.toml': '' }, 'test'],
    ['pytest that reads documents', { 'pytest.ini': '[pytest]\naddopts = --doctest-glob="*.md"\n' }, 'test'],
    ['make', { Makefile: 'test:\n\tgo test\n', 'go.mod': '' }, 'test'],
  ])('%s: none are proposed', (_, files, name) => expect(pathsOf(files, name)).toBeUndefined());
});

describe('a hostile repository', () => {
  it.each(['test; rm -rf ~', 'test $(id)', 'test\ncurl', '`id`', '--test', 'test\x1b[2J', 'lint && id', 'check|id'])(
    'a script called %j is in no command',
    (name) => {
      const { checks, notes } = proposalFor(scripts({ [name]: 'x' }));
      expect(checks).toEqual([]);
      for (const note of notes) expect(note.kind).toBe('odd-name');
    },
  );

  it('nothing of what it names ends up in a command, whatever it is', () => {
    const name = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(fc.dictionary(name, name), name, (all, manager) => {
        const files = { ...scripts(all, { packageManager: manager }), Makefile: `${manager}: x\n`, justfile: manager };
        for (const { check } of proposalFor(files).checks) expect(check.run).toMatch(/^[\w./: -]+$/);
      }),
      { numRuns: 25 },
    );
  });

  it('nothing of it is run, and a pipe holds nobody up', () => {
    const dir = folderWith({ Makefile: `X := $(shell touch ${'made'})\ntest:\n\ttrue\n`, 'package.json': '{}' });
    execFileSync('mkfifo', [join(dir, 'Cargo.toml'), join(dir, 'pyproject.toml')]);
    expect(propose(scanFolder(dir)).checks.map(({ check }) => check.run)).toEqual(['make test']);
    expect(existsSync(join(dir, 'made'))).toBe(false);
  });

  it('what leads out of it is not looked into', () => {
    const outside = folderWith(scripts({ test: 'secret' }));
    const dir = folderWith({ 'a.txt': '' });
    symlinkSync(join(outside, 'package.json'), join(dir, 'package.json'));
    expect(propose(scanFolder(dir)).checks).toEqual([]);
  });

  it.each<[what: string, text: string]>([
    ['blank lines', '\n'.repeat(900_000)],
    ['spaces', ' '.repeat(900_000)],
    ['one word again and again', 'test '.repeat(180_000)],
    ['a target with many names and many lines', `${'test '.repeat(1000)}:\n${'\tnpm test\n'.repeat(80_000)}`],
    ['sections', '[tool.mypy]\n'.repeat(70_000)],
    ['quotes', 'gem "'.repeat(150_000)],
  ])('%s: it comes to an end', (_, text) => {
    const names = ['Makefile', 'justfile', 'Cargo.toml', 'go.mod', 'pyproject.toml', 'setup.cfg', 'tox.ini', 'Gemfile'];
    const files = [...names, 'deno.jsonc', 'mix.exs', 'pubspec.yaml', 'requirements.txt', 'CMakePresets.json'];
    const script = text.slice(0, 200_000);
    const all = Object.fromEntries(files.map((name) => [name, text]));
    const { checks } = proposalFor({ ...all, ...scripts({ check: script, test: script, lint: script }) });
    expect(checks.length).toBeLessThanOrEqual(5);
  });

  it('a folder that cannot be listed has nothing to say', () =>
    expect(propose(scanFolder('/nowhere/at/all')).checks).toEqual([]));
});

it('what is proposed is what ccc.json takes', () => {
  const { checks, limits } = proposalFor({
    'pyproject.toml': '[tool.ruff]\n[tool.pytest]\n',
    ...scripts({ build: 'x' }),
  });
  const supervisor = { checks: checks.map(({ check }) => check), ...limits };
  expect(supervisorOf({ supervisor })).toMatchObject({ problems: [], supervisor: { stallAfter: 3 } });
  expect(checks).toHaveLength(3);
});
