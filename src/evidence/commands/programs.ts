import type { CheckedKind } from '../evidence.ts';

/** Programs with one purpose: kind, ecosystem, names. */
const SINGLE_PURPOSE = `
test  js       vitest jest mocha ava tap karma wdio testcafe nyc c8 qunit uvu jasmine lab tape detox newman borp wtr web-test-runner test-storybook start-server-and-test
test  python   pytest py.test pytest-3 unittest tox nox nose nose2 behave doctest ward stestr trial robot
test  go       gotestsum ginkgo richgo gotest
test  rust     cargo-nextest
test  ruby     rspec cucumber minitest turbo_tests parallel_rspec parallel_test
test  php      phpunit simple-phpunit pest paratest codecept phpspec behat atoum kahlan infection
test  c        ctest
test  shell    bats shellspec
test  perl     prove
test  lua      busted
test  elm      elm-test elm-test-rs
test  clojure  kaocha
test  nim      testament
test  other    ansible-test Invoke-Pester
types js       tsc vue-tsc svelte-check flow tsgo tsd attw
types python   mypy dmypy pyright basedpyright pyre pytype ty pyrefly
types ruby     srb steep
lint  js       eslint eslint_d oxlint stylelint xo standard semistandard tslint knip jshint textlint htmlhint html-validate publint jscpd madge depcruise commitlint
lint  python   flake8 pylint bandit pycodestyle pydocstyle pyflakes vulture djlint interrogate codespell nbqa
lint  go       golangci-lint staticcheck revive gosec govulncheck errcheck
lint  rust     typos
lint  ruby     rubocop standardrb reek brakeman erblint
lint  php      phpcs phpstan psalm phpmd phplint deptrac
lint  jvm      detekt checkstyle pmd spotbugs scalastyle
lint  c        clang-tidy cppcheck cpplint
lint  swift    swiftlint
lint  clojure  clj-kondo
lint  haskell  hlint
lint  lua      luacheck selene
lint  elm      elm-review
lint  solidity solhint slither
lint  other    shellcheck hadolint markdownlint markdownlint-cli2 yamllint cspell actionlint vale ansible-lint tflint spectral checkov kube-linter kubeconform kubeval editorconfig-checker ec dotenv-linter zizmor reviewdog mega-linter-runner Invoke-ScriptAnalyzer
build js       webpack rollup esbuild tsup parcel swc unbuild rspack rsbuild electron-builder ncc tsdown bunup microbundle graphql-codegen
build c        gcc g++ clang clang++ cc c++ cmake xmake scons b2
build jvm      javac kotlinc scalac
build rust     rustc
build swift    swiftc
build dotnet   msbuild csc
build haskell  ghc
build ocaml    ocamlfind ocamlc ocamlopt
build python   cibuildwheel sphinx-build
build other    protoc nix-build
`;

