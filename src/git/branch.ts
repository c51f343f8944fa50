import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';

const MAX_HEAD = 1_000;

/** The branch that is checked out, without running git; null: no repository, or no branch. */
export function branchOf(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return branchIn(git);
    if (dirname(at) === at) return null;
  }
}

function branchIn(git: string): string | null {
  const text = (path: string) => readRegular(path, { maxBytes: MAX_HEAD })?.bytes.toString('utf8').trim();
  // In a linked work tree and a submodule `.git` is a file that names the folder.
  const linked = /^gitdir: (.+)$/.exec(text(git) ?? '')?.[1];
  const head = text(join(linked ? resolve(dirname(git), linked) : git, 'HEAD'));
  return /^ref: refs\/heads\/(.+)$/.exec(head ?? '')?.[1] ?? null;
}
