import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { byteSize } from '../platform/byte-size.ts';
import { errorCode } from '../platform/user-error.ts';
import { createSandboxFolder } from '../sandbox/folder.ts';
import { type Finding, note, ok, problem, warning } from './finding.ts';

const MB = 1024 * 1024;
const LOW_BYTES = 500 * MB;
const NOTHING_LEFT_BYTES = 50 * MB;

/** Without one, nothing can be tried. */
export function checkTemporary(words: DoctorMessages): Finding[] {
  try {
    createSandboxFolder().remove();
    return [];
  } catch (error) {
    return [
      problem('disk.temporary', words.noTemporary(tmpdir(), errorCode(error) ?? String(error)), words.noTemporaryFix),
    ];
  }
}

export function checkDisk(paths: Paths, words: DoctorMessages): Finding[] {
  const place = nearestFolder(paths.dir);
  return [
    spaceFinding(place, freeIn(place), words),
    writeFinding(place, writeError(place), words),
    ok('disk.used', words.used(paths.dir, byteSize(sizeOf(paths.dir)))),
  ];
}

export function spaceFinding(place: string, free: number | undefined, words: DoctorMessages): Finding {
  if (free === undefined) return note('disk.space', words.spaceUnknown(place), words.spaceUnknownFix);
  const what = words.space(place, byteSize(free));
  if (free < NOTHING_LEFT_BYTES) return problem('disk.space', what, words.spaceFix);
  return free < LOW_BYTES ? warning('disk.space', what, words.spaceFix) : ok('disk.space', what);
}

export const writeFinding = (place: string, error: string | undefined, words: DoctorMessages): Finding =>
  error === undefined
    ? ok('disk.writable', words.writable(place))
    : problem('disk.writable', words.unwritable(place, error), words.unwritableFix);

/** Where `dir` is, or would be made. */
function nearestFolder(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : nearestFolder(dirname(dir));
}

function freeIn(place: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Writes for real: permission bits say nothing about a full disk, a quota or a read-only mount. */
function writeError(place: string): string | undefined {
  const probe = join(place, `.ccc-doctor-${randomBytes(6).toString('hex')}`);
  try {
    const fd = openSync(probe, 'wx', 0o600);
    try {
      writeFileSync(fd, 'x'.repeat(4096));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return undefined;
  } catch (error) {
    return errorCode(error) ?? String(error);
  } finally {
    rmSync(probe, { force: true });
  }
}

function sizeOf(dir: string): number {
  try {
    const entries = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    return entries.reduce((sum, name) => sum + (lstatSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch {
    return 0;
  }
}
