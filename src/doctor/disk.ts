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
import { journalPartsFolder, type Paths } from '../config/paths.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { lockOf, PART_BYTES } from '../journal/parts.ts';
import { rawLines } from '../journal/read.ts';
import { parseLine } from '../journal/record.ts';
import { byteSize } from '../platform/byte-size.ts';
import { errorCode } from '../platform/user-error.ts';
import { createSandboxFolder } from '../sandbox/folder.ts';
import { type Diagnosis, note, ok, problem, warning } from './diagnosis.ts';

const MB = 1024 * 1024;
const LOW_BYTES = 500 * MB;
const NOTHING_LEFT_BYTES = 50 * MB;

/** Without a temporary folder, the hooks cannot be tested. */
export function diagnoseTemporaryFolder(messages: DoctorMessages): Diagnosis[] {
  try {
    createSandboxFolder().remove();
    return [];
  } catch (error) {
    return [
      problem(
        'disk.temporary',
        messages.noTemporary(tmpdir(), errorCode(error) ?? String(error)),
        messages.noTemporaryFix,
      ),
    ];
  }
}

export function diagnoseDisk(paths: Paths, messages: DoctorMessages): Diagnosis[] {
  const place = nearestFolder(paths.dir);
  return [
    diagnoseSpace(place, freeIn(place), messages),
    diagnoseWriting(place, writeError(place), messages),
    ok('disk.used', messages.used(paths.dir, byteSize(sizeOf(paths.dir)))),
    ...diagnoseJournal(paths.journal, messages),
  ];
}

function diagnoseJournal(journal: string, messages: DoctorMessages): Diagnosis[] {
  const stat = lstatSync(journal, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink())
    return [warning('disk.journal', messages.journalLinked(journal), messages.journalLinkedFix)];
  return [...diagnoseLines(journal, messages), ...diagnoseRotation(journal, stat?.size ?? 0, messages)];
}

/** Of so much of its end. */
const MAX_LOOKED_AT = 64 * 1024 * 1024;

/** They are left out wherever the journal is read. */
function diagnoseLines(journal: string, messages: DoctorMessages): Diagnosis[] {
  let damaged = 0;
  for (const { text } of rawLines(journal, MAX_LOOKED_AT)) if (text !== '' && !parseLine(text)) damaged += 1;
  return damaged === 0
    ? []
    : [note('disk.journal-lines', messages.damagedLines(journal, damaged), messages.damagedLinesFix)];
}

/** At every line its rotation is tried, unless another process does so at that moment. */
function diagnoseRotation(journal: string, size: number, messages: DoctorMessages): Diagnosis[] {
  if (size < 2 * PART_BYTES) return [];
  const lock = lockOf(journal);
  const isLocked = lstatSync(lock, { throwIfNoEntry: false }) !== undefined;
  const what = messages.journalTooLarge(journal, byteSize(size), byteSize(PART_BYTES));
  const fix = messages.journalTooLargeFix(isLocked ? lock : journalPartsFolder(journal));
  return [warning('disk.journal', what, fix)];
}

export function diagnoseSpace(place: string, free: number | undefined, messages: DoctorMessages): Diagnosis {
  if (free === undefined) return note('disk.space', messages.spaceUnknown(place), messages.spaceUnknownFix);
  const what = messages.space(place, byteSize(free));
  if (free < NOTHING_LEFT_BYTES) return problem('disk.space', what, messages.spaceFix);
  return free < LOW_BYTES ? warning('disk.space', what, messages.spaceFix) : ok('disk.space', what);
}

export const diagnoseWriting = (place: string, error: string | undefined, messages: DoctorMessages): Diagnosis =>
  error === undefined
    ? ok('disk.writable', messages.writable(place))
    : problem('disk.writable', messages.unwritable(place, error), messages.unwritableFix);

/** `dir`, or the nearest folder above it that exists. */
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

/** Writes a real file: permission bits say nothing about a full disk, a quota or a read-only mount. */
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
