import { readBytes } from '../platform/regular-file.ts';
import { type OpenPart, openParts } from './parts.ts';
import { type JournalLine, parseLine } from './record.ts';

/** What is added to the journal from now on, also when it is put aside as a full part meanwhile. */
export class JournalFollower {
  private at: { inode: number; offset: number } | undefined;

  constructor(private readonly journal: string) {
    const [newest] = openParts(journal);
    if (newest) this.at = { inode: newest.inode, offset: newest.size };
  }

  /** The lines since the last call, oldest first. A line that is being written is left for the next one. */
  next(): JournalLine[] {
    const newer: { inode: number; bytes: Buffer }[] = [];
    for (const part of openParts(this.journal)) {
      const isKnown = part.inode === this.at?.inode;
      newer.unshift({ inode: part.inode, bytes: wholeLines(part, isKnown ? (this.at?.offset ?? 0) : 0) });
      if (isKnown) break;
    }
    // The last one that was read is gone: somebody removed it, and what it held cannot be told apart from old lines.
    return newer.flatMap(({ inode, bytes }, index) => {
      const before = this.at?.inode === inode ? this.at.offset : 0;
      if (index === newer.length - 1 || bytes.length > 0) this.at = { inode, offset: before + bytes.length };
      return bytes
        .toString('utf8')
        .split('\n')
        .flatMap((text) => parseLine(text) ?? []);
    });
  }
}

function wholeLines({ fd, size }: OpenPart, from: number): Buffer {
  const bytes = readBytes(fd, from, size);
  return bytes.subarray(0, bytes.lastIndexOf(10) + 1);
}
