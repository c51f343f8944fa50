import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { isWithin, realFolder } from '../platform/folders.ts';
import { readRegularOrThrow } from '../platform/regular-file.ts';
import { errorCode } from '../platform/user-error.ts';
import { CONFIG_FILE, filesIn, foldersOf, PROMPT_FILE } from './locate.ts';

/** What a repository brings for us, as it is on disk now: read once, so that what is checked is what is used. */
export interface RepositoryFiles {
  /** The real path of the folder that has `.claude`. */
  root: string;
  config: RepositoryFile | undefined;
  prompt: RepositoryFile | undefined;
  /** Files that are there and cannot be taken for anything. */
  faults: Fault[];
}

export interface RepositoryFile {
  text: string;
  /** Of its exact bytes. */
  sha256: string;
}

export interface Fault {
  file: string;
  why: 'outside' | 'not-regular' | 'too-big' | 'not-text' | 'unreadable';
  /** Where it leads, or what the system said. */
  detail: string;
}

export const MAX_BYTES = 256 * 1024;

/** Undefined: nothing there. */
export async function repositoryFilesFor(folder: string, env: Env): Promise<RepositoryFiles | undefined> {
  const real = realFolder(folder);
  if (real === undefined) return undefined;
  const root = foldersOf(real).find((candidate) => filesIn(candidate, env).length > 0);
  return root === undefined ? undefined : repositoryFilesAt(root, env);
}

/** The same for a folder that is known to be the root. */
export function repositoryFilesAt(root: string, env: Env): RepositoryFiles | undefined {
  const files = filesIn(root, env);
  if (files.length === 0) return undefined;
  const faults: Fault[] = [];
  const read = (file: string): RepositoryFile | undefined => {
    if (!files.includes(file)) return undefined;
    const found = readFileOnce(root, file);
    if (!('why' in found)) return found;
    faults.push(found);
    return undefined;
  };
  return { root, config: read(CONFIG_FILE), prompt: read(PROMPT_FILE), faults };
}

function readFileOnce(root: string, file: string): RepositoryFile | Fault {
  const fault = (why: Fault['why'], detail = ''): Fault => ({ file, why, detail });
  try {
    const real = realpathSync.native(join(root, file));
    if (!isWithin(root, real)) return fault('outside', real);
    // A pipe may wait for ever, and opening a device may do something: neither is opened.
    if (!lstatSync(real).isFile()) return fault('not-regular');
    const { bytes, size } = readRegularOrThrow(real, { maxBytes: MAX_BYTES });
    if (size > MAX_BYTES) return fault('too-big');
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) return fault('not-text');
    return { text, sha256: hashOf(bytes) };
  } catch (error) {
    return fault('unreadable', errorCode(error) ?? String(error));
  }
}

export const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Stands for all of it: the same only if both files are the same, or absent, or wrong in the same way. */
export const contentOf = ({ config, prompt, faults }: RepositoryFiles): string =>
  hashOf(JSON.stringify([config?.sha256 ?? null, prompt?.sha256 ?? null, faults]));

export const filesOf = ({ config, prompt, faults }: RepositoryFiles): string[] => [
  ...(config ? [CONFIG_FILE] : []),
  ...(prompt ? [PROMPT_FILE] : []),
  ...faults.map(({ file }) => file),
];
