import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../platform/private-file.ts';
import { openNoFollow, openRegular, readBytes } from '../platform/regular-file.ts';
import { MAX_LOOK_BYTES } from './read-limit.ts';

/**
 * Which full parts have lines of an id: sorted records of a hash and the number of a part. A lookup reads a few records
 * of it, however large the journal is. It is derived: without it, or if it does not cover a part, the part itself is read.
 */
const HEADER_BYTES = 16;
const HASH_BYTES = 8;
const RECORD_BYTES = HASH_BYTES + 4;
const MAGIC = 'cccidx-2';

interface NumberedPart {
  path: string;
  number: number;
}

/** As `JSON.stringify` writes them, or an editor. Within a text the quotes would be escaped. */
const IDS = /"(?:session|supervisor)_id"\s*:\s*"([A-Za-z0-9._-]{1,300})"/g;
const IS_ID = /^[A-Za-z0-9._-]{1,300}$/;

/** Adds the parts that are not covered yet. The caller holds the lock of the folder. */
export function addToIndex(folder: string, parts: readonly NumberedPart[]): void {
  const known = wholeIndex(folder);
  const covered = known?.readUInt32BE(MAGIC.length) ?? 0;
  const added = parts.filter(({ number }) => number > covered);
  const records: Buffer[] = [];
  let last = 0;
  // The rest next time: an event waits for this.
  for (let bytes = 0; bytes < MAX_ADDED_BYTES && last < added.length; last++) {
    const { path, number } = added[last] as NumberedPart;
    const found = idsIn(path);
    for (const id of found.ids) records.push(recordOf(id, number));
    bytes += found.bytes;
  }
  const lastAdded = added[last - 1];
  if (!lastAdded) return;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt32BE(lastAdded.number, MAGIC.length);
  replaceFile(join(folder, 'index'), Buffer.concat([header, ...merged(known, records.sort(Buffer.compare))]));
}

/** The records of the index with these added: it is sorted already, and may be much longer. */
function merged(known: Buffer | undefined, records: Buffer[]): Buffer[] {
  if (!known) return records;
  const pieces: Buffer[] = [];
  let from = HEADER_BYTES;
  for (const record of records) {
    const at = firstNotBefore(record, known.length, (start, end) => known.subarray(start, end));
    pieces.push(known.subarray(from, at), record);
    from = at;
  }
  return [...pieces, known.subarray(from)];
}

/** More than a line up to its ids, so that they are whole in one of two pieces. */
const OVERLAP_BYTES = 2_000;
const PIECE_BYTES = 4 * 1024 * 1024;
/** A part is 1 MB. */
const MAX_ADDED_BYTES = 128 * 1024 * 1024;
/** Millions of ids. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** In pieces: a journal that an older version wrote is one part, however large. No look at it reads more of its end. */
function idsIn(path: string): { ids: Set<string>; bytes: number } {
  const ids = new Set<string>();
  const fd = openNoFollow(path);
  try {
    const { size } = fstatSync(fd);
    const from = Math.max(0, size - MAX_LOOK_BYTES);
    for (let at = from; at < size; at += PIECE_BYTES) {
      const text = readBytes(fd, Math.max(0, at - OVERLAP_BYTES), Math.min(size, at + PIECE_BYTES)).toString('latin1');
      for (const match of text.matchAll(IDS)) ids.add(match[1] as string);
    }
    return { ids, bytes: size - from };
  } finally {
    closeSync(fd);
  }
}

/** What is read at once of the records of an id: mostly all of them. */
const BLOCK_BYTES = 64 * RECORD_BYTES;

export interface IndexedParts {
  /** Those up to it are in the index; a later one may have lines of any id. */
  lastPart: number;
  /** Which of them have lines of the id, oldest first. */
  numbers: number[];
}

/** Undefined: nothing can be said, so every part may have lines of this id. */
export function indexedParts(folder: string, id: string): IndexedParts | undefined {
  if (!IS_ID.test(id)) return undefined;
  return withIndex(folder, ({ fd, size, lastPart }) => {
    const read = (start: number, end: number) => readBytes(fd, start, end);
    const wanted = hashOf(id);
    const numbers: number[] = [];
    for (let at = firstNotBefore(wanted, size, read); at < size; at += BLOCK_BYTES) {
      const block = read(at, Math.min(size, at + BLOCK_BYTES));
      let of = 0;
      for (; of < block.length; of += RECORD_BYTES) {
        if (block.compare(wanted, 0, HASH_BYTES, of, of + HASH_BYTES) !== 0) break;
        numbers.push(block.readUInt32BE(of + HASH_BYTES));
      }
      if (of < BLOCK_BYTES) break;
    }
    return { lastPart, numbers };
  });
}

/** The last part that the index covers; 0 without one. */
export const lastIndexed = (folder: string): number => withIndex(folder, ({ lastPart }) => lastPart) ?? 0;

/** Where the first record is that does not sort before `wanted`, which may be only the beginning of one. */
function firstNotBefore(wanted: Buffer, size: number, read: (start: number, end: number) => Buffer): number {
  let [low, high] = [0, (size - HEADER_BYTES) / RECORD_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = HEADER_BYTES + middle * RECORD_BYTES;
    if (Buffer.compare(read(at, at + wanted.length), wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return HEADER_BYTES + low * RECORD_BYTES;
}

interface OpenIndex {
  fd: number;
  size: number;
  lastPart: number;
}

/** Undefined: there is none, or it is damaged. */
function withIndex<T>(folder: string, use: (index: OpenIndex) => T): T | undefined {
  let fd: number | undefined;
  try {
    fd = openRegular(join(folder, 'index'));
    const { size } = fstatSync(fd);
    const header = readBytes(fd, 0, HEADER_BYTES);
    const isWhole =
      header.length === HEADER_BYTES &&
      size <= MAX_INDEX_BYTES &&
      header.toString('latin1', 0, MAGIC.length) === MAGIC &&
      (size - HEADER_BYTES) % RECORD_BYTES === 0;
    return isWhole ? use({ fd, size, lastPart: header.readUInt32BE(MAGIC.length) }) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const wholeIndex = (folder: string): Buffer | undefined => withIndex(folder, ({ fd, size }) => readBytes(fd, 0, size));

function recordOf(id: string, part: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  hashOf(id).copy(record);
  record.writeUInt32BE(part, HASH_BYTES);
  return record;
}

/** cyrb53, all of its 64 bits. Two ids with one hash cost a look into a part; loading `node:crypto` costs every event 4 ms. */
function hashOf(id: string): Buffer {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < id.length; i++) {
    a = Math.imul(a ^ id.charCodeAt(i), 2_654_435_761);
    b = Math.imul(b ^ id.charCodeAt(i), 1_597_334_677);
  }
  const mixed = (one: number, other: number) =>
    (Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)) >>> 0;
  const hash = Buffer.alloc(HASH_BYTES);
  hash.writeUInt32BE(mixed(a, b));
  hash.writeUInt32BE(mixed(b, a), 4);
  return hash;
}
