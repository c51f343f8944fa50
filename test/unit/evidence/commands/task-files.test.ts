import { describe, expect, it } from 'vitest';
import {
  jsonTasks,
  justTasks,
  makeTasks,
  type TaskLines,
  taskfileTasks,
  tomlTasks,
} from '../../../../src/evidence/commands/task-files.ts';
import { cpuMs } from '../../cpu-time.ts';

const MISE = /^tasks$/;
const PYPROJECT = /^tool\.(?:poe\.tasks|pdm\.scripts|taskipy\.tasks|hatch\.envs\.[\w-]+\.scripts)$/;

const expectTasks = (tasks: TaskLines, expected: Record<string, string | undefined>) =>
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, tasks.get(name)]))).toEqual(expected);

it.each<[what: string, tasks: unknown, expected: Record<string, string | undefined>]>([
  ['a line', { test: 'vitest run' }, { test: 'vitest run', lint: undefined }],
  ['a list, as in composer.json', { check: ['phpcs', 'phpunit'] }, { check: 'phpcs && phpunit' }],
  ['another script', { check: ['@lint', '@php artisan test'] }, { check: 'composer run lint && php artisan test' }],
  ['an object, as in deno.json', { test: { command: 'deno test', dependencies: ['gen'] } }, { test: 'deno test' }],
  ['no text', { test: 3, lint: null, build: {}, types: [] }, { test: undefined, lint: undefined, build: undefined }],
  ['nothing', undefined, { test: undefined }],
  ['a list of tasks', ['test'], { test: undefined }],
  ['a name of an object', {}, { constructor: undefined, toString: undefined }],
])('JSON: %s', (_, tasks, expected) => expectTasks(jsonTasks(JSON.stringify({ scripts: tasks }), 'scripts'), expected));

it.each<[what: string, text: string, expected: Record<string, string | undefined>]>([
  ['a recipe', 'test:\n\tgo vet ./...\n\tgo test ./...\n', { test: 'go vet ./... && go test ./...', lint: undefined }],
  [
    'prerequisites first',
    'test: build lint\n\tjest\nbuild:\n\ttsc\nlint:\n\teslint .\n',
    { test: 'tsc && eslint . && jest' },
  ],
  ['a prerequisite that two need', 'all: a b\na: c\n\tA\nb: c\n\tB\nc:\n\tC\n', { all: 'C && A && B' }],
  [
    'marks before a line',
    'test:\n\t@echo hi\n\t-@rm x\n\t+$(MAKE) unit\n',
    { test: 'echo hi && ((rm x) || true) && $(MAKE) unit' },
  ],
  [
    'variables of make, its own and the file’s',
    'GO ?= go\nFLAGS := -v\nLOST = $(shell date)\nall:\n\t$(CXX) -c a.cpp\n\t${GO} test $(FLAGS) $(LOST) $(FILES)\n',
    { all: 'c++ -c a.cpp && go test -v $(LOST) $(FILES)' },
  ],
  [
    'the target’s name, which is no argument',
    'verify: a.c\n\t$(CC) -o $@ a.c\n\t./$(@) && ./${@} $$@ $$$$\n',
    { verify: 'cc -o verify a.c && ./verify && ./verify $$@ $$$$' },
  ],
  ['.PHONY', '.PHONY: test\ntest: ## Run the tests\n\tpytest\n', { test: 'pytest' }],
  ['lines that go on', 'test:\n\tgo test \\\n\t\t-race \\\n\t\t./...\n', { test: 'go test  -race  ./...' }],
  [
    'prerequisites that go on',
    'ci: lint \\\n    unit\nlint:\n\truff check\nunit:\n\tpytest\n',
    { ci: 'ruff check && pytest' },
  ],
  [
    'variables',
    'test := 1\nGO ?= go\nFLAGS:=-v\nX = a: b\nunit:\n\tgo test\n',
    { test: undefined, GO: undefined, FLAGS: undefined, X: undefined, unit: 'go test' },
  ],
  ['blank lines and comments', 'test:\n\n\t# first\n\tpytest\n\n# end\n', { test: 'pytest' }],
  ['a double colon', 'test::\n\tpytest\n', { test: 'pytest' }],
  ['two rules for one target', 'test: build\ntest:\n\tpytest\nbuild:\n\tmake -C c\n', { test: 'make -C c && pytest' }],
  [
    'conditions',
    'test:\nifdef RACE\n\tgo test -race\nelse\n\tgo test\nendif\n\tgo vet\n',
    { test: 'go test -race && go test && go vet' },
  ],
  [
    'a shell for each line',
    'test:\n\tcd web && npm test\n\tcd api && npm test\n',
    { test: '(cd web && npm test) && (cd api && npm test)' },
  ],
  ['Windows line ends', 'test: build\r\n\tpytest\r\nbuild:\r\n\tcc a.c\r\n', { test: 'cc a.c && pytest' }],
  ['names with dots and slashes', 'docker/test.unit:\n\tpytest\n', { 'docker/test.unit': 'pytest' }],
  ['blanks instead of a tab', 'test:\n    pytest\n', { test: '' }],
  ['it needs itself', 'test: test\n\tpytest\n', { test: 'pytest' }],
  ['a circle', 'a: b\n\tA\nb: c\n\tB\nc: a\n\tC\n', { a: 'C && B && A' }],
])('Makefile: %s', (_, text, expected) => expectTasks(makeTasks(text), expected));