/** Programs whose first words say the kind: ecosystem, name, and for each kind a pattern of those words. A dot is a space. */
const SUBCOMMANDS = String.raw`
js       playwright   test=test
js       cypress      test=run
js       vite         build=build
js       vitepress    build=build
js       next         build=build lint=lint
js       nuxt         build=build types=typecheck
js       nuxi         build=build types=typecheck
js       astro        build=build types=check
js       remix        build=build|vite:build
js       react-router build=build
js       gatsby       build=build
js       ng           test=test|e2e build=build lint=lint
js       expo         build=export lint=lint
js       eas          build=build
js       vue-cli-service test=test:\S+ build=build lint=lint
js       react-scripts test=test build=build
js       storybook    test=test build=build
js       wrangler     build=build
js       vercel       build=build
js       netlify      build=build
js       tauri        build=build
js       hardhat      test=test build=compile
js       truffle      test=test build=compile
js       deno         test=test types=check lint=lint build=compile
js       biome        lint=check|lint|ci
go       go           test=test build=build|install lint=vet
rust     cargo        test=test|t|nextest(?!.(?:list|show-config|archive|self))|tarpaulin|llvm-cov|miri.test|insta.test build=build|b|rustc|zigbuild types=check|c lint=clippy|deny|audit|machete|udeps|semver-checks
rust     trunk        build=build lint=check
rust     wasm-pack    test=test build=build
dotnet   dotnet       test=test|vstest build=build|publish|msbuild|pack
swift    swift        test=test(?!.list) build=build
swift    tuist        test=test build=build
swift    fastlane     test=(?:\S+.)?(?:tests?|scan) build=(?:\S+.)?(?:build|gym) lint=(?:\S+.)?(?:lint|swiftlint)
bazel    bazel        test=test|coverage build=build
bazel    bazelisk     test=test|coverage build=build
bazel    pants        test=test build=package lint=lint types=check
bazel    buck2        test=test build=build
bazel    buck         test=test build=build
bazel    plz          test=test|cover build=build
elixir   mix          test=test(?:\.\S+)?|coveralls(?:\.\S+)? build=compile|release lint=credo(?!.(?:explain|categories|info|version|help|gen))|sobelow types=dialyzer
erlang   rebar3       test=eunit|ct|proper build=compile|release lint=xref|lint|hank types=dialyzer
gleam    gleam        test=test build=build types=check
dart     flutter      test=test|drive build=build lint=analyze
dart     dart         test=test|run.test build=compile lint=analyze
dart     very_good    test=test
dart     patrol       test=test build=build
haskell  stack        test=test build=build|install
haskell  cabal        test=test|v2-test|new-test build=build|v2-build|new-build
zig      zig          test=test|build.(?:\S+.)*test\S* build=build|build-\S+|cc|c\+\+
ruby     gem          build=build
ruby     rails        test=test(?::\S+)?|spec build=assets:precompile|\S+:build\S*
php      artisan      test=test|dusk
other    pre-commit   lint=run
other    prek         lint=run
other    overcommit   lint=--run|-r
other    buf          lint=lint|breaking build=build|generate
other    helm         lint=lint test=test
other    terraform    lint=validate test=test
other    tofu         lint=validate test=test
other    terragrunt   lint=validate|hclvalidate
other    molecule     test=test|verify
other    sqlfluff     lint=lint
other    supabase     test=test lint=db.lint
other    sqlc         lint=vet build=compile
other    dbt          test=test build=build|compile
other    docker       build=(?:compose.)?build|buildx.(?:build|bake)
other    docker-compose build=build
other    podman       build=build
other    buildah      build=bud|build
other    nix          build=build test=flake.check
other    typst        build=compile
other    mdbook       test=test build=build
other    mkdocs       build=build
other    cue          lint=vet
other    protolint    lint=lint
c        meson        test=test build=compile
python   hatch        test=test build=build
python   maturin      build=build|develop
python   uv           build=build
python   poetry       build=build
python   flit         build=build
python   pdm          build=build
python   ruff         lint=check
ocaml    dune         test=test|runtest|build.(?:\S+.)*@\S*runtest lint=build.@\S*fmt build=build
nim      nimble       test=test build=build
nim      nim          build=c|compile|cpp|js
crystal  crystal      test=spec build=build
crystal  shards       build=build
d        dub          test=test build=build lint=lint
elm      elm          build=make
purescript spago      test=test build=build
rescript rescript     build=build
solidity forge        test=test|coverage build=build|b|compile lint=lint
solidity anchor       test=test build=build
solidity ape          test=test build=compile
solidity scarb        test=test build=build lint=lint
solidity snforge      test=test
solidity aiken        test=check build=build
move     sui          test=move.test build=move.build
move     aptos        test=move.test build=move.compile
clojure  lein         test=test|midje|eftest build=compile|uberjar lint=eastwood|kibit|cljfmt.check
clojure  shadow-cljs  build=compile|release test=test
jvm      mill         test=\S*\.test\S* build=\S*\.?compile|\S*\.?assembly
jvm      scala-cli    test=test build=compile
r        R            test=CMD.check build=CMD.(?:build|INSTALL)
`;

