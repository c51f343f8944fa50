import { closeSync, fstatSync } from 'node:fs';
import { readBytes } from '../platform/regular-file.ts';
import { type FullPart, fullParts, type OpenPart, openPart } from './parts.ts';
import { type JournalLine, parseLine } from './record.ts';

/** More than any line. */
const STEP_BYTES = 8 * 1024 * 1024;
/** Of one call. More is added at once only by hand. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Where a line that is being written began is within this much of the end. */
const TAIL_BYTES = 64 * 1024;

/** What was in the journal when somebody began to follow it. */
export interface FollowedFrom {
  /** The last full part. */
  lastNumber: number;
  /** Where the lines ended in the files that may still get some, by inode. */
  ends: ReadonlyMap<bigint, number>;
}

/**
 * What is added to the journal from now on, also when it is put aside as a full part meanwhile. The files stay open: a
 * new one must not get the inode of one that was read and removed.
 */
export class JournalFollower {
  /** Oldest first. The one before the last still gets lines of processes that opened it before it was put aside. */
  private files: { part: OpenPart; offset: number }[] = [];
  private lastNumber = 0;
  /** For whoever reads what is there already: nothing is missed or read twice. */
  readonly from: FollowedFrom;

  constructor(private readonly journal: string) {
    const current = openPart(journal);
    const last = this.listed().at(-1);
    this.lastNumber = last?.number ?? 0;
    for (const part of [last && openPart(last.path, last.number), current]) if (part) this.add(part, endOfLines(part));
    const ends = new Map(this.files.map(({ part, offset }) => [part.inode, offset]));
    this.from = { lastNumber: this.lastNumber, ends };
  }

  /**
   * The lines since the last call, oldest first. A line that is being written is left for the next one, and so is what is
   * more than fits in memory.
   */
  next(maxBytes = MAX_BYTES): JournalLine[] {
    this.findNew();
    const limit = { left: maxBytes };
    const lines = this.files.flatMap((file) => [...newLines(file, limit)]);
    if (limit.left > 0) for (const { part } of this.files.splice(0, this.files.length - 2)) closeSync(part.fd);
    return lines;
  }

  close(): void {
    for (const { part } of this.files.splice(0)) closeSync(part.fd);
  }

  /** The file that grows is opened before the others are listed: it may become one of them meanwhile. */
  private findNew(): void {
    const current = openPart(this.journal);
    const isSame = current && current.inode === this.files.at(-1)?.part.inode;
    const parts = isSame ? [] : this.listed();
    for (const { path, number } of parts.filter(({ number }) => number > this.lastNumber)) {
      const part = openPart(path, number);
      if (part) this.add(part, 0);
    }
    // Lower if somebody has removed parts: the next ones may get their numbers.
    if (!isSame) this.lastNumber = parts.at(-1)?.number ?? 0;
    if (current) this.add(current, 0);
  }

  private add(part: OpenPart, offset: number): void {
    if (this.files.some((file) => file.part.inode === part.inode)) closeSync(part.fd);
    else this.files.push({ part, offset });
  }

  private listed(): FullPart[] {
    try {
      return fullParts(this.journal);
    } catch {
      return [];
    }
  }
}

function endOfLines({ fd, size }: OpenPart): number {
  const from = Math.max(0, size - TAIL_BYTES);
  const end = readBytes(fd, from, size).lastIndexOf(10) + 1;
  return end > 0 || from === 0 ? from + end : size;
}

function* newLines(file: { part: OpenPart; offset: number }, limit: { left: number }): Generator<JournalLine> {
  const { fd } = file.part;
  const { size } = fstatSync(fd);
  // Somebody has emptied it.
  if (size < file.offset) file.offset = 0;
  while (file.offset < size && limit.left > 0) {
    const bytes = readBytes(fd, file.offset, Math.min(size, file.offset + STEP_BYTES));
    const end = bytes.lastIndexOf(10) + 1;
    if (end === 0 && bytes.length < STEP_BYTES) return;
    file.offset += end || bytes.length;
    limit.left -= bytes.length;
    for (const text of bytes.toString('utf8', 0, end).split('\n')) {
      const line = parseLine(text);
      if (line) yield line;
    }
  }
}