it.each<[what: string, text: string, expected: Record<string, string | undefined>]>([
  ['a recipe', 'test:\n  cargo test\n', { test: 'cargo test' }],
  ['tabs', 'test:\n\tcargo test\n\tcargo clippy\n', { test: 'cargo test && cargo clippy' }],
  ['quiet', '@test:\n  @cargo test\n  -@rm x\n', { test: 'cargo test && ((rm x) || true)' }],
  ['parameters', 'test filter *args:\n  cargo test {{filter}} {{args}}\n', { test: 'cargo test {{filter}} {{args}}' }],
  ['defaults', "test *args='tests -x: all':\n  pytest {{args}}\n", { test: 'pytest {{args}}' }],
  ['a default without quotes', 'serve port=env:\n  ./serve\n', { serve: './serve' }],
  [
    'dependencies',
    'ci: fmt lint && report\n  cargo test\nfmt:\n  cargo fmt --check\nlint:\n  cargo clippy\n',
    { ci: 'cargo fmt --check && cargo clippy && cargo test' },
  ],
  [
    'a dependency with an argument',
    'test: (build "release")\n  ./t\nbuild mode:\n  cargo build\n',
    { test: 'cargo build && ./t' },
  ],
  [
    'variables',
    'test := "a: b"\nversion := `git describe`\nexport X := "1"\nunit:\n  go test\n',
    { test: undefined, version: undefined, unit: 'go test' },
  ],
  [
    'attributes and settings',
    'set shell := ["bash", "-c"]\n[private]\n[group: "dev"]\ntest: # all\n  go test\n',
    { test: 'go test' },
  ],
  ['another name', 'alias t := test\ntest:\n  go test\n', { t: undefined, test: 'go test' }],
  ['a script', 'test:\n  #!/usr/bin/env bash\n  set -e\n  go test\n', { test: 'set -e && go test' }],
  ['a circle', 'a: b\n  A\nb: a\n  B\n', { a: 'B && A', b: 'A && B' }],
])('justfile: %s', (_, text, expected) => expectTasks(justTasks(text), expected));

it.each<[what: string, text: string, expected: Record<string, string | undefined>]>([
  [
    'a list',
    'tasks:\n  test:\n    cmds:\n      - go vet ./...\n      - go test ./...\n',
    { test: 'go vet ./... && go test ./...' },
  ],
  ['one command', 'tasks:\n  test:\n    desc: Tests\n    cmd: go test ./...\n', { test: 'go test ./...' }],
  [
    'in one line',
    "tasks:\n  test: go test ./...\n  lint: 'golangci-lint run'\n",
    { test: 'go test ./...', lint: 'golangci-lint run' },
  ],
  [
    'cmd in a list',
    'tasks:\n  test:\n    cmds:\n      - cmd: go vet\n        silent: true\n      - go test\n',
    { test: 'go vet && go test' },
  ],
  [
    'dependencies',
    'tasks:\n  test:\n    deps: [gen, "lint"]\n    cmds: [go test]\n  gen:\n    cmd: go generate\n  lint:\n    cmd: go vet\n',
    { test: 'go generate && go vet && go test' },
  ],
  [
    'a list of dependencies',
    'tasks:\n  test:\n    deps:\n      - gen\n      - task: lint\n        vars: { A: 1 }\n    cmd: go test\n  gen: go generate\n  lint: go vet\n',
    { test: 'go generate && go vet && go test' },
  ],
  [
    'other tasks',
    'tasks:\n  ci:\n    cmds:\n      - task: lint\n      - task: "test"\n  lint: go vet\n  test: go test\n',
    { ci: 'go vet && go test' },
  ],
  [
    'several lines',
    'tasks:\n  test:\n    cmds:\n      - |\n        cd web\n        npm test\n      - go test\n    silent: true\n',
    { test: 'cd web && npm test && go test' },
  ],
  [
    'several lines of one command',
    'tasks:\n  test:\n    cmd: |-\n      go vet\n      go test\n  lint: go vet\n',
    { test: 'go vet && go test', lint: 'go vet' },
  ],
  [
    'several lines of a description',
    'tasks:\n  test:\n    desc: |\n      Runs\n      - npm test\n    cmd: go test\n',
    { test: 'go test' },
  ],
  [
    'other lists',
    'tasks:\n  test:\n    sources:\n      - a.go\n    cmds:\n      - go test\n    generates:\n      - b.go\n',
    { test: 'go test' },
  ],
  [
    'an indent of four',
    'tasks:\n    test:\n        cmds:\n            - go test\n    lint:\n        cmd: go vet\n',
    { test: 'go test', lint: 'go vet' },
  ],
  [
    'a list that is not indented',
    'tasks:\n  test:\n    cmds:\n    - go vet\n    - go test\n',
    { test: 'go vet && go test' },
  ],
  [
    'names with colons',
    'tasks:\n  test:unit:\n    cmd: go test\n  "lint:go":\n    cmd: go vet\n',
    { 'test:unit': 'go test', 'lint:go': 'go vet' },
  ],
  [
    'what is outside of the tasks',
    'version: "3"\nvars:\n  test: npm test\ntasks:\n  # comment\n\n  lint: go vet\nenv:\n  unit: x\n',
    { test: undefined, lint: 'go vet', unit: undefined },
  ],
  [
    'a shell for each command',
    'tasks:\n  test:\n    cmds:\n      - cd web && npm test\n      - go test\n',
    { test: '(cd web && npm test) && go test' },
  ],
  ['a circle', 'tasks:\n  a:\n    deps: [b]\n    cmd: A\n  b:\n    deps: [a]\n    cmd: B\n', { a: 'B && A' }],
])('Taskfile: %s', (_, text, expected) => expectTasks(taskfileTasks(text), expected));

