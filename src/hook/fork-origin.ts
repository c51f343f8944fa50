import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { field, parseEntry, stringField } from '../transcript/entry.ts';
import { MAX_LINE_BYTES, transcriptLines } from '../transcript/file.ts';
import type { HookInput } from './protocol/input.ts';
import type { StateFiles } from './state-file.ts';

/** The first entry of a conversation is mostly within this, so that no more is read at once. */
const HEAD_BYTES = 64 * 1024;
/** Two lines as long as they may be: the client can write the prompt once more before the first entry. */
const MAX_HEAD_BYTES = 2 * MAX_LINE_BYTES;
/**
 * The client writes an entry that is not a copy within this of its time; where it is slower, other sessions are looked at
 * in vain.
 */
const WRITTEN_WITHIN_MS = 200;
const MAX_SESSIONS = 500;

/**
 * Whether a session was forked from one that is supervised. The client copies the entries with their ids and times. With
 * `/branch` it says where from; with `--fork-session` it does not, and the origin is found by the id of its first entry.
 * Only asked at the first event of a session that is not supervised.
 */
export async function isForkOfSupervised(
  { session_id, transcript_path: path }: HookInput,
  states: StateFiles,
): Promise<boolean> {
  const first = path === undefined ? undefined : await firstEntryOnceWritten(path);
  const isSupervised = (id: string) => states.lastOf(id)?.enabled === true;
  if (path === undefined || first === undefined) return false;
  if (first.origin !== undefined) return isSupervised(first.origin);
  if (createdAt(path) - first.at < WRITTEN_WITHIN_MS) return false;
  const folder = dirname(path);
  return siblings(folder)
    .filter((id) => id !== session_id)
    .some((id) => firstEntry(join(folder, `${id}.jsonl`))?.uuid === first.uuid && isSupervised(id));
}

/** The newest ones: what was forked is rarely old. */
function siblings(folder: string): string[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => (name.endsWith('.jsonl') ? [{ name, at: modifiedAt(join(folder, name)) }] : []))
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_SESSIONS)
      .map(({ name }) => name.slice(0, -'.jsonl'.length));
  } catch {
    return [];
  }
}

const WAIT_MS = 500;
const STEP_MS = 10;

/** The client may write the entries of a fork later than its first event, the lines before them earlier. */
async function firstEntryOnceWritten(path: string) {
  for (let waited = 0; ; waited += STEP_MS) {
    const first = firstEntry(path);
    if (first || waited >= WAIT_MS || modifiedAt(path) === 0) return first;
    await setTimeout(STEP_MS);
  }
}

/** The entry that the conversation begins with. */
function firstEntry(path: string): { uuid: string; at: number; origin: string | undefined } | undefined {
  const counts = { bytes: 0, tooLong: 0 };
  for (const line of transcriptLines(path, counts, { chunkBytes: HEAD_BYTES, maxBytes: MAX_HEAD_BYTES })) {
    const entry = line.includes('"parentUuid":null') ? parseEntry(line.toString('utf8')) : null;
    if (entry && typeof entry.uuid === 'string' && typeof entry.timestamp === 'string')
      return {
        ...{ uuid: entry.uuid, at: Date.parse(entry.timestamp) },
        origin: stringField(field(entry, 'forkedFrom'), 'sessionId'),
      };
  }
  return undefined;
}

function modifiedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Infinity: not known, so it may be a copy. */
function createdAt(path: string): number {
  try {
    return statSync(path).birthtimeMs || Number.POSITIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
