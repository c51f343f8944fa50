import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../trust/repository-files.ts';
import type { Detected } from './detected.ts';

const MAX_NAMES = 5000;
const MAX_BYTES = 1024 * 1024;

/** Looks at a repository's own folder, not below it. Files are read when asked for; nothing is run. */
export function scanFolder(root: string): Detected {
  const names = new Set(
    entriesOf(root)
      .slice(0, MAX_NAMES)
      .flatMap((name) => {
        const stat = statOf(join(root, name));
        return stat?.isFile() ? [name] : stat?.isDirectory() ? [`${name}/`] : [];
      }),
  );
  const texts = new Map<string, string | undefined>();
  return {
    names,
    text(name) {
      if (!texts.has(name)) texts.set(name, names.has(name) ? textOf(root, name) : undefined);
      return texts.get(name);
    },
  };
}

/** What leads out of the folder is not the repository's; what is too big says nothing. */
function textOf(root: string, name: string): string | undefined {
  try {
    const real = realpathSync.native(join(root, name));
    if (!isWithin(root, real) || !statSync(real).isFile()) return undefined;
    const fd = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = fstatSync(fd);
      if (size > MAX_BYTES) return undefined;
      const bytes = Buffer.alloc(size);
      return bytes.subarray(0, readSync(fd, bytes, 0, size, 0)).toString('utf8');
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

function entriesOf(root: string): string[] {
  try {
    return readdirSync(root).sort();
  } catch {
    return [];
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
