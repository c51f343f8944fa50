const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|integration-tests?|unit-tests?)\/|[._-](?:test|tests|spec|specs|e2e|cy)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|_(?:test|spec)\.(?:go|rb|exs|dart|cc|cpp|c|ts|js|php)$|(?:Tests?|Spec|IT)\.(?:java|kt|cs|scala|php|swift|groovy)$|(?:^|\/)tests?\.(?:[cm]?[jt]sx?|py|rb|rs|sh)$/;
const DOCUMENT =
  /\.(?:md|mdx|markdown|(?<!(?:^|\/)(?:CMakeLists|[\w.-]*requirements[\w.-]*)\.)txt|rst|adoc|org|csv|log|svg|png|jpe?g|gif|webp|ico|pdf)$|(?:^|\/)(?:LICEN[CS]E|CHANGELOG|AUTHORS|NOTICE|README)(?:-[^/.]*(?:\.\d+)?)?$/i;
/** Written by programs, not by the worker. A folder `dist` or `build` below `src` is not. */
const GENERATED =
  /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|__pycache__)\/|^(?:(?!src\/)[^/]*\/)*(?:dist|build|target|coverage)\/|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|go\.sum|composer\.lock|Gemfile\.lock)$|\.min\.(?:js|css)$|\.(?:snap|map|lock)$/;

export const isTestFile = (path: string): boolean => TEST_PATH.test(path);
export const isDocument = (path: string): boolean => DOCUMENT.test(path);
export const isGenerated = (path: string): boolean => GENERATED.test(path);
/** Settings of agents, which no test run covers. Work trees are kept there too. */
const isAgentSettings = (path: string): boolean => /(?:^|\/)\.claude\/(?!worktrees\/)/.test(path);
/** A change to it after a run makes the run stale. */
export const isCode = (path: string): boolean => !isDocument(path) && !isGenerated(path) && !isAgentSettings(path);
