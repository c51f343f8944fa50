import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';

interface FileReads {
  /** The files below the folder that were opened, each time, as paths from there. */
  opened: string[];
  /** How many bytes of them were read. */
  bytes: number;
  /** The folders that were listed. */
  listed: string[];
}

/** What `run` reads of a folder, with whichever function of `node:fs` that waits for the answer. */
export async function readsBelow(folder: string, run: () => unknown): Promise<FileReads> {
  const reads: FileReads = { opened: [], bytes: 0, listed: [] };
  const open = new Set<unknown>();
  const { openSync, readSync, readFileSync, readdirSync } = fs;
  const original = { openSync, readSync, readFileSync, readdirSync };
  const nameOf = (path: unknown) => relative(folder, String(path));
  const isBelow = (path: unknown) => typeof path === 'string' && !nameOf(path).startsWith('..');
  const replaced = {
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      const fd = original.openSync(...args);
      open.delete(fd);
      if (!isBelow(args[0])) return fd;
      reads.opened.push(nameOf(args[0]));
      open.add(fd);
      return fd;
    },
    readSync: (...args: Parameters<typeof fs.readSync>) => {
      const length = original.readSync(...args);
      if (open.has(args[0])) reads.bytes += length;
      return length;
    },
    readFileSync: (...args: Parameters<typeof fs.readFileSync>) => {
      const content = original.readFileSync(...args);
      if (isBelow(args[0])) reads.opened.push(nameOf(args[0]));
      if (isBelow(args[0]) || open.has(args[0])) reads.bytes += content.length;
      return content;
    },
    readdirSync: (...args: Parameters<typeof fs.readdirSync>) => {
      if (isBelow(args[0])) reads.listed.push(nameOf(args[0]));
      return original.readdirSync(...args);
    },
  };
  Object.assign(fs, replaced);
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    Object.assign(fs, original);
    syncBuiltinESMExports();
  }
  return reads;
}