/** The same where the word may stand anywhere in the arguments. */
const TASKS = String.raw`
jvm     mvn        test=\S*test|verify|\S*(?:failsafe|surefire):\S+ build=(?:test-)?compile|package|install|deploy|\S*:(?:build|repackage|native) lint=\S*(?:checkstyle|spotless(?!:apply)|pmd|spotbugs|ktlint|detekt):\S+
jvm     gradle     test=(?:\S*:)?(?:check|test(?!Classes)\w*|(?!compile|process|assemble|package|bundle|clean|detekt|lint|ktlint|generate)\w*tests?) build=\S*build|\S*assemble\S*|\S*compile\S*|\S*classes|\S*jar|\S*bundle[A-Z]\w+|\S*install[A-Z]\w+ lint=(?!\S*Format)\S*lint\S*|\S*detekt(?!-generator)\S*|\S*spotlessCheck|\S*checkstyle\S*|\S*pmd\w*|\S*spotbugs\w*|\S*apiCheck
jvm     sbt        test=(?:\S+[/:])?(?:test(?:Only|Quick|Full)?|scripted) build=(?:\S+[/:])?(?:compile|package|assembly|stage|publishLocal) lint=(?:\S+[/:])?(?:scalafmtCheck\w*|scalafix|scalastyle)
swift   xcodebuild test=test|test-without-building build=build|archive|build-for-testing|analyze
`;

/** Programs that run tasks of the project: only the name of the task says the kind. */
const RUNNERS = `
js npm pnpm yarn bun turbo nx lerna wireit lage rush moon vlt
make make gmake bmake just task go-task mise rtx mage makers doit
c ninja samu
php composer castor
jvm ant
python invoke inv poe pixi
ruby rake thor
dart melos
clojure bb
other devbox earthly dagger lefthook act
`;

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(/\s+/));

export const BY_NAME: ReadonlyMap<string, { kind: CheckedKind; ecosystem: string }> = new Map(
  rows(SINGLE_PURPOSE).flatMap(([kind, ecosystem, ...names]) =>
    names.map((name) => [name, { kind: kind as CheckedKind, ecosystem: ecosystem as string }] as const),
  ),
);

export interface Subcommands {
  ecosystem: string;
  /** The words are next to each other, anywhere on the command line. */
  anywhere: boolean;
  /** For each kind the pattern of those words, as the table has it: `test=test|e2e`. */
  rules: readonly string[];
  /** The kind that the words after the program's name say. */
  kindOf(words: string): CheckedKind | undefined;
}

const subcommands = (table: string, anywhere: boolean) =>
  rows(table).map(([ecosystem, name, ...rules]): [string, Subcommands] => {
    let patterns: [RegExp, CheckedKind][] | undefined;
    const kindOf = (words: string) => {
      // Compiled at the first use: a session uses few of these programs.
      patterns ??= rules.map((rule) => pattern(rule, anywhere));
      return patterns.find(([regExp]) => regExp.test(words))?.[1];
    };
    return [name as string, { ecosystem: ecosystem as string, anywhere, rules, kindOf }];
  });

function pattern(rule: string, anywhere: boolean): [RegExp, CheckedKind] {
  const at = rule.indexOf('=');
  const words = rule.slice(at + 1);
  const source = anywhere ? `(?:^| )(?:${words})(?: |$)` : `^(?:${words})(?: |$)`;
  return [new RegExp(source, anywhere ? 'i' : ''), rule.slice(0, at) as CheckedKind];
}

export const BY_SUBCOMMAND: ReadonlyMap<string, Subcommands> = new Map([
  ...subcommands(SUBCOMMANDS, false),
  ...subcommands(TASKS, true),
]);

export const TASK_RUNNERS: ReadonlyMap<string, string> = new Map(
  rows(RUNNERS).flatMap(([ecosystem, ...names]) => names.map((name) => [name, ecosystem as string] as const)),
);

