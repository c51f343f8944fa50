const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|integration-tests?|unit-tests?)\/|[._-](?:test|tests|spec|specs|e2e|cy)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|_(?:test|spec)\.(?:go|rb|exs|dart|cc|cpp|c|ts|js|php)$|(?:Tests?|Spec|IT)\.(?:java|kt|cs|scala|php|swift|groovy)$|(?:^|\/)tests?\.(?:[cm]?[jt]sx?|py|rb|rs|sh)$/;
const DOCUMENT =
  /\.(?:md|mdx|markdown|(?<!(?:^|\/)(?:CMakeLists|[\w.-]*requirements[\w.-]*)\.)txt|rst|adoc|org|csv|log|svg|png|jpe?g|gif|webp|ico|pdf)$|(?:^|\/)(?:\.\w*ignore|\.gitattributes|\.editorconfig|CODEOWNERS)$|(?:^|\/)\.env(?:\.[\w.-]+)?$|(?:^|\/)\.github\/|(?:^|\/)(?:LICEN[CS]E|CHANGELOG|AUTHORS|NOTICE|README)(?:-[^/.]*(?:\.\d+)?)?$/i;
/** Written by programs, not by the worker. A folder `dist` or `build` below `src` is not. */
const GENERATED =
  /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|__pycache__|\.build|\.next|\.turbo|\.cache|\.dart_tool|DerivedData|Pods|\.gradle|\.terraform|\.parcel-cache)(?:\/|$)|^(?:(?!src\/)[^/]*\/)*(?:dist|build|target|coverage)\/|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|go\.sum|Package\.resolved|packages\.lock\.json|gradle\.lockfile|composer\.lock|Gemfile\.lock)$|\.min\.(?:js|css)$|\.gen\.\w+$|_pb2(?:_grpc)?\.pyi?$|\.pb\.(?:go|cc|h)$|\.(?:g|freezed)\.dart$|(?:^|\/)(?:generated|__generated__)\/|\.(?:snap|map|lock)$/;

/** What tests read; tests in it are not run. */
const FIXTURE =
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test[-_]data|samples?|snapshots?|__snapshots__|golden|corpus|templates?|\{\{[^/]*\}\}[^/]*)\//i;

