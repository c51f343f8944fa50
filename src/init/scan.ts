import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin, realPath } from '../platform/folders.ts';
import { readRegular } from '../platform/regular-file.ts';
import type { ProjectFiles } from './detection.ts';

const MAX_NAMES = 5000;
const MAX_BYTES = 1024 * 1024;

/** Looks at the folder, not below it. Files are read when asked for; nothing is run. */
export function scanFolder(root: string): ProjectFiles {
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

function textOf(root: string, name: string): string | undefined {
  const path = realPath(join(root, name));
  const file = isWithin(root, path) ? readRegular(path, { maxBytes: MAX_BYTES }) : undefined;
  return file && file.size <= MAX_BYTES ? file.bytes.toString('utf8') : undefined;
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