/** Rewrites files, and checks nothing unless one of these options is given: then it is a lint run. */
export const FORMATTERS: ReadonlyMap<string, { ecosystem: string; checks: RegExp }> = new Map(
  rows(`
js      prettier       --check|-c|--list-different|-l
js      oxfmt          --check
js      dprint         check
python  black          --check|--diff
python  isort          --check|--check-only|-c|--diff
python  autopep8       --diff|--exit-code
python  yapf           --diff|-d
python  autoflake      --check|-c
go      gofmt          -l|-d|-s.-l|-l.-s
go      gofumpt        -l|-d
go      goimports      -l|-d
rust    rustfmt        --check
c       clang-format   --dry-run|-n|--Werror
jvm     ktlint         ^(?!.*(?:-F|--format)).*
jvm     google-java-format --dry-run|-n|--set-exit-if-changed
jvm     scalafmt       --test|--check|--list
php     php-cs-fixer   --dry-run|check
php     pint           --test
php     rector         --dry-run|-n
swift   swiftformat    --lint|--dryrun
swift   swift-format   lint
ruby    rufo           --check|-c
ruby    htmlbeautifier --lint-only
lua     stylua         --check
elm     elm-format     --validate
haskell ormolu         --mode.check|-m.check
haskell fourmolu       --mode.check|-m.check
ocaml   ocamlformat    --check
other   shfmt          -d|-l
other   taplo          check|lint|.*--check
other   nixfmt         --check|-c
other   alejandra      --check|-c
other   yamlfmt        -lint|-dry
`).map(([ecosystem, name, checks]) => [
    name as string,
    { ecosystem: ecosystem as string, checks: new RegExp(`(?:^| )(?:${checks})(?: |=|$)`) },
  ]),
);

/** The same as a subcommand: `cargo fmt`, `ruff format`. */
export const FORMAT_SUBCOMMANDS: ReadonlyMap<string, RegExp> = new Map([
  ['cargo', /^fmt\b/],
  ['ruff', /^format\b/],
  ['dart', /^format\b/],
  ['dotnet', /^format\b/],
  ['mix', /^format\b/],
  ['terraform', /^fmt\b/],
  ['tofu', /^fmt\b/],
  ['deno', /^fmt\b/],
  ['biome', /^format\b/],
  ['forge', /^fmt\b/],
  ['gleam', /^format\b/],
  ['zig', /^fmt\b/],
  ['go', /^fmt\b/],
  ['hatch', /^fmt\b/],
  ['buf', /^format\b/],
  ['crystal', /^tool format\b/],
  ['scarb', /^fmt\b/],
]);
const FORMAT_CHECKS =
  /(?:^| )(?:--check|--diff|-check|--set-exit-if-changed|--verify-no-changes|--check-formatted|-d)(?:[ =]|$)/;
export const formatsWithoutWriting = (words: string): boolean => FORMAT_CHECKS.test(words);

/** Programs that run no test, build or check of a project, whatever their arguments are. */
const INERT = new Set(
  `cd pushd popd ls ll la dir cat bat tac head tail less more grep egrep fgrep zgrep rg ag ack find fd fdfind sed awk gawk
  cut sort uniq wc tr tee echo printf pwd which type command whereis test [ [[ (( true false : sleep wait date cal printenv
  export unset set shopt setopt source . alias unalias read local declare typeset let mkdir rmdir rm mv cp ln touch chmod
  chown chgrp install stat file du df free ps top htop kill pkill pgrep killall lsof netstat ss ifconfig ip jq yq xq dasel
  xmllint diff cmp comm sdiff delta patch gh glab hub curl wget http ping nc dig nslookup host tar zip unzip gzip gunzip
  bzip2 xz 7z xxd hexdump od strings base64 md5 md5sum shasum sha1sum sha256sum openssl open xdg-open pbcopy pbpaste code
  cursor vim vi nano emacs tree column paste fold nl rev seq yes id whoami groups uname hostname history man help tput
  clear exit return shift trap ulimit umask getopts basename dirname realpath readlink mktemp sqlite3 psql mysql redis-cli
  mongosh brew apt apt-get dpkg yum dnf apk pacman pipx cpan rustup nvm fnm volta pyenv rbenv conda mamba
  kubectl k9s aws gcloud az doctl flyctl fly heroku systemctl service journalctl crontab launchctl
  defaults osascript say afplay screencapture sips scp rsync sftp ssh-add ssh-keygen gpg sw_vers ioreg sysctl nproc lscpu
  uptime arch locale iconv dos2unix expand tsort shuf split csplit truncate dd sync mount umount chsh hash times jobs bg fg
  zcat gzcat xzcat bzcat zstdcat lz4cat zless envsubst gettext disown cloc tokei scc exiftool ffprobe identify pdfinfo sha512sum plutil mdfind mdls notify-send terminal-notifier do
  then else fi done esac case for while until if in function select break continue readonly unalias`.split(/\s+/),
);

export const isInert = (name: string): boolean => INERT.has(name);
