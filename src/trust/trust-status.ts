import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { realFolder } from '../platform/folders.ts';
import { CONFIG_FILE, foldersOf, PROMPT_FILE } from './locate.ts';
import { changePins, type Pin, type Pins, type PinsFile, pinOf, readPins } from './pins.ts';
import { contentOf, filesOf, type RepositoryFiles, repositoryFilesAt, repositoryFilesFor } from './repository-files.ts';

/** What of a repository's own files counts for a session in this folder. */
export type TrustStatus =
  | { kind: 'nothing' }
  | { kind: 'trusted'; root: string; config: RepositoryConfig; prompt: string | undefined }
  | {
      kind: 'untrusted' | 'changed';
      root: string;
      /** `untrusted`: all of them. `changed`: those that are not as they were trusted, or are gone. */
      files: string[];
      /** Not said before about this very content. */
      tell: boolean;
      /** What was trusted could not be read, and is kept here now. */
      damaged?: string | undefined;
    };

/** The hook has a deadline of its own; rather tell twice than wait. */
const PATIENCE_MS = 1000;
const CONTENTS_REMEMBERED = 20;
const FOLDERS_REMEMBERED = 300;

/**
 * Reads each file once, and returns what it read and compared. Never throws. With `remember`, what is to be told is told
 * once; where that cannot be written down, rather once too often.
 */
export async function trustStatusOf(
  folder: string,
  paths: Paths,
  env: Env,
  { remember }: { remember: boolean } = { remember: true },
): Promise<TrustStatus> {
  const real = realFolder(folder);
  if (real === undefined) return { kind: 'nothing' };
  const seen = readPins(paths);
  const folders = foldersOf(real);
  // What was trusted counts before what has turned up nearer since, which nobody has looked at.
  const pinned = folders.find((candidate) => pinOf(seen, candidate) !== undefined);
  const hidden = pinned === undefined ? hiddenBy(folders.at(-1) ?? real, seen) : undefined;
  if (hidden) return { kind: 'changed', ...hidden, ...told(hidden, hidden.files.join(' '), seen, paths, remember) };
  const brought = pinned === undefined ? await repositoryFilesFor(folder, env) : repositoryFilesAt(pinned, env);
  const root = pinned ?? brought?.root;
  if (root === undefined) return { kind: 'nothing' };
  const pin = pinOf(seen, root);
  if (pin && brought && pinMatches(pin, brought)) return { kind: 'trusted', root, ...(await usable(brought)) };
  const here = brought ?? { root, config: undefined, prompt: undefined, faults: [] };
  return {
    kind: pin ? 'changed' : 'untrusted',
    root,
    files: pin ? differing(pin, here) : filesOf(here),
    ...told(here, contentOf(here), seen, paths, remember),
  };
}

/** A repository that was made within a trusted one since: what was trusted would be out of sight. */
function hiddenBy(top: string, seen: PinsFile): { root: string; files: string[] } | undefined {
  const git = join(top, '.git');
  const born = statSync(git, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  for (let folder = dirname(top); folder !== dirname(folder); folder = dirname(folder)) {
    const pin = pinOf(seen, folder);
    if (pin && born > Date.parse(pin.at)) return { root: folder, files: [relative(folder, git)] };
  }
  return undefined;
}

/** Both files as they were, or absent as they were. What cannot be read is never what was trusted. */
export const pinMatches = (pin: Pin, brought: RepositoryFiles): boolean =>
  brought.faults.length === 0 && differing(pin, brought).length === 0;

export function differing(pin: Pin, { config, prompt, faults }: RepositoryFiles): string[] {
  const differs = (file: string, was: Pin['config'], is: RepositoryFiles['config']) =>
    was?.sha256 !== is?.sha256 || faults.some((fault) => fault.file === file);
  return [
    ...(differs(CONFIG_FILE, pin.config, config) ? [CONFIG_FILE] : []),
    ...(differs(PROMPT_FILE, pin.prompt, prompt) ? [PROMPT_FILE] : []),
  ];
}

async function usable({ config, prompt }: RepositoryFiles) {
  return { config: config ? await repositoryConfigIn(config.text) : NO_REPOSITORY_CONFIG, prompt: prompt?.text };
}

const isTold = ({ told }: Pins, root: string, content: string) =>
  Object.hasOwn(told, root) && (told[root] ?? []).includes(content);

/** Whether to tell; with `remember` it is written down, so that it is told once. */
function told(
  { root }: { root: string },
  content: string,
  seen: PinsFile,
  paths: Paths,
  remember: boolean,
): { tell: boolean; damaged?: string | undefined } {
  if (seen.kind === 'read' && isTold(seen.pins, root, content)) return { tell: false };
  if (!remember) return { tell: true };
  let tell = true;
  try {
    const damaged = changePins(
      paths,
      (current) => {
        // Of two hooks at once, one tells.
        tell = !isTold(current, root, content);
        return tell ? withTold(current, root, content) : undefined;
      },
      PATIENCE_MS,
    );
    return damaged === undefined ? { tell } : { tell, damaged };
  } catch {
    return { tell: true };
  }
}

function withTold(pins: Pins, root: string, content: string): Pins {
  const { [root]: before = [], ...others } = pins.told;
  const contents = [...before, content].slice(-CONTENTS_REMEMBERED);
  const kept = Object.entries(others).slice(1 - FOLDERS_REMEMBERED);
  return { ...pins, told: { ...Object.fromEntries(kept), [root]: contents } };
}

/** The user's consent to exactly this content. Returns where a damaged store is kept now. */
export const trust = ({ root, config, prompt }: RepositoryFiles, paths: Paths): string | undefined =>
  changePins(paths, (current) => ({
    ...current,
    trusted: {
      ...current.trusted,
      [root]: { config: config ?? null, prompt: prompt ?? null, at: new Date().toISOString() },
    },
  }));

/** Takes it back. */
export const removeTrust = (root: string, paths: Paths): string | undefined =>
  changePins(paths, (current) => {
    const { [root]: gone, ...trusted } = current.trusted;
    return gone && { ...current, trusted };
  });
