import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRegularOrThrow } from '../platform/regular-file.ts';
import { errorCode } from '../platform/user-error.ts';
import { CaseError, type CaseFile, parseCaseFile } from './case-file.ts';

/** A folder that has a `case.json`. */
export interface CaseFolder {
  /** Its path below the folder that was asked for. */
  name: string;
  folder: string;
}

export interface StoredFile {
  bytes: Buffer;
  executable: boolean;
}

/** By their paths, which are relative and below the folder they were found in. */
export type StoredFiles = ReadonlyMap<string, StoredFile>;

/** All of a case, in memory: nothing of its folder is read later, so nothing that was checked can be exchanged. */
export interface EvalCase extends CaseFolder {
  file: CaseFile;
  transcript: Buffer;
  subagents: StoredFiles;
  /** The work tree. */
  repository: StoredFiles;
  /** What was committed before the session; undefined: see `bundle`. */
  base: StoredFiles | undefined;
  /** A git bundle with the commits; undefined with no `base` either: no commit. */
  bundle: Buffer | undefined;
}

export const CASE_FILE = 'case.json';
export const TRANSCRIPT = 'transcript.jsonl';
export const BUNDLE = 'repository.bundle';

const MAX_DEPTH = 6;
const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_CASE_BYTES = 64 * 1024 * 1024;

/** Every case in a folder, or the folder itself if it is one. Links are not followed. Throws if it cannot be read. */
export function findCases(root: string): CaseFolder[] {
  if (isCase(root)) return [{ name: basename(root), folder: root }];
  const below = (folder: string, name: string, depth: number): CaseFolder[] => {
    if (name !== '' && isCase(folder)) return [{ name, folder }];
    if (depth > MAX_DEPTH) return [];
    return foldersIn(folder).flatMap((child) =>
      below(join(folder, child), name === '' ? child : `${name}/${child}`, depth + 1),
    );
  };
  return below(root, '', 0);
}

const isCase = (folder: string) => lstatSync(join(folder, CASE_FILE), { throwIfNoEntry: false }) !== undefined;

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort();

/** Reads a case that may come from anyone. Throws a `CaseError`. */
export function readCase({ name, folder }: CaseFolder): EvalCase {
  const read: Read = { entries: 0, bytes: 0 };
  const path = (part: string) => join(folder, part);
  const file = parseCaseFile(path(CASE_FILE), readFile(path(CASE_FILE), read).bytes.toString('utf8'));
  const transcript = readFile(path(TRANSCRIPT), read).bytes;
  const bundle = exists(path(BUNDLE)) ? readFile(path(BUNDLE), read).bytes : undefined;
  const base = exists(path('base')) ? readTree(path('base'), read) : undefined;
  const repository = readTree(path('repository'), read);
  if ([bundle, base, file.git].filter((history) => history !== undefined).length > 1)
    throw new CaseError(path(CASE_FILE), { code: 'two-histories' });
  const gone = Object.keys(file.times).find((timed) => !repository.has(timed));
  if (gone !== undefined) throw new CaseError(path(CASE_FILE), { code: 'time', path: gone });
  return { name, folder, file, transcript, subagents: readTree(path('subagents'), read), repository, base, bundle };
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** What has been read of a case so far: files and folders, and bytes. */
interface Read {
  entries: number;
  bytes: number;
}

function readFile(path: string, read: Read): StoredFile {
  try {
    const { bytes, size } = readRegularOrThrow(path, { maxBytes: MAX_FILE_BYTES });
    read.bytes += size;
    if (size > MAX_FILE_BYTES || read.bytes > MAX_CASE_BYTES) throw new CaseError(path, { code: 'too-large' });
    return { bytes, executable: (lstatSync(path).mode & 0o100) !== 0 };
  } catch (error) {
    throw asCaseError(error, path);
  }
}

function asCaseError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === 'ENOENT') return new CaseError(path, { code: 'missing' });
  // ELOOP: a link.
  const isOther = ['ELOOP', 'EISDIR', 'ENOTSUP', 'ENOTDIR', 'ENXIO'].includes(code);
  return new CaseError(path, isOther ? { code: 'not-a-file' } : { code: 'unreadable', why: code });
}

/** The files below a folder of a case; none if there is no such folder. */
function readTree(root: string, read: Read): StoredFiles {
  const files = new Map<string, StoredFile>();
  const add = (folder: string, above: string) => {
    for (const entry of entriesOf(folder)) {
      if (++read.entries > MAX_FILES) throw new CaseError(root, { code: 'too-many-files' });
      const path = join(folder, entry.name);
      // Git would read its configuration, and run its hooks.
      if (isGitName(entry.name)) throw new CaseError(path, { code: 'git-folder' });
      if (entry.isDirectory()) add(path, `${above}${entry.name}/`);
      else if (entry.isFile()) files.set(`${above}${entry.name}`, readFile(path, read));
      else throw new CaseError(path, { code: 'not-a-file' });
    }
  };
  const stat = lstatSync(root, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) throw new CaseError(root, { code: 'not-a-file' });
  if (stat) add(root, '');
  return files;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw asCaseError(error, folder);
  }
}

/** Also as macOS and Windows would read it: in other letter case, with characters that are ignored, as a short name. */
const isGitName = (name: string) =>
  /^(?:\.git|git~\d+)$/i.test(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[. ]+$/, ''));
