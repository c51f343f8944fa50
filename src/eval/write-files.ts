import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { putInPlace } from './places.ts';
import type { StoredFiles } from './read-case.ts';

interface WriteOptions {
  folder: string;
  /** The root of the workspace, for the placeholders; undefined leaves them as they are. */
  root?: string;
  format?: 'text' | 'json';
  timeOf?(path: string): Date;
}

/** Only new files in new folders: nothing that is there can lead elsewhere. */
export function writeFiles(files: StoredFiles, { folder, root, format = 'text', timeOf }: WriteOptions): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [path, { bytes, executable }] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const placed = root === undefined ? bytes : putInPlace(bytes, root, format);
    writeFileSync(target, placed, { flag: 'wx', mode: executable ? 0o700 : 0o600 });
    const time = timeOf?.(path);
    if (time) utimesSync(target, time, time);
  }
}