export const isFixture = (path: string): boolean => FIXTURE.test(path);
export const isTestFile = (path: string): boolean => TEST_PATH.test(path) && !isFixture(path);
/** Among the tests, and none itself: what several of them use. */
export const isTestHelper = (path: string): boolean =>
  isTestFile(path) && !/(?:^|[._-])(?:tests?|specs?|e2e|cy)[._-]|(?:Tests?|Spec|IT)\./.test(path.replace(/^.*\//, ''));
export const isDocument = (path: string): boolean => DOCUMENT.test(path);
export const isGenerated = (path: string): boolean => GENERATED.test(path);
/** Settings of agents, which no test run covers. Work trees are kept there too. */
const isAgentSettings = (path: string): boolean => /(?:^|\/)\.claude\/(?!worktrees\/)/.test(path);
/** Tried out and thrown away, or what a program left; not a part of the project. */
const isScratch = (path: string): boolean =>
  /(?:^|\/)(?:scratch(?:pad)?|\.?tmp|temp)\/|\.(?:tmp|bak|orig|rej|out|pid|patch|diff|swp|prof|DS_Store|db|sqlite3?|o|a|so|class|jar|pyc|zip|tar|tgz|gz|whl|dmg|exe|dll|wasm|bin)$/.test(
    path,
  );
/** Data or settings that a run may read; the files that say how to build and check are more than that. */
export const isData = (path: string): boolean =>
  /\.(?:ya?ml|json|jsonl|toml|ini|cfg|conf|xml|properties|plist|tsv|sql|geojson|ipynb|http|env)$/i.test(path) &&
  // Models of dbt.
  !/(?:^|\/)(?:models|macros)\/.*\.sql$/.test(path) &&
  !/(?:^|\/)(?:package|tsconfig[\w.-]*|jsconfig|biome|deno|composer|project|angular|nx|turbo|\.?[\w-]*rc)\.jsonc?$|(?:^|\/)(?:pyproject|Cargo|mise|rustfmt|clippy|ruff|tox|deno|buf|Pipfile|foundry|Scarb|Move)\.?\w*\.toml$|(?:^|\/)(?:pom|build|AndroidManifest)\.xml$|(?:^|\/)(?:pubspec|analysis_options|Taskfile|\.golangci|\.pre-commit-config|\.swiftlint|buf[\w.]*)\.ya?ml$|(?:^|\/)(?:setup|tox|pytest|mypy)\.(?:cfg|ini)$/i.test(
    path,
  );
/** A change to it after a run makes the run stale. */
export const isCode = (path: string): boolean =>
  !isDocument(path) && !isGenerated(path) && !isAgentSettings(path) && !isScratch(path) && !isData(path);
/** Code in a folder that programs mostly write to, or that says nothing of a run: `build/webpack.js`, `.github/scripts/a.js`. */
export const isKeptCode = (path: string): boolean =>
  isSurelyCode(path) &&
  !isData(path) &&
  !NEVER_WRITTEN.test(path) &&
  !/\.(?:lock|snap|map|svg)$|\.min\.\w+$/.test(path);
const NEVER_WRITTEN =
  /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|__pycache__|\.next|\.turbo|\.cache|dist|generated|__generated__|Pods)\/|(?:^|\/)\.claude\/|_pb2?\.|\.pb\.|\.gen\./;
/** The endings of the languages of each ecosystem; a run of one says nothing about files of another. */
const LANGUAGES: Record<string, RegExp> = {
  js: /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|css|scss|sass|less|html?|gql|graphql|ejs|hbs|json[c5]?|prisma)$/,
  python: /\.(?:pyi?|pyx|ipynb|jinja2?|j2|toml|cfg|ini)$|requirements[\w.-]*\.txt$/,
  go: /\.(?:go|tmpl|mod|work)$/,
  rust: /\.(?:rs|toml)$/,
  ruby: /\.(?:rb|erb|rake|haml|slim|gemspec|ru)$/,
  php: /\.(?:php|twig|phtml|inc)$/,
  jvm: /\.(?:java|kts?|scala|sc|groovy|gradle|xml|properties)$/,
  swift: /\.(?:swift|m|mm|h|storyboard|xib|plist|pbxproj|xcconfig)$/,
  dart: /\.dart$/,
  dotnet: /\.(?:cs|fs|vb|razor|cshtml|xaml|csproj|fsproj|sln|props|targets)$/,
  c: /\.(?:c|h|cc|cpp|cxx|hpp|hh|ino|inl|cmake|s|asm)$/i,
  elixir: /\.(?:exs?|eex|heex|leex)$/,
  erlang: /\.(?:erl|hrl|app\.src)$/,
  haskell: /\.(?:hs|lhs|cabal)$/,
  ocaml: /\.(?:mli?|opam)$/,
  lua: /\.luau?$/,
  perl: /\.(?:pl|pm|t)$/,
  shell: /\.(?:sh|bash|zsh|fish|bats|ps1)$/,
  solidity: /\.(?:sol|vy|cairo|ak|move)$/,
  clojure: /\.(?:clj[cs]?|edn)$/,
};
const MORE_LANGUAGES =
  /\.(?:zig|nim|cr|jl|r|elm|gleam|d|purs|res|tf|hcl|nix|gd|v|sv|vhdl?|proto|sql|bzl|star|cue|rego|mk|bat|cmd|f90|f95|pas|ada|adb|ads|ml|rkt|scm|lisp|el|tcl|awk|wgsl|glsl|hlsl|cu|cl|asm|s)$/i;

/** By its name, a file that programs are made of. */
export const isSurelyCode = (path: string): boolean =>
  Object.values(LANGUAGES).some((ending) => ending.test(path)) ||
  MORE_LANGUAGES.test(path) ||
  /(?:^|\/)(?:Makefile|GNUmakefile|Dockerfile|Containerfile|Rakefile|Gemfile|[Jj]ustfile|Jenkinsfile|Pipfile|BUILD|WORKSPACE|CMakeLists\.txt)$/.test(
    path,
  );

/** Whether a run in an ecosystem is about this file: unknown in a task of the project, or for a file of no language here. */
export function isOfEcosystem(ecosystem: string, path: string): boolean {
  const own = LANGUAGES[ecosystem];
  if (!own || own.test(path)) return true;
  return !Object.values(LANGUAGES).some((ending) => ending.test(path));
}

/** A folder, or a file that a command only wrote its output to, mostly has no such name. */
export const isNamedLikeCode = (path: string): boolean =>
  /\.\w+$|(?:^|\/)(?:Makefile|Dockerfile|Containerfile|Rakefile|Gemfile|[Jj]ustfile|Jenkinsfile|Pipfile|BUILD|WORKSPACE)$/.test(
    path,
  );
