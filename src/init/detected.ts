import { isObject } from '../platform/json/parse.ts';
import { parseShellLine } from '../platform/shell.ts';

/** What was found in a repository's own folder. Nothing of it was run. */
export interface Detected {
  /** Every name in there; folders end with `/`. */
  names: ReadonlySet<string>;
  /** The text of those files that say how the work is checked. */
  text(name: string): string | undefined;
}

/** From quick to slow. */
export const KINDS = ['lint', 'types', 'test', 'build'] as const;
export type Kind = (typeof KINDS)[number];

export interface Proposed {
  kind: Kind;
  /** Which tool's; beside the kind, where several have one of that kind. */
  by: string;
  run: string;
  paths?: string[];
  reason: Reason;
}

/** Why it is proposed. */
export type Reason =
  | { kind: 'script' | 'task'; file: string; name: string; text: string }
  | { kind: 'target'; file: string; name: string }
  | { kind: 'tool'; file: string; tool: string }
  | { kind: 'file'; file: string };

/** Something that was seen and is left to the user. */
export type Note =
  | { kind: 'pre-commit' }
  | { kind: 'cmake' }
  | { kind: 'several-solutions' }
  | { kind: 'no-program'; program: string }
  | { kind: 'watches' | 'rewrites'; file: string; name: string }
  | { kind: 'odd-name'; file: string; name: string };

export interface Found {
  checks: Proposed[];
  notes: Note[];
}

export const NOTHING: Found = { checks: [], notes: [] };

/** What may stand in a command line as it is: a name from a repository is foreign text. */
export const isPlain = (name: string) => /^[A-Za-z0-9_][A-Za-z0-9:_.-]*$/.test(name);

/** Does not end by itself, or changes the files that it is to judge. `-w` is one thing to a compiler, another to npm. */
export function unfit(command: string): 'watches' | 'rewrites' | undefined {
  const steps = parseShellLine(command).flatMap(({ programs }) =>
    programs.map((words) => words.join(' ').slice(0, MAX_STEP)),
  );
  if (steps.some((step) => WATCHES.some((pattern) => pattern.test(step)))) return 'watches';
  return steps.some((step) => REWRITES.some((pattern) => pattern.test(step))) ? 'rewrites' : undefined;
}

/** Longer than anybody writes; what is searched must not take longer than it is worth. */
const MAX_STEP = 2000;

const WATCHES = [
  /(?:^|\s)--watch(?:All)?(?!\S*=false)(?=[\s=]|$)/,
  /(?:^|[\s/])(?:tsc|tsup|esbuild|rollup|webpack|vite|mocha|ava|jest|vitest)\s(?:.*\s)?-w(?=\s|$)/,
  /(?:^|[\s/])(?:nodemon|chokidar|watchexec|entr|tsc-watch)(?=\s|$)/,
  /(?:^|[\s/])ng\s+test(?!.*--(?:no-watch|watch[= ]false))/,
];

const REWRITES = [
  /(?:^|\s)--(?:fix|write)(?=\s|$|=true)/,
  /(?:^|[\s/])(?:gofmt|goimports|shfmt|prettier)\s(?:.*\s)?-\w*w(?=\s|$)/,
  /(?:^|[\s/])(?:black|isort|ruff format|cargo fmt|go fmt|mix format|dart format)(?=\s|$)(?!.*--(?:check|diff|set-exit-if-changed))/,
  /(?:^|[\s/])(?:jest|vitest)\s(?:.*\s)?(?:-u|--update(?:Snapshot)?)(?=\s|$)/,
];

/** The object that a text is; undefined if it is none. */
export function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
