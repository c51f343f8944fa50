import type { CheckedKind, Kind } from './facts.ts';

/** Programs that have one purpose: kind, ecosystem, names. */
const NAMES = `
test  js     vitest jest mocha ava tap karma cypress wdio testcafe nyc c8 qunit uvu
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
lint  other  shellcheck hadolint markdownlint markdownlint-cli2 yamllint cspell swiftlint swiftformat actionlint pre-commit
build js     webpack rollup esbuild tsup parcel swc unbuild rspack electron-builder ncc
build c      cmake ninja gcc g++ clang clang++ cc c++
build jvm    javac kotlinc scalac
build rust   rustc
build swift  swiftc
`;

/** Programs whose subcommand tells: ecosystem, name, and for each kind the first words that mean it. */
const SUBCOMMANDS = `
js      playwright test=test
js      vite       build=build
js      next       build=build lint=lint
js      nuxt       build=build types=typecheck
js      astro      build=build types=check
js      ng         test=test build=build lint=lint
js      deno       test=test types=check lint=lint|fmt build=compile
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
zig     zig        test=test build=build
ruby    rails      test=test|spec
ruby    rake       test=test|spec
c       meson      test=test build=compile
python  hatch      test=test lint=fmt build=build
docker  docker     build=build|buildx
`;

/** The same where the word may stand anywhere. */
const TASKS = `
jvm     mvn        test=\\S*test|verify build=compile|package|install|deploy
jvm     gradle     test=\\S*test\\S*|\\S*check build=\\S*build|\\S*assemble\\S*|\\S*compile\\S*|\\S*jar lint=\\S*lint\\S*|\\S*detekt
jvm     sbt        test=test\\S* build=compile|package|assembly
swift   xcodebuild test=test|test-\\S+ build=build|archive
`;

/** Programs that only run what somebody wrote into a file: the script's own name has to tell. */
const RUNNERS = `
js npm pnpm yarn bun turbo nx lerna wireit
make make gmake just task
php composer
python invoke
jvm lein
`;

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(/\s+/));

export const BY_NAME: ReadonlyMap<string, { kind: Kind; family: string }> = new Map(
  rows(NAMES).flatMap(([kind, family, ...names]) =>
    names.map((name) => [name, { kind: kind as Kind, family: family as string }] as const),
  ),
);

export interface Subcommands {
  family: string;
  kinds: [RegExp, CheckedKind][];
}

const subcommands = (table: string, pattern: (words: string) => RegExp) =>
  rows(table).map(([family, name, ...kinds]): [string, Subcommands] => [
    name as string,
    {
      family: family as string,
      kinds: kinds.map((rule) => {
        const [kind, words] = rule.split('=');
        return [pattern(words as string), kind as CheckedKind];
      }),
    },
  ]);

export const BY_SUBCOMMAND: ReadonlyMap<string, Subcommands> = new Map([
  ...subcommands(SUBCOMMANDS, (words) => new RegExp(`^(?:${words})(?: |$)`)),
  ...subcommands(TASKS, (words) => new RegExp(`(?:^| )(?:${words})(?: |$)`, 'i')),
]);

export const SCRIPT_RUNNERS: ReadonlyMap<string, string> = new Map(
  rows(RUNNERS).flatMap(([family, ...names]) => names.map((name) => [name, family as string] as const)),
);
