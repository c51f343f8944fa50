import { createHash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../platform/private-file.ts';
import { openRegular, readBytes, readBytesIfExists } from '../platform/regular-file.ts';

/**
 * Which full parts have lines of an id: sorted records of a hash and the number of a part. A lookup reads this one small
 * file instead of a journal of any size. It is derived: without it, or if it does not cover a part, the part itself is read.
 */
const HEADER_BYTES = 16;
const HASH_BYTES = 8;
const RECORD_BYTES = HASH_BYTES + 4;
const MAGIC = 'cccindex';

interface NumberedPart {
  path: string;
  number: number;
}

/** As `JSON.stringify` writes them. Within a text the quotes would be escaped. */
const IDS = /"(?:session|supervisor)_id":"([A-Za-z0-9._-]{1,300})"/g;

/** Adds the parts that are not covered yet. The caller holds the lock of the folder. */
export function addToIndex(folder: string, parts: readonly NumberedPart[]): void {
  const known = readIndex(folder);
  const covered = known?.lastPart ?? 0;
  const added = parts.filter(({ number }) => number > covered);
  const last = added.at(-1);
  if (!last) return;
  const records = added.flatMap(({ path, number }) => [...idsIn(path)].map((id) => recordOf(id, number)));
  const all = [...(known ? recordsIn(known.bytes) : []), ...records].sort(Buffer.compare);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt32BE(last.number, 8);
  replaceFile(join(folder, 'index'), Buffer.concat([header, ...all]));
}

/** More than a line up to its ids, so that they are whole in one of two pieces. */
const OVERLAP_BYTES = 2_000;
const PIECE_BYTES = 4 * 1024 * 1024;

/** In pieces: a journal that an older version wrote is one part, however large. */
function idsIn(path: string): Set<string> {
  const ids = new Set<string>();
  const fd = openRegular(path);
  try {
    const { size } = fstatSync(fd);
    for (let at = 0; at < size; at += PIECE_BYTES) {
      const text = readBytes(fd, Math.max(0, at - OVERLAP_BYTES), Math.min(size, at + PIECE_BYTES)).toString('latin1');
      for (const match of text.matchAll(IDS)) ids.add(match[1] as string);
    }
  } finally {
    closeSync(fd);
  }
  return ids;
}

/** Whether a part may have lines of this id. */
export function partsWith(folder: string, id: string): (part: number) => boolean {
  const known = readIndex(folder);
  if (!known) return () => true;
  const { bytes, lastPart } = known;
  const wanted = hashOf(id);
  const numbers = new Set<number>();
  for (let at = firstRecord(bytes, wanted); at < bytes.length; at += RECORD_BYTES) {
    if (bytes.compare(wanted, 0, HASH_BYTES, at, at + HASH_BYTES) !== 0) break;
    numbers.add(bytes.readUInt32BE(at + HASH_BYTES));
  }
  return (part) => part > lastPart || numbers.has(part);
}

function firstRecord(bytes: Buffer, wanted: Buffer): number {
  let [low, high] = [0, (bytes.length - HEADER_BYTES) / RECORD_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = HEADER_BYTES + middle * RECORD_BYTES;
    if (bytes.compare(wanted, 0, HASH_BYTES, at, at + HASH_BYTES) < 0) low = middle + 1;
    else high = middle;
  }
  return HEADER_BYTES + low * RECORD_BYTES;
}

function readIndex(folder: string): { bytes: Buffer; lastPart: number } | undefined {
  try {
    const bytes = readBytesIfExists(join(folder, 'index'));
    const isWhole =
      bytes !== undefined &&
      bytes.length >= HEADER_BYTES &&
      bytes.toString('latin1', 0, MAGIC.length) === MAGIC &&
      (bytes.length - HEADER_BYTES) % RECORD_BYTES === 0;
    return isWhole ? { bytes, lastPart: bytes.readUInt32BE(8) } : undefined;
  } catch {
    return undefined;
  }
}

function* recordsIn(bytes: Buffer): Generator<Buffer> {
  for (let at = HEADER_BYTES; at < bytes.length; at += RECORD_BYTES) yield bytes.subarray(at, at + RECORD_BYTES);
}

function recordOf(id: string, part: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  hashOf(id).copy(record);
  record.writeUInt32BE(part, HASH_BYTES);
  return record;
}

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest().subarray(0, HASH_BYTES);
