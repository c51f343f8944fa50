import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWrapper, ORIGINAL } from '../claude/executable.ts';
import { realPath } from '../platform/folders.ts';
import { isProgram } from '../platform/program-file.ts';
import { errorCode } from '../platform/user-error.ts';
import type { FoundFiles, PatchStep, Spot } from './plan.ts';

/** A folder with a `claude` in it, and the names we use there. */
export type PatchTarget = Record<Spot, string> & { dir: string; lock: string };

/** The folder of the `claude` that a shell starts, or would start if a patch there were not half done. */
export function patchableTarget(path: string): PatchTarget | undefined {
  const halfDone = ({ claude, original }: PatchTarget) =>
    !isThere(claude) && isProgram(original) && !isWrapper(original);
  // Twice: a patch that is being made at this moment may have its `claude` back by now.
  return placesOn(path).find((place) => isProgram(place.claude) || halfDone(place) || isProgram(place.claude));
}

/** The first folder where something of ours is left. */
export function patchedTarget(path: string): PatchTarget | undefined {
  return placesOn(path).find(
    ({ claude, original, temporary }) =>
      (isProgram(claude) && isWrapper(claude)) || isThere(original) || isThere(temporary),
  );
}

/** A relative PATH entry would let the folder we are in choose what is patched. */
const placesOn = (path: string) => path.split(delimiter).filter(isAbsolute).map(targetIn);

/** By the folder's real path, which is what the wrapper keeps; a link to a wrapper elsewhere is patched there. */
export function targetIn(folder: string): PatchTarget {
  const claude = join(folder, 'claude');
  const dir = realPath(isProgram(claude) && isWrapper(claude) ? dirname(realPath(claude)) : folder);
  return {
    dir,
    claude: join(dir, 'claude'),
    original: join(dir, ORIGINAL),
    temporary: join(dir, 'claude.ccc-new'),
    lock: join(dir, 'claude.ccc-lock'),
  };
}

/** `wanted` is the wrapper as it would be written now. */
export function look({ claude, original, temporary }: PatchTarget, wanted: string): FoundFiles {
  const client = isProgram(original) && !isWrapper(original);
  return {
    claude: atClaude(claude, wanted),
    original: isThere(original) ? (client ? 'client' : 'broken') : 'nothing',
    temporary: isThere(temporary),
  };
}

function atClaude(claude: string, wanted: string): FoundFiles['claude'] {
  if (!isThere(claude)) return 'nothing';
  if (!isWrapper(claude)) return isProgram(claude) ? 'client' : 'broken';
  return isProgram(claude) && readFileSync(claude, 'utf8') === wanted ? 'wrapper' : 'other-wrapper';
}

export function perform(step: PatchStep, place: PatchTarget, wrapper: string): void {
  switch (step.do) {
    case 'write':
      write(place[step.path], wrapper);
      break;
    case 'rename':
      renameSync(place[step.from], place[step.to]);
      break;
    case 'remove':
      rmSync(place[step.path], { force: true });
  }
}

/** If a step fails, `claude` is put back under its name and nothing of ours is left that was not there before. */
export function performAll(steps: PatchStep[], place: PatchTarget, wrapper: string): void {
  try {
    for (const step of steps) perform(step, place, wrapper);
  } catch (error) {
    if (!isThere(place.claude) && isThere(place.original)) renameSync(place.original, place.claude);
    rmSync(place.temporary, { force: true });
    throw error;
  }
}

/** For everyone who could start the original, whatever the umask. */
function write(path: string, text: string): void {
  rmSync(path, { force: true });
  const fd = openSync(path, 'wx', 0o755);
  try {
    writeFileSync(fd, text);
    fchmodSync(fd, 0o755);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Also a link to nowhere is there. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