it.each<[what: string, text: string, expected: Record<string, string | undefined>]>([
  ['a table', '[tasks.test]\ndescription = "Tests"\nrun = "go test ./..."\n', { test: 'go test ./...' }],
  [
    'a quoted name',
    '[tasks."test:unit"]\nrun = "go test"\n[tasks.\'lint:go\']\nrun = \'go vet\'\n',
    { 'test:unit': 'go test', 'lint:go': 'go vet' },
  ],
  [
    'keys of one table',
    '[tasks]\ntest = "go test"\n"test:e2e" = "npx playwright test"\n',
    { test: 'go test', 'test:e2e': 'npx playwright test' },
  ],
  [
    'a list',
    '[tasks.ci]\nrun = [\n  "go vet", # first\n  # "go fmt",\n  \'go test\',\n]\n',
    { ci: 'go vet && go test' },
  ],
  [
    'a bracket in a list',
    '[tasks.test]\nrun = ["[ -d t ] && pytest", "ruff check"]\n',
    { test: '[ -d t ] && pytest && ruff check' },
  ],
  [
    'several lines',
    '[tasks.test]\nrun = """\n#!/usr/bin/env bash\nset -e\npytest "$@"\n"""\n',
    { test: 'set -e && pytest "$@"' },
  ],
  ['several lines without escapes', "[tasks.test]\nrun = '''\npytest\nmypy .\n'''\n", { test: 'pytest && mypy .' }],
  [
    'what it depends on',
    '[tasks.test]\ndepends = ["lint", "gen"]\nrun = "pytest"\n[tasks.lint]\nrun = "ruff check"\n[tasks.gen]\nrun = "buf generate"\n',
    { test: 'ruff check && buf generate && pytest' },
  ],
  [
    'only what it depends on',
    '[tasks.ci]\ndepends = ["lint"]\n[tasks.lint]\nrun = "ruff check"\n',
    { ci: 'ruff check' },
  ],
  [
    'an inline table',
    '[tasks]\ntest = { run = "pytest", depends = ["lint"] }\nlint = "ruff check"\n',
    { test: 'ruff check && pytest' },
  ],
  [
    'tables inside a task',
    '[tasks.test]\nrun = "pytest"\n[tasks.test.env]\nrun = "no"\n',
    { test: 'pytest', env: undefined },
  ],
  [
    'other tables',
    '[tools]\ntest = "1"\n[env]\nrun = "x"\n[[plugins]]\nlint = "y"\n[tasks.a]\nrun = "A"\n',
    { test: undefined, lint: undefined, a: 'A' },
  ],
  [
    'a list of tables behind',
    '[tasks]\ntest = "pytest"\n[[plugins]]\nlint = "x"\n',
    { test: 'pytest', lint: undefined },
  ],
  ['an escaped quote', '[tasks.test]\nrun = "pytest -k \\"a b\\""\n', { test: 'pytest -k "a b"' }],
  ['a circle', '[tasks.a]\ndepends = "b"\nrun = "A"\n[tasks.b]\ndepends = "a"\nrun = "B"\n', { a: 'B && A' }],
])('mise.toml: %s', (_, text, expected) => expectTasks(tomlTasks(text, MISE), expected));

