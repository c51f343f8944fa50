import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';
import { CONFIG_FILE, PROMPT_FILE } from './locate.ts';
import { type Pin, pinOf, readPins } from './pins.ts';
import { type RepositoryFiles, repositoryFilesFor } from './repository-files.ts';
import { pinMatches } from './trust-status.ts';
import { writableByOthers } from './writers.ts';

/** What a repository brings, with all that its user should know before they trust it. */
export interface Examined {
  brought: RepositoryFiles;
  standing: 'trusted' | 'untrusted' | 'changed';
  config: RepositoryConfig & { broken: boolean };
  /** Since it was trusted last; undefined if it was not. */
  since: { at: string; files: FileChange[] } | undefined;
  /** What somebody else may write. */
  open: string[];
}

export interface FileChange {
  file: string;
  kind: 'new' | 'gone' | 'changed';
  lines: DiffLine[];
}

/** Undefined if it brings nothing. */
export async function examine(folder: string, paths: Paths, env: Env): Promise<Examined | undefined> {
  const brought = await repositoryFilesFor(folder, env);
  if (brought === undefined) return undefined;
  const pin = pinOf(readPins(paths), brought.root);
  const config = brought.config ? await repositoryConfigIn(brought.config.text) : undefined;
  return {
    brought,
    standing: pin === undefined ? 'untrusted' : pinMatches(pin, brought) ? 'trusted' : 'changed',
    config: config ?? { ...NO_REPOSITORY_CONFIG, broken: false },
    since: pin && { at: pin.at, files: changesSince(pin, brought) },
    open: writableByOthers(brought),
  };
}

function changesSince(pin: Pin, { config, prompt }: RepositoryFiles): FileChange[] {
  const change = (file: string, was: Pin['config'], is: RepositoryFiles['config']): FileChange[] => {
    if (was?.sha256 === is?.sha256) return [];
    const kind = !was ? 'new' : !is ? 'gone' : 'changed';
    return [{ file, kind, lines: was && is ? lineDiff(was.text, is.text) : [] }];
  };
  return [...change(CONFIG_FILE, pin.config, config), ...change(PROMPT_FILE, pin.prompt, prompt)];
}

/** What is in the way of trusting it, if anything is. */
export const isRefused = ({ brought, config }: Examined): boolean => brought.faults.length > 0 || config.broken;
