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
import type { PatchFiles, PatchPath, PatchStep } from './plan.ts';

/** A folder with a `claude` in it, and the paths we use there. */
export type PatchTarget = Record<PatchPath, string> & { dir: string; lock: string };

/** The folder of the `claude` that a shell starts, or would start if a patch there had been finished. */
export function patchableTarget(path: string): PatchTarget | undefined {
  const halfDone = ({ claude, original }: PatchTarget) =>
    !exists(claude) && isProgram(original) && !isWrapper(original);
  // Asked twice: a patch at this very moment may have put `claude` back in between.
  return targetsOn(path).find((target) => isProgram(target.claude) || halfDone(target) || isProgram(target.claude));
}

/** The first folder with a file of ours. */
export function patchedTarget(path: string): PatchTarget | undefined {
  return targetsOn(path).find(
    ({ claude, original, temporary }) =>
      (isProgram(claude) && isWrapper(claude)) || exists(original) || exists(temporary),
  );
}

/** Relative PATH entries are skipped: the current folder must not choose what is patched. */
const targetsOn = (path: string) => path.split(delimiter).filter(isAbsolute).map(targetIn);

/** By the folder's real path, which the wrapper contains; a link to a wrapper is patched where the wrapper is. */
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

/** `wanted` is the wrapper script as it would be written now. */
export function readPatchFiles({ claude, original, temporary }: PatchTarget, wanted: string): PatchFiles {
  const client = isProgram(original) && !isWrapper(original);
  return {
    claude: atClaude(claude, wanted),
    original: exists(original) ? (client ? 'client' : 'broken') : 'nothing',
    temporary: exists(temporary),
  };
}

function atClaude(claude: string, wanted: string): PatchFiles['claude'] {
  if (!exists(claude)) return 'nothing';
  if (!isWrapper(claude)) return isProgram(claude) ? 'client' : 'broken';
  return isProgram(claude) && readFileSync(claude, 'utf8') === wanted ? 'wrapper' : 'other-wrapper';
}

export function perform(step: PatchStep, target: PatchTarget, wrapper: string): void {
  switch (step.do) {
    case 'write':
      write(target[step.path], wrapper);
      break;
    case 'rename':
      renameSync(target[step.from], target[step.to]);
      break;
    case 'remove':
      rmSync(target[step.path], { force: true });
  }
}

/** If a step fails, `claude` gets its name back and the new wrapper is removed. */
export function performAll(steps: PatchStep[], target: PatchTarget, wrapper: string): void {
  try {
    for (const step of steps) perform(step, target, wrapper);
  } catch (error) {
    if (!exists(target.claude) && exists(target.original)) renameSync(target.original, target.claude);
    rmSync(target.temporary, { force: true });
    throw error;
  }
}

/** Executable for everyone, whatever the umask: so was the original. */
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

/** A broken link exists too. */
function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
