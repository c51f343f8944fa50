import { join } from 'node:path';
import type { Changed } from './change-list.ts';
import { FileHashes } from './file-hashes.ts';
import type { GitReader } from './git-reader.ts';
import { ENTRY, namesIn } from './listing.ts';

const MOST_LOOKED_AT = 20_000;

/** Files that the index tells git not to look at, and that are not what it has of them. */
export async function assumeUnchanged(
  root: string,
  looking: GitReader,
): Promise<{ files: Changed[]; cut: boolean; failed: boolean }> {
  const said = await looking.git(root, ['ls-files', '-s', '-v', '-z']);
  const marked = namesIn(said).filter((entry) => /^[a-zS] (?!160000)/.test(entry));
  const ids = new FileHashes();
  const files = marked.slice(0, MOST_LOOKED_AT).flatMap((entry): Changed[] => {
    const [, look, mode, id, , path] = ENTRY.exec(entry) ?? [];
    if (path === undefined || id === undefined || looking.isOver()) return [];
    const now = ids.of(join(root, path), id.length === 64 ? 'sha256' : 'sha1');
    if (now === `${mode}:${id}`) return [];
    if (now !== undefined) return [{ path, how: 'modified' }];
    // In a sparse checkout files are not there because nobody wants them.
    return look === 'h' ? [{ path, how: 'deleted' }] : [];
  });
  const cut = said.cut || marked.length > MOST_LOOKED_AT || !ids.whole || looking.late;
  return { files, cut, failed: said.code !== 0 && !said.cut };
}
