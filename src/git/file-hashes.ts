import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs';
import { readRegular } from '../platform/regular-file.ts';
import { errorCode } from '../platform/user-error.ts';

/** A bigger file is data or build output: its size and times stand for its content, so that reading stays fast. */
const BIG_FILE_BYTES = 4 * 1024 * 1024;
/** In all, about a second of reading. More than this is usually a folder that should have been ignored. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 100_000;
/** A file changed twice within one tick of its clock has the same times; the coarsest tick is FAT's. */
const TICK_MS = 2000;

export type Algorithm = 'sha1' | 'sha256';

/** The files that were read: as long as `stat` is the same, so is `id`. */
export type HashedFiles = ReadonlyMap<string, { stat: string; id: string }>;

/** The mode and content of files as ids. The content is hashed as git does, so that its ids can be compared with these. */
export class FileHashes {
  /** False once something was left out. */
  complete = true;
  readonly seen = new Map<string, { stat: string; id: string }>();
  private files = 0;
  private bytes = 0;

  constructor(
    private readonly before: HashedFiles = new Map(),
    private readonly now: () => number = Date.now,
  ) {}

  /** Undefined if the file does not exist. Only regular files are opened: a pipe would block forever. */
  of(path: string, algorithm: Algorithm): string | undefined {
    const stat = lstat(path);
    if (stat === undefined) {
      // A name that is not UTF-8 cannot be opened.
      if (path.includes('\uFFFD')) this.complete = false;
      return undefined;
    }
    if (stat === 'unreadable') return 'unreadable';
    if (stat.isDirectory()) return undefined;
    if (++this.files > MAX_FILES) {
      this.complete = false;
      return 'not looked at';
    }
    if (stat.isSymbolicLink()) return `120000:${this.targetOf(path, algorithm)}`;
    if (!stat.isFile()) return `special:${stat.mode}`;
    return this.idOf(path, stat, algorithm);
  }

  private idOf(path: string, stat: BigIntStats, algorithm: Algorithm): string {
    if (stat.size > BIG_FILE_BYTES) return byStat(stat);
    const now = statKey(stat);
    const known = this.before.get(path);
    if (known?.stat === now) {
      this.seen.set(path, known);
      return known.id;
    }
    if (this.bytes + Number(stat.size) > MAX_BYTES) {
      this.complete = false;
      return byStat(stat);
    }
    this.bytes += Number(stat.size);
    const begun = this.now();
    const content = readRegular(path, { maxBytes: BIG_FILE_BYTES });
    if (content === undefined || content.size > BIG_FILE_BYTES) return byStat(stat);
    const id = `${modeOf(stat)}:${blobId(content.bytes, algorithm)}`;
    if (Number(stat.mtimeMs) + TICK_MS < begun && Number(stat.ctimeMs) + TICK_MS < begun)
      this.seen.set(path, { stat: now, id });
    return id;
  }

  private targetOf(path: string, algorithm: Algorithm): string {
    try {
      return blobId(readlinkSync(path, { encoding: 'buffer' }), algorithm);
    } catch {
      return 'unreadable';
    }
  }
}

const modeOf = (stat: BigIntStats) => (stat.mode & 0o100n ? '100755' : '100644');

const byStat = (stat: BigIntStats) => `${modeOf(stat)}:${stat.size} bytes of ${stat.mtimeNs} ${stat.ctimeNs}`;

const statKey = ({ dev, ino, mode, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, mode, size, mtimeNs, ctimeNs].join(' ');

function lstat(path: string): BigIntStats | 'unreadable' | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? undefined : 'unreadable';
  }
}

const blobId = (content: Buffer, algorithm: Algorithm) =>
  createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
