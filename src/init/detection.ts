import { isObject, type JsonError } from '../platform/json/parse.ts';
import { firstJsonError } from '../platform/json/tree.ts';
import { parseShellLine } from '../platform/shell.ts';

/** The repository's own folder, without subfolders. */
export interface ProjectFiles {
  /** Folders end with `/`. */
  names: ReadonlySet<string>;
  /** Undefined if it does not exist, is too big, or leads out of the folder. */
  text(name: string): string | undefined;
}

/** From fast to slow. */
export const KINDS = ['lint', 'types', 'test', 'build'] as const;
export type CheckKind = (typeof KINDS)[number];

export interface ProposedCheck {
  kind: CheckKind;
  /** Part of the check's name if there are several of its kind. */
  tool: string;
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

/** Something that the user has to decide. */
export type Note =
  | { kind: 'pre-commit' }
  | { kind: 'cmake' }
  | { kind: 'several-solutions' }
  | { kind: 'no-program'; program: string }
  | { kind: 'watches' | 'rewrites'; file: string; name: string }
  | { kind: 'odd-name'; file: string; name: string }
  /** A JSON file that could have checks in it. */
  | ({ kind: 'broken'; file: string } & JsonError)
  /** The file has a check of a proposed name with this command. */
  | { kind: 'other-command'; name: string; run: string };

export interface Detection {
  checks: ProposedCheck[];
  notes: Note[];
}

export const NOTHING: Detection = { checks: [], notes: [] };

export const checksOnly = (...checks: ProposedCheck[]): Detection => ({ checks, notes: [] });

/** Proposed because this file exists. */
export const fromFile = (
  kind: CheckKind,
  tool: string,
  run: string,
  file: string,
  paths?: string[],
): ProposedCheck => ({
  ...{ kind, tool, run },
  ...(paths && { paths }),
  reason: { kind: 'file', file },
});

/** Proposed because this file configures or requires the tool. */
export const fromTool = (kind: CheckKind, tool: string, run: string, file: string): ProposedCheck => ({
  ...{ kind, tool, run },
  reason: { kind: 'tool', file, tool },
});

/** Whether a name from the repository can be put into a command line without quoting. */
export const isSafeName = (name: string) => /^[A-Za-z0-9_][A-Za-z0-9:_.-]*$/.test(name);

/** A check must end by itself and must not change files. `-w` means "watch" to compilers, and something else to npm. */
export function unsuitable(command: string): 'watches' | 'rewrites' | undefined {
  const steps = parseShellLine(command).flatMap(({ programs }) =>
    programs.map((words) => words.join(' ').slice(0, MAX_STEP)),
  );
  if (steps.some((step) => WATCHES.some((pattern) => pattern.test(step)))) return 'watches';
  return steps.some((step) => REWRITES.some((pattern) => pattern.test(step))) ? 'rewrites' : undefined;
}

/** Bounds the time of the searches below. */
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

/** Undefined if the text is no JSON object. */
export function parseJsonObject(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(withoutByteOrderMark(text ?? ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where the text of a file that must be a JSON object is none. */
export function brokenJson(file: string, text: string | undefined): Note[] {
  if (text === undefined || parseJsonObject(text)) return [];
  const error = firstJsonError(withoutByteOrderMark(text), { strict: true });
  return [{ kind: 'broken', file, ...(error ?? { code: 'ObjectExpected', line: 1, column: 1 }) }];
}

const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/, '');
