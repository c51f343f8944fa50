import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GitReader } from './git-reader.ts';
import type { Listing } from './listing.ts';

/** Not the work: what git keeps, and what a package manager brought. */
const NOT_ENTERED = new Set(['.git', 'node_modules']);
const MAX_ENTRIES = 100_000;
/** Often enough for a signal to be heard. */
const FOLDERS_AT_A_TIME = 200;

/** Everything below a folder that no git knows. Links are not followed. */
export async function walk(root: string, looking: GitReader): Promise<Listing> {
  const others: string[] = [];
  const nested: string[] = [];
  let whole = true;
  let entered = 0;
  for (const folders = ['']; folders.length > 0; ) {
    if (++entered % FOLDERS_AT_A_TIME === 0) await new Promise(setImmediate);
    const folder = folders.pop() as string;
    const entries = looking.isOver() ? undefined : entriesOf(join(root, folder));
    if (entries === undefined || others.length + entries.length > MAX_ENTRIES) {
      whole = false;
      continue;
    }
    if (folder !== '' && entries.some(({ name }) => name === '.git')) {
      nested.push(folder);
      continue;
    }
    for (const entry of entries) {
      if (NOT_ENTERED.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else others.push(path);
    }
  }
  return { unchanged: [], others, nested, algorithm: 'sha1', rules: '', whole };
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
