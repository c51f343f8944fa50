import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { realFolder } from '../platform/folders.ts';
import { foldersUpToTop } from './locate.ts';
import { changedFiles, changePins, type Pins, type PinsFile, pinMatches, pinOf, readPins } from './pins.ts';
import {
  contentId,
  fileNames,
  type RepositoryFiles,
  repositoryFilesFor,
  repositoryFilesIn,
} from './repository-files.ts';

/** Which of a repository's own files apply to a session in this folder. */
export type TrustStatus =
  | { kind: 'nothing' }
  | { kind: 'trusted'; root: string; config: RepositoryConfig; prompt: string | undefined }
  | {
      kind: 'untrusted' | 'changed';
      root: string;
      /** `untrusted`: all of them. `changed`: those that are not as they were trusted, or are gone. */
      files: string[];
      /** The user was not told yet about this very content. */
      tell: boolean;
      /** `trusted.json` was damaged, and was renamed to this path. */
      damaged?: string | undefined;
    };

/** The hook has a deadline of its own: telling twice is better than waiting. */
const LOCK_WAIT_MS = 1000;
const CONTENTS_PER_FOLDER = 20;
const MAX_FOLDERS = 300;

/**
 * Reads each file once and returns what it read and compared. Never throws. With `remember`, the user is told once about
 * each content; if that cannot be stored, more than once.
 */
export async function trustStatusOf(
  folder: string,
  paths: Paths,
  env: Env,
  { remember }: { remember: boolean } = { remember: true },
): Promise<TrustStatus> {
  const real = realFolder(folder);
  if (real === undefined) return { kind: 'nothing' };
  const pins = readPins(paths);
  const folders = foldersUpToTop(real);
  // A trusted folder comes before one nearer by that appeared since and that nobody has looked at.
  const pinned = folders.find((candidate) => pinOf(pins, candidate) !== undefined);
  const hidden = pinned === undefined ? hiddenByNewRepository(folders.at(-1) ?? real, pins) : undefined;
  if (hidden)
    return { kind: 'changed', ...hidden, ...toldBefore(hidden.root, hidden.files.join(' '), pins, paths, remember) };
  const found = pinned === undefined ? repositoryFilesFor(folder, env) : repositoryFilesIn(pinned, env);
  const root = pinned ?? found?.root;
  if (root === undefined) return { kind: 'nothing' };
  const pin = pinOf(pins, root);
  if (pin && found && pinMatches(pin, found)) return { kind: 'trusted', root, ...(await parsed(found)) };
  const files = found ?? { root, config: undefined, prompt: undefined, unusable: [] };
  return {
    kind: pin ? 'changed' : 'untrusted',
    root,
    files: pin ? changedFiles(pin, files) : fileNames(files),
    ...toldBefore(root, contentId(files), pins, paths, remember),
  };
}

/** A repository that was created inside a trusted one since: the search upwards would end at it. */
function hiddenByNewRepository(top: string, pins: PinsFile): { root: string; files: string[] } | undefined {
  const git = join(top, '.git');
  const createdMs = statSync(git, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  for (let folder = dirname(top); folder !== dirname(folder); folder = dirname(folder)) {
    const pin = pinOf(pins, folder);
    if (pin && createdMs > Date.parse(pin.at)) return { root: folder, files: [relative(folder, git)] };
  }
  return undefined;
}

async function parsed({ config, prompt }: RepositoryFiles) {
  return { config: config ? await repositoryConfigIn(config.text) : NO_REPOSITORY_CONFIG, prompt: prompt?.text };
}

const isTold = ({ told }: Pins, root: string, content: string) =>
  Object.hasOwn(told, root) && (told[root] ?? []).includes(content);

/** Whether the user is still to be told; with `remember` it is stored that they were. */
function toldBefore(
  root: string,
  content: string,
  file: PinsFile,
  paths: Paths,
  remember: boolean,
): { tell: boolean; damaged?: string | undefined } {
  if (file.kind === 'read' && isTold(file.pins, root, content)) return { tell: false };
  if (!remember) return { tell: true };
  let tell = true;
  try {
    const damaged = changePins(
      paths,
      (current) => {
        // Of two hooks at the same time only one tells.
        tell = !isTold(current, root, content);
        return tell ? withTold(current, root, content) : undefined;
      },
      LOCK_WAIT_MS,
    );
    return damaged === undefined ? { tell } : { tell, damaged };
  } catch {
    return { tell: true };
  }
}

function withTold(pins: Pins, root: string, content: string): Pins {
  const { [root]: before = [], ...others } = pins.told;
  const contents = [...before, content].slice(-CONTENTS_PER_FOLDER);
  const kept = Object.entries(others).slice(1 - MAX_FOLDERS);
  return { ...pins, told: { ...Object.fromEntries(kept), [root]: contents } };
}
