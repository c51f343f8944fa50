import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { readIfThere, replaceUnlocked } from '../platform/private-file.ts';
import type { Redact } from '../platform/redact.ts';
import type { Check } from './check.ts';

/** More than a worker goes back and forth between. */
const RESULTS_OF_A_CHECK = 5;
/** Checks that were renamed or rewritten leave theirs behind. */
const CHECKS = 50;

const RememberedSchema = v.object({
  /** Of what the check covers, as it was before the check started. */
  fingerprint: v.string(),
  /** When it ended, in milliseconds. */
  at: v.number(),
  outcome: v.variant('kind', [
    v.object({ kind: v.literal('passed') }),
    v.object({ kind: v.literal('failed'), exit: v.nullable(v.number()), signal: v.nullable(v.string()) }),
  ]),
  output: v.string(),
  leftOut: v.optional(v.number()),
  ms: v.number(),
});

const FileSchema = v.object({
  version: v.literal(1),
  checks: v.array(v.object({ check: v.string(), results: v.array(RememberedSchema) })),
});

export type CachedResult = v.InferOutput<typeof RememberedSchema>;

/** What came of checks before, by the content that they were run on. */
export interface ResultCache {
  of(check: Check): readonly CachedResult[];
  remember(check: Check, result: CachedResult): void;
}

/** For looking only: every check is new, and leaves no trace. */
export const noCache: ResultCache = { of: () => [], remember: () => {} };

/** In a private file for each folder. One that is damaged, or cannot be written, costs a run and nothing else. */
export function fileCache(paths: Pick<Paths, 'checkResults'>, folder: string, redact: Redact): ResultCache {
  const file = paths.checkResults(hash(folder).slice(0, 16));
  const named = ({ name, run }: Check) => hash(JSON.stringify([folder, name, run]));
  return {
    of: (check) => read(file).find((entry) => entry.check === named(check))?.results ?? [],
    remember: (check, result) => {
      // Another session may have written in the meantime: what is lost between the two is run again.
      const checks = read(file);
      const results = checks.find((entry) => entry.check === named(check))?.results ?? [];
      const safe = { ...result, output: redact(result.output) };
      const kept = [...results.filter(({ fingerprint }) => fingerprint !== result.fingerprint), safe];
      const others = checks.filter((entry) => entry.check !== named(check));
      const next = [...others, { check: named(check), results: kept.slice(-RESULTS_OF_A_CHECK) }];
      write(file, `${JSON.stringify({ version: 1, checks: next.slice(-CHECKS) })}\n`);
    },
  };
}

function read(file: string): v.InferOutput<typeof FileSchema>['checks'] {
  try {
    const parsed = v.safeParse(FileSchema, JSON.parse(readIfThere(file) ?? 'null'));
    return parsed.success ? parsed.output.checks : [];
  } catch {
    return [];
  }
}

function write(file: string, text: string): void {
  try {
    replaceUnlocked(file, text);
  } catch {
    // A full or read-only disk is no reason to keep a verdict back.
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
