import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { NO_REPOSITORY_CONFIG, type RepositoryConfig, repositoryConfigIn } from '../config/repository-config.ts';
import { CONFIG_FILE, PROMPT_FILE } from './lookup.ts';
import { changePins, type Pin, type Pins, pinOf, seePins } from './pins.ts';
import { type Brought, broughtBy, contentOf, filesOf } from './repository.ts';

/** What of a repository's own files counts for a session in this folder. */
export type Standing =
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
export async function standingOf(
  folder: string,
  paths: Paths,
  env: Env,
  { remember }: { remember: boolean } = { remember: true },
): Promise<Standing> {
  const brought = await broughtBy(folder, env);
  if (brought === undefined) return { kind: 'nothing' };
  const { root } = brought;
  const seen = seePins(paths);
  const pin = pinOf(seen, root);
  if (pin && holds(pin, brought)) return { kind: 'trusted', root, ...(await usable(brought)) };
  const told = seen.kind === 'read' && isTold(seen.pins, brought);
  return {
    kind: pin ? 'changed' : 'untrusted',
    root,
    files: pin ? differing(pin, brought) : filesOf(brought),
    ...(told || !remember ? { tell: !told } : remembered(brought, paths)),
  };
}

/** Both files as they were, or absent as they were. What cannot be read is never what was trusted. */
export const holds = (pin: Pin, brought: Brought): boolean =>
  brought.faults.length === 0 && differing(pin, brought).length === 0;

export function differing(pin: Pin, { config, prompt, faults }: Brought): string[] {
  const differs = (file: string, was: Pin['config'], is: Brought['config']) =>
    was?.sha256 !== is?.sha256 || faults.some((fault) => fault.file === file);
  return [
    ...(differs(CONFIG_FILE, pin.config, config) ? [CONFIG_FILE] : []),
    ...(differs(PROMPT_FILE, pin.prompt, prompt) ? [PROMPT_FILE] : []),
  ];
}

async function usable({ config, prompt }: Brought) {
  return { config: config ? await repositoryConfigIn(config.text) : NO_REPOSITORY_CONFIG, prompt: prompt?.text };
}

const isTold = ({ told }: Pins, brought: Brought) =>
  Object.hasOwn(told, brought.root) && (told[brought.root] ?? []).includes(contentOf(brought));

function remembered(brought: Brought, paths: Paths): { tell: boolean; damaged?: string | undefined } {
  let tell = true;
  try {
    const damaged = changePins(
      paths,
      (current) => {
        // Of two hooks at once, one tells.
        tell = !isTold(current, brought);
        return tell ? withTold(current, brought) : undefined;
      },
      PATIENCE_MS,
    );
    return damaged === undefined ? { tell } : { tell, damaged };
  } catch {
    return { tell: true };
  }
}

function withTold(pins: Pins, brought: Brought): Pins {
  const { [brought.root]: before = [], ...others } = pins.told;
  const contents = [...before, contentOf(brought)].slice(-CONTENTS_REMEMBERED);
  const kept = Object.entries(others).slice(1 - FOLDERS_REMEMBERED);
  return { ...pins, told: { ...Object.fromEntries(kept), [brought.root]: contents } };
}

/** The user's consent to exactly this content. Returns where a damaged store is kept now. */
export const trust = ({ root, config, prompt }: Brought, paths: Paths): string | undefined =>
  changePins(paths, (current) => ({
    ...current,
    trusted: {
      ...current.trusted,
      [root]: { config: config ?? null, prompt: prompt ?? null, at: new Date().toISOString() },
    },
  }));

/** Takes it back. */
export const distrust = (root: string, paths: Paths): string | undefined =>
  changePins(paths, (current) => {
    const { [root]: gone, ...trusted } = current.trusted;
    return gone && { ...current, trusted };
  });
