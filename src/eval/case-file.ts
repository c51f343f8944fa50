import * as v from 'valibot';
import { type HookInput, InputError, type InputProblem, parseInput } from '../hook/protocol/input.ts';
import { isObject } from '../platform/json/parse.ts';

export const LABELS = ['allow', 'block'] as const;
/** What the work of a case deserves. */
export type Label = (typeof LABELS)[number];

const date = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
  v.transform((text) => new Date(text)),
);

const CaseFile = v.object({
  version: v.literal(1),
  label: v.picklist(LABELS),
  why: v.pipe(v.string(), v.trim(), v.minLength(1)),
  kind: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/)),
  event: v.record(v.string(), v.unknown()),
  times: v.optional(v.record(v.string(), date), {}),
  since: v.optional(date),
  git: v.optional(v.literal('no-commits')),
});

/** What `case.json` says, with the placeholders still in the event. */
export interface CaseFile extends v.InferOutput<typeof CaseFile> {}

/** Why a case cannot be used; the text in both languages is in `i18n/eval.ts`, by the code. */
export type CaseProblem =
  | { code: 'missing' | 'not-json' | 'too-large' | 'too-many-files' | 'not-a-file' | 'git-folder' }
  | { code: 'unreadable'; why: string }
  | { code: 'key'; key: string }
  | { code: 'event'; problem: InputProblem }
  | { code: 'event-kind'; event: string }
  | { code: 'cwd' | 'two-histories' | 'bundle' | 'git' }
  | { code: 'time'; path: string };

/** A case that cannot be used, and the file that has to be changed. */
export class CaseError extends Error {
  override name = 'CaseError';
  constructor(
    readonly file: string,
    readonly problem: CaseProblem,
  ) {
    super(problem.code);
  }
}

/** Pure. `file` is only for the error. */
export function parseCaseFile(file: string, text: string): CaseFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CaseError(file, { code: 'not-json' });
  }
  if (!isObject(value)) throw new CaseError(file, { code: 'not-json' });
  const parsed = v.safeParse(CaseFile, value);
  if (!parsed.success) throw new CaseError(file, { code: 'key', key: v.getDotPath(parsed.issues[0]) ?? '' });
  return parsed.output;
}

/** The event as the hook would have read it. `file` is only for the error. */
export function parseEvent(file: string, event: Record<string, unknown>): HookInput {
  try {
    const input = parseInput(JSON.stringify(event));
    if (input.event.form === 'none') throw new CaseError(file, { code: 'event-kind', event: input.event.name });
    return input;
  } catch (error) {
    if (error instanceof InputError) throw new CaseError(file, { code: 'event', problem: error.problem });
    throw error;
  }
}
