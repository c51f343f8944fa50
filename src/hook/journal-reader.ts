import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegular } from '../platform/regular-file.ts';
import type { JournalEntry } from './journal.ts';

const CHUNK = 256 * 1024;

/**
 * The journal's entries, oldest first; with `lastBytes` only those in its end. Memory does not grow with the file. A line
 * that cannot be read (cut by a full disk, or by hand) is passed over: the others still count.
 */
export function* journalEntries(path: string, lastBytes = Number.POSITIVE_INFINITY): Generator<JournalEntry> {
  let fd: number;
  try {
    fd = openRegular(path);
  } catch {
    return;
  }
  try {
    const { size } = fstatSync(fd);
    let at = Math.max(0, size - lastBytes);
    let rest = Buffer.alloc(0);
    let whole = at === 0;
    const chunk = Buffer.alloc(CHUNK);
    for (let length = readSync(fd, chunk, 0, CHUNK, at); length > 0; length = readSync(fd, chunk, 0, CHUNK, at)) {
      at += length;
      const text = Buffer.concat([rest, chunk.subarray(0, length)]);
      const end = text.lastIndexOf(10);
      rest = Buffer.from(text.subarray(end + 1));
      const lines = text
        .subarray(0, end + 1)
        .toString('utf8')
        .split('\n');
      if (!whole) lines.shift();
      whole ||= end >= 0;
      for (const line of lines) {
        const entry = parsed(line);
        if (entry) yield entry;
      }
    }
  } finally {
    closeSync(fd);
  }
}

function parsed(line: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.supervisor_id === 'string' && typeof entry.verdict === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}
