import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK = 1024 * 1024;
/** No step of a session is longer; a line of this size is passed over and not kept in memory. */
export const LONGEST_LINE = 8 * 1024 * 1024;

export interface LineFile {
  bytes: number;
  /** Lines that were too long to be looked at. */
  tooLong: number;
}

/**
 * Every whole line of a file, as bytes that are valid only until the next one is asked for. What follows the last line
 * break may be half a line: it is handed out too, and is not JSON then. Memory does not grow with the file.
 */
export function* linesOf(path: string, about: LineFile): Generator<Buffer> {
  const fd = openRegular(path);
  if (fd === undefined) return;
  let held: Buffer = Buffer.allocUnsafe(CHUNK);
  let start = 0;
  let end = 0;
  let skipping = false;
  try {
    for (;;) {
      if (end === held.length) {
        if (start > 0) held.copy(held, 0, start, end);
        else if (held.length < LONGEST_LINE) held = grown(held, end);
        else {
          skipping = true;
          end = 0;
        }
        end -= start;
        start = 0;
      }
      const length = readSync(fd, held, end, held.length - end, null);
      if (length === 0) break;
      about.bytes += length;
      let searched = end;
      end += length;
      for (let at = held.indexOf(10, searched); at >= 0 && at < end; at = held.indexOf(10, searched)) {
        if (skipping) about.tooLong++;
        else if (at > start) yield held.subarray(start, at);
        skipping = false;
        start = at + 1;
        searched = start;
      }
      if (skipping) {
        start = 0;
        end = 0;
      }
    }
    if (skipping) about.tooLong++;
    else if (end > start) yield held.subarray(start, end);
  } finally {
    closeSync(fd);
  }
}

function grown(held: Buffer, used: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(held.length * 2, LONGEST_LINE));
  held.copy(larger, 0, 0, used);
  return larger;
}

/** A path in an input may be anything; a pipe would hold us for ever. */
function openRegular(path: string): number | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
  } catch {
    // Gone, or not ours to read: then it says nothing.
  }
  return undefined;
}
