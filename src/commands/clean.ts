import { type CleanResult, DEFAULT_AGE_MS, removeOldFiles } from '../clean/clean.ts';
import { FILE_KINDS } from '../clean/old-files.ts';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { cleanMessages } from '../i18n/clean.ts';
import { byteSize } from '../platform/byte-size.ts';
import { parseDuration } from '../platform/duration.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { alignColumns } from '../platform/text-layout.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import type { clean } from './declarations/clean.ts';

type Messages = (typeof cleanMessages)['en'];

const HOUR_MS = 60 * 60 * 1000;

/** `ccc clean`: removes now what launches remove little by little. */
export async function run({ olderThan, dryRun, json }: ParsedArguments<typeof clean>, env: Env): Promise<number> {
  const messages = cleanMessages[env.language];
  const ageMs = olderThan === undefined ? DEFAULT_AGE_MS : parseAge(olderThan, messages);
  const paths = pathsOf(env);
  // Inside a session these name it, also where its client keeps no record of itself.
  const alsoRunning = [env.supervisorId, env.clientSessionId].filter((id) => id !== undefined);
  const result = withListingError(paths.dir, messages, () => removeOldFiles(paths, { ageMs, dryRun, alsoRunning }));
  if (json) printJson(asData(result, ageMs, dryRun));
  else writeStdout(asText(result, ageMs, dryRun, messages));
  const [first] = result.failed;
  if (!first) return 0;
  const message = messages.failed(result.failed.length, first.path, first.code);
  throw new UserError(message, messages.failedFix, { code: 'clean-failed' });
}

function parseAge(text: string, messages: Messages): number {
  const ageMs = parseDuration(text);
  if (ageMs === undefined)
    throw new UserError(messages.badAge(text), messages.badAgeFix, { code: 'usage', exitCode: 2 });
  return ageMs;
}

/** Reports a folder that cannot be listed. */
function withListingError<T>(dir: string, messages: Messages, body: () => T): T {
  try {
    return body();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UserError(messages.unreadable(dir, code), messages.failedFix, { code: 'clean-failed', cause: error });
  }
}

/** One entry for each kind of which files were removed. */
const byKind = ({ removed }: CleanResult) =>
  FILE_KINDS.map((kind) => ({ kind, files: removed.filter((file) => file.kind === kind) }))
    .filter(({ files }) => files.length > 0)
    .map(({ kind, files }) => ({ kind, files: files.length, bytes: bytesOf(files) }));

const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

function asText(result: CleanResult, ageMs: number, dryRun: boolean, messages: Messages): string {
  const hours = ageMs / HOUR_MS;
  const age = hours % 24 === 0 ? messages.days(hours / 24) : messages.hours(hours);
  if (result.removed.length === 0) return result.failed.length > 0 ? '' : `${messages.nothingToRemove(age)}\n`;
  const size = byteSize(bytesOf(result.removed));
  const heading = (dryRun ? messages.wouldRemove : messages.removed)(result.removed.length, size, age);
  const rows = byKind(result).map(({ kind, files, bytes }) => [
    `  ${messages.kind[kind]}`,
    messages.files(files),
    byteSize(bytes),
  ]);
  return `${[heading, ...alignColumns(rows)].join('\n')}\n`;
}

const asData = (result: CleanResult, ageMs: number, dryRun: boolean) => ({
  dry_run: dryRun,
  older_than_seconds: ageMs / 1000,
  files: result.removed.length,
  bytes: bytesOf(result.removed),
  kinds: byKind(result),
  failed: result.failed,
});
