import type { CheckedKind, CommandKind } from '../evidence.ts';

/** Programs with one purpose: kind, ecosystem, names. */
const SINGLE_PURPOSE = `
test  js     vitest jest mocha ava tap karma wdio testcafe nyc c8 qunit uvu
test  python pytest py.test unittest tox nox nose2 behave doctest
test  go     gotestsum ginkgo
test  ruby   rspec cucumber minitest
test  php    phpunit pest paratest codecept
test  c      ctest
test  shell  bats shellspec
types js     tsc vue-tsc svelte-check flow tsgo tsd attw
types python mypy pyright basedpyright pyre pytype ty
types ruby   srb
lint  js     eslint biome oxlint prettier stylelint xo standard tslint knip jshint dprint
lint  python ruff flake8 pylint black isort bandit pycodestyle pydocstyle pyflakes
lint  go     golangci-lint staticcheck gofmt gofumpt revive
lint  ruby   rubocop standardrb reek
lint  php    phpcs phpstan psalm php-cs-fixer pint
lint  jvm    ktlint detekt checkstyle
lint  c      clang-tidy clang-format cppcheck cpplint
lint  other  shellcheck hadolint markdownlint markdownlint-cli2 yamllint cspell swiftlint swiftformat actionlint
build js     webpack rollup esbuild tsup parcel swc unbuild rspack electron-builder ncc
build c      cmake gcc g++ clang clang++ cc c++
build jvm    javac kotlinc scalac
build rust   rustc
build swift  swiftc
`;

/** Programs whose first words say the kind: ecosystem, name, and for each kind a pattern of those words. */
const SUBCOMMANDS = `
js      playwright test=test
js      cypress    test=run
js      vite       build=build
js      next       build=build lint=lint
js      nuxt       build=build types=typecheck
js      astro      build=build types=check
js      ng         test=test build=build lint=lint
js      deno       test=test|task.test\\S* types=check lint=lint|fmt build=compile
go      go         test=test build=build|install lint=vet|fmt
rust    cargo      test=test|t|nextest|tarpaulin build=build|b types=check|c lint=clippy|fmt|deny|audit
dotnet  dotnet     test=test|vstest build=build|publish|msbuild lint=format
swift   swift      test=test build=build
bazel   bazel      test=test|coverage build=build
elixir  mix        test=test build=compile lint=credo|format types=dialyzer
dart    flutter    test=test build=build lint=analyze
dart    dart       test=test build=compile lint=analyze|format
haskell stack      test=test build=build
haskell cabal      test=test|v2-test build=build|v2-build
zig     zig        test=test|build.test build=build
ruby    rails      test=test(?::\\S+)?|spec
ruby    rake       test=test(?::\\S+)?|spec(?::\\S+)?
php     artisan    test=test
other   pre-commit lint=run
c       meson      test=test build=compile
python  hatch      test=test lint=fmt build=build
docker  docker     build=build|buildx
`;

/** The same where the word may stand anywhere in the arguments. */
const TASKS = `
jvm     mvn        test=\\S*test|verify build=(?:test-)?compile|package|install|deploy
jvm     gradle     test=(?:\\S*:)?(?:check|test(?!Classes)\\w*|(?!compile|process|assemble|package|bundle|clean)\\w*tests?) build=\\S*build|\\S*assemble\\S*|\\S*compile\\S*|\\S*classes|\\S*jar lint=\\S*lint\\S*|\\S*detekt\\S*|\\S*spotless\\S*|\\S*checkstyle\\S*
jvm     sbt        test=(?:\\S+/)?test(?:Only|Quick)? build=(?:\\S+[/:])?compile|package|assembly
swift   xcodebuild test=test|test-\\S+ build=build|archive
`;

/** Programs that run scripts of the project: only the name of the script says the kind. */
const RUNNERS = `
js npm pnpm yarn bun turbo nx lerna wireit
make make gmake just task
c ninja
php composer
python invoke
jvm lein
`;

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(/\s+/));

export const BY_NAME: ReadonlyMap<string, { kind: CommandKind; ecosystem: string }> = new Map(
  rows(SINGLE_PURPOSE).flatMap(([kind, ecosystem, ...names]) =>
    names.map((name) => [name, { kind: kind as CommandKind, ecosystem: ecosystem as string }] as const),
  ),
);

export interface Subcommands {
  ecosystem: string;
  kinds: [RegExp, CheckedKind][];
  /** The words are next to each other, anywhere on the command line. */
  anywhere: boolean;
}

const subcommands = (table: string, anywhere: boolean, pattern: (words: string) => RegExp) =>
  rows(table).map(([ecosystem, name, ...kinds]): [string, Subcommands] => [
    name as string,
    {
      ecosystem: ecosystem as string,
      anywhere,
      kinds: kinds.map((rule) => {
        const [kind, words] = rule.split('=');
        return [pattern(words as string), kind as CheckedKind];
      }),
    },
  ]);

export const BY_SUBCOMMAND: ReadonlyMap<string, Subcommands> = new Map([
  ...subcommands(SUBCOMMANDS, false, (words) => new RegExp(`^(?:${words})(?: |$)`)),
  ...subcommands(TASKS, true, (words) => new RegExp(`(?:^| )(?:${words})(?: |$)`, 'i')),
]);

export const SCRIPT_RUNNERS: ReadonlyMap<string, string> = new Map(
  rows(RUNNERS).flatMap(([ecosystem, ...names]) => names.map((name) => [name, ecosystem as string] as const)),
);
