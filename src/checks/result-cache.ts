import { lstatSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { CLOCK_STEP_MS } from '../git/change-queries.ts';
import type { Redact } from '../platform/known-secrets.ts';
import { readTextIfExists, replaceUnlocked } from '../platform/private-file.ts';
import { sealOf } from '../platform/seal.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Check } from './check.ts';

/** A worker rarely goes back and forth between more states of the files. */
const RESULTS_PER_CHECK = 5;
/** Checks that were renamed or changed leave their results behind. */
const MAX_CHECKS = 50;

const ResultSchema = v.object({
  /** Of the files that the check covers, before it ran. */
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
  version: v.literal(2),
  checks: v.array(v.object({ check: v.string(), results: v.array(ResultSchema) })),
  seal: v.string(),
});

/** What earlier versions wrote has no seal, and is not used. */
const UNSEALED_VERSION = 1;

export type CachedResult = v.InferOutput<typeof ResultSchema>;

/** Which check of which folder a result is of: another command is another check. */
export const checkId = (folder: string, { name, run }: Check): string => sha256(JSON.stringify([folder, name, run]));

/** Results of earlier runs, by the content that they were run on. */
export interface ResultCache {
  of(check: Check): readonly CachedResult[];
  remember(check: Check, result: CachedResult): void;
}

/** Keeps nothing. */
export const noCache: ResultCache = { of: () => [], remember: () => {} };

/**
 * A private file for each folder. One that is damaged or cannot be written only means that checks run again. One that is
 * not as this program wrote it is reported and removed.
 */
export function fileCache(
  paths: Pick<Paths, 'checkResults'>,
  folder: string,
  redact: Redact,
  onEdited: (file: string) => void = () => {},
): ResultCache {
  const file = paths.checkResults(sha256(folder).slice(0, 16));
  if (removeEdited(file)) onEdited(file);
  const keyOf = (check: Check) => checkId(folder, check);
  return {
    of: (check) => read(file).find((entry) => entry.check === keyOf(check))?.results ?? [],
    remember: (check, result) => {
      // Without a lock: what another session writes at the same moment may be lost, and runs again.
      const checks = read(file);
      const results = checks.find((entry) => entry.check === keyOf(check))?.results ?? [];
      const safe = { ...result, output: redact(result.output) };
      const kept = [...results.filter(({ fingerprint }) => fingerprint !== result.fingerprint), safe];
      const others = checks.filter((entry) => entry.check !== keyOf(check));
      const next = [...others, { check: keyOf(check), results: kept.slice(-RESULTS_PER_CHECK) }];
      const content = next.slice(-MAX_CHECKS);
      write(file, `${JSON.stringify({ version: 2, checks: content, seal: sealOf(basename(file), content) })}\n`);
    },
  };
}

/** Whether something else wrote the file. Its results count for nothing, so it is told once and not kept. */
function removeEdited(file: string): boolean {
  try {
    const text = readTextIfExists(file);
    if (text === undefined || isSealed(file, text)) return false;
    rmSync(file);
    return true;
  } catch {
    // It cannot be read or removed: then it is not used either.
    return false;
  }
}

function isSealed(file: string, text: string): boolean {
  try {
    const { version, checks, seal } = JSON.parse(text);
    return version === UNSEALED_VERSION || seal === sealOf(basename(file), checks);
  } catch {
    return false;
  }
}

function read(file: string): v.InferOutput<typeof FileSchema>['checks'] {
  try {
    const parsed = v.safeParse(FileSchema, JSON.parse(readTextIfExists(file) ?? 'null'));
    if (!parsed.success) return [];
    // A result is written after its run. Only a file that someone else wrote has one from later than its own ctime.
    const writtenMs = lstatSync(file).ctimeMs + CLOCK_STEP_MS;
    return parsed.output.checks.map(({ check, results }) => ({
      check,
      results: results.filter(({ at }) => at <= writtenMs),
    }));
  } catch {
    return [];
  }
}

function write(file: string, text: string): void {
  try {
    replaceUnlocked(file, text);
  } catch {
    // A full or read-only disk must not stop the review.
  }
}
