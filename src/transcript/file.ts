import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegular } from '../platform/regular-file.ts';

const CHUNK_BYTES = 1024 * 1024;
/** No entry of a session is longer; a line of this size is skipped and not kept in memory. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** Counted while the lines of one or more transcripts are read. */
export interface LineCounts {
  bytes: number;
  /** Lines that were too long to be read. */
  tooLong: number;
}

/**
 * Every line of a transcript, as bytes that are valid only until the next line is asked for. What follows the last line
 * break may be half a line; it is returned too. Memory does not grow with the file, of which `chunkBytes` are read at once.
 * What begins before `start` is left out. Reading ends about `maxBytes` after it.
 */
export function* transcriptLines(
  path: string,
  counts: LineCounts,
  {
    chunkBytes = CHUNK_BYTES,
    start: from = 0,
    maxBytes = Number.POSITIVE_INFINITY,
  }: { chunkBytes?: number; start?: number; maxBytes?: number } = {},
): Generator<Buffer> {
  const fd = openIfReadable(path);
  if (fd === undefined) return;
  let buffer: Buffer = Buffer.allocUnsafe(chunkBytes);
  let start = 0;
  let end = 0;
  let skipping = false;
  // The byte before it tells whether a line begins there.
  let position = Math.max(0, from - 1);
  let isLeftOut = from > 0;
  try {
    for (;;) {
      if (end === buffer.length) {
        if (start > 0) buffer.copy(buffer, 0, start, end);
        else if (buffer.length < MAX_LINE_BYTES) buffer = grown(buffer, end);
        else {
          skipping = true;
          end = 0;
        }
        end -= start;
        start = 0;
      }
      const length = readSync(fd, buffer, end, buffer.length - end, position);
      if (length === 0 || position - from > maxBytes) break;
      position += length;
      counts.bytes += length;
      let searched = end;
      end += length;
      for (let at = buffer.indexOf(10, searched); at >= 0 && at < end; at = buffer.indexOf(10, searched)) {
        if (isLeftOut) isLeftOut = false;
        else if (skipping) counts.tooLong++;
        else if (at > start) yield buffer.subarray(start, at);
        skipping = false;
        start = at + 1;
        searched = start;
      }
      if (skipping) {
        start = 0;
        end = 0;
      }
    }
    if (isLeftOut) return;
    if (skipping) counts.tooLong++;
    else if (end > start) yield buffer.subarray(start, end);
  } finally {
    closeSync(fd);
  }
}

function grown(buffer: Buffer, used: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2, MAX_LINE_BYTES));
  buffer.copy(larger, 0, 0, used);
  return larger;
}

/** A transcript that is open for reading parts of it. */
export interface OpenTranscript {
  bytes: number;
  /** Undefined where the file system does not record it. */
  createdAt: Date | undefined;
  /** What tells this file from another of the same name. */
  inode: number;
  /** Empty if that part cannot be read. */
  text(start: number, length: number): string;
}

/** Opens a transcript once for everything that `read` needs of it. Undefined: it cannot be opened. */
export function withTranscript<T>(path: string, read: (transcript: OpenTranscript) => T): T | undefined {
  const fd = openIfReadable(path);
  if (fd === undefined) return undefined;
  try {
    const { size, birthtime, birthtimeMs, ino } = fstatSync(fd);
    return read({
      bytes: size,
      createdAt: birthtimeMs > 0 ? birthtime : undefined,
      inode: ino,
      text: (start, length) => readText(fd, start, Math.min(length, Math.max(0, size - start))),
    });
  } finally {
    closeSync(fd);
  }
}

function readText(fd: number, start: number, length: number): string {
  try {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, length, start));
  } catch {
    return '';
  }
}

/** Undefined if it is missing or unreadable: the same as empty. */
function openIfReadable(path: string): number | undefined {
  try {
    return openRegular(path);
  } catch {
    return undefined;
  }
}