it.each<[what: string, text: string, expected: Record<string, string | undefined>]>([
  [
    'poe',
    '[tool.poe.tasks]\ntest = "pytest"\nlint.cmd = "ruff check"\nlint.help = "Lints"\n',
    { test: 'pytest', lint: 'ruff check' },
  ],
  [
    'poe, a sequence',
    '[tool.poe.tasks.check]\nhelp = "All"\nsequence = ["lint", { cmd = "pytest -q" }]\n[tool.poe.tasks.lint]\ncmd = "ruff check"\n',
    { check: 'ruff check && lint && pytest -q' },
  ],
  [
    'pdm',
    '[tool.pdm.scripts]\ntest = { cmd = "pytest", help = "Tests" }\nlint.shell = "ruff check && mypy ."\n',
    { test: 'pytest', lint: 'ruff check && mypy .' },
  ],
  [
    'pdm, composed',
    '[tool.pdm.scripts]\nall = { composite = [\n  "mypy src",\n  "test",\n] }\ntest = "pytest"\n',
    { all: 'pytest && mypy src && test' },
  ],
  ['pdm, a function', '[tool.pdm.scripts]\nstart = { call = "app:run" }\n', { start: '' }],
  [
    'hatch',
    '[tool.hatch.envs.default.scripts]\ntest = "pytest {args:tests}"\n[tool.hatch.envs.lint.scripts]\nstyle = [\n  "ruff check .",\n  "black --check .",\n]\nfmt = ["black .", "style"]\n',
    {
      test: 'pytest {args:tests}',
      style: 'ruff check . && black --check .',
      fmt: 'ruff check . && black --check . && black . && style',
    },
  ],
  [
    'taskipy',
    '[tool.taskipy.tasks]\ntest = { cmd = "pytest", cwd = "a" }\nlint = \'flake8 "src"\'\n',
    { test: 'pytest', lint: 'flake8 "src"' },
  ],
  [
    'what is no task',
    '[project]\nname = "test"\n[project.scripts]\nlint = "a:main"\n[tool.pytest.ini_options]\ntest = "x"\n',
    { test: undefined, lint: undefined, name: undefined },
  ],
])('pyproject.toml: %s', (_, text, expected) => expectTasks(tomlTasks(text, PYPROJECT), expected));

const HOSTILE: [string, string][] = [
  ['lists without an end', 'a = [\n'.repeat(40_000)],
  ['texts without an end', `[tasks]\n${'a = """\n'.repeat(30_000)}x`],
  ['inline tables without an end', 'a = { b = [ "c'.repeat(15_000)],
  ['quotes in one line', `[tasks]\na = ${'"'.repeat(200_000)}`],
  ['brackets in one line', '['.repeat(250_000)],
  ['colons in one line', `a ${':'.repeat(250_000)}`],
  ['blanks in one line', `a${' '.repeat(250_000)}b`],
  ['lines that all go on', 'a: \\\n'.repeat(50_000)],
  ['a deep indent', `tasks:\n${Array.from({ length: 600 }, (_, at) => `${' '.repeat(at + 1)}a:`).join('\n')}`],
  ['characters without meaning', '\u0000\u0001\ufffd'.repeat(80_000)],
];

describe('hostile files', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => at);
  const readers: [string, (text: string) => TaskLines][] = [
    ['make', makeTasks],
    ['just', justTasks],
    ['task', taskfileTasks],
    ['toml', (text) => tomlTasks(text, MISE)],
  ];

  it('10,000 targets, each of which needs the next', async () => {
    const text = many.map((at) => `t${at}: t${at + 1}\n\techo ${at}`).join('\n');
    const took = await cpuMs(() => expect(makeTasks(text).get('t0')).toContain('echo 0'));
    expect(took).toBeLessThan(2_000);
  });

  it('300 targets, each of which needs all', async () => {
    const names = many.slice(0, 300).map((at) => `t${at}`);
    const text = names.map((name) => `${name}: ${names.join(' ')}\n\techo ${name}`).join('\n');
    const took = await cpuMs(() => expect(makeTasks(text).get('t0')).toContain('echo t0'));
    expect(took).toBeLessThan(2_000);
  });

  it.each(readers.flatMap(([name, read]) => HOSTILE.map(([what, text]) => [name, what, read, text] as const)))(
    '%s: %s',
    async (_name, _what, read, text) => {
      const took = await cpuMs(() => read(text).get('a'));
      expect(took).toBeLessThan(3_000);
    },
  );
});
