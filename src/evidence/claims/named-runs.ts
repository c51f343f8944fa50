import { kindsIn } from '../commands/parts.ts';
import type { CheckedKind } from '../evidence.ts';

/** Words in a claim that say which of several runs it is about. */
const NAMES: Record<CheckedKind, RegExp> = {
  test: /\b(?:vitest|jest|mocha|ava|pytest|playwright|cypress|phpunit|pest|rspec|bats|integration|e2e|end-to-end|smoke)\b/gi,
  build: /\b(?:docker|webpack|vite|next|rollup|storybook)\b/gi,
  types: /\b(?:tsc|mypy|pyright|basedpyright|vue-tsc|svelte-check|pyrefly|dialyzer)\b/gi,
  lint: /\b(?:eslint|stylelint|ruff|clippy|prettier|biome|oxlint|golangci-lint|staticcheck|flake8|pylint|black|isort|rubocop|phpstan|phpcs|psalm|shellcheck|swiftlint|ktlint|detekt|credo|vet|gofmt|rustfmt|markdownlint|hadolint|yamllint)\b/gi,
};
/** Runs that are more than unit tests. */
const NOT_UNIT = /integration|e2e|playwright|cypress|smoke/i;

/** Whether a command is one that the claim names; undefined if the claim names none. */
export function namedIn(quote: string, kind: CheckedKind): ((command: string) => boolean) | undefined {
  const code = [...quote.matchAll(/`([^`\n]+)`/g)].map(([, text]) => squeezed(text as string));
  const commands = code.filter((text) => kindsIn(text).includes(kind));
  const words = (quote.match(NAMES[kind]) ?? []).map((word) => word.toLowerCase());
  if (commands.length + words.length > 0)
    return (command) => {
      const text = squeezed(command);
      return commands.some((each) => text.includes(each)) || words.some((word) => text.toLowerCase().includes(word));
    };
  return kind === 'test' && /\bunit\b/i.test(quote) ? (command) => !NOT_UNIT.test(command) : undefined;
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
