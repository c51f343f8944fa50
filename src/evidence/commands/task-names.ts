import type { CheckedKind } from '../evidence.ts';

/** What the name of a task, target or script says: a kind, that it does something else, or nothing. */
export type NamedKind = CheckedKind | 'harmless' | 'unclear';

const part = (words: string) => new RegExp(`(?:^|[:_./+ -])(?:${words})(?=$|[:_./+ -])`);

/** The first that fits decides. */
const BY_WORDS: [RegExp, NamedKind][] = [
  // Building the tests runs none, and neither does getting ready for them.
  [/^(?:build|compile|bundle)[:_-](?:.+[:_-])?(?:tests?|e2e|specs?)$/, 'build'],
  [
    /(?:^|[:_./-])(?:tests?|e2e)[:_-](?:setup|prepare|up|down|deps|install|clean|seed|fixtures?|init|reset|list|report|gen|generate)$/,
    'harmless',
  ],
  // Where the tests run, or what they are about.
  [/(?:^|[:_./-])(?:tests?|e2e)[:_-](?:server|env|data|db|database|open|ui)$/, 'unclear'],
  [/^(?:build|compile|bundle)[:_-](?:dev|release|server|site|website)$/, 'build'],
  [/^(?:setup|prepare|install|init|gen|generate|create|new|start|stop|clean|seed|scaffold|update)[:_-]/, 'harmless'],
  [part('type-?checks?|check[-:_]?types?|types?[-:_]check|typing|tsc|mypy|pyright|ts[-:_]check'), 'types'],
  // A formatter rewrites; where it only compares, its name says so.
  [
    part(
      '(?:fmt|format|prettier|style|black)[-:_](?:check|verify|ci|test)|(?:check|verify)[-:_](?:fmt|format|formatting|style)',
    ),
    'lint',
  ],
  [part('fmt|format|prettier|formatting'), 'harmless'],
  [
    part(
      'lint|lints|linter|linting|eslint|biome|ruff|clippy|stylelint|textlint|tslint|oxlint|golangci|rubocop|flake8|pylint|swiftlint|ktlint|detekt|shellcheck|markdownlint|style|vet|analy[sz]e|credo|phpstan|phpcs|checkstyle|cs|cs[-:_]check|check[-:_]cs|cs[-:_]fixer',
    ),
    'lint',
  ],
  [
    part(
      'tests?|test\\d+|testing|spec|specs|e2e|unit|units|unittests?|integration|functional|acceptance|smoke|regression|vitest|jest|mocha|pytest|coverage|cov|playwright|cypress|rspec|phpunit|bats|测试|テスト|테스트',
    ),
    'test',
  ],
  [/^run[-_]?tests?|^tests?[-_]?(?:all|run|runner)/, 'test'],
  [
    part(
      'docs?|documentation|storybook|site|website|dev|start|serve|server|preview|watch|deploy|release|publish|migrate|clean|install|help|list',
    ),
    'harmless',
  ],
  [part('types?'), 'types'],
  [part('build|builds|compile|bundle|dist|package|assemble|构建|ビルド|빌드'), 'build'],
];

/** Matched in lower case, which compiles faster than any case. */
export function kindOfTaskName(name: string): NamedKind {
  const lower = name.toLowerCase();
  return BY_WORDS.find(([pattern]) => pattern.test(lower))?.[1] ?? 'unclear';
}
