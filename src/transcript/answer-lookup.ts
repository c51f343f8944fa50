import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { askedOrAnsweredAfter } from './answered-after.ts';
import { directoryNameOf, fileNamesIn } from './stored-sessions.ts';

/** How long the client keeps a transcript unless it is told otherwise. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A transcript that is not where it should be is found that much later. There may be hundreds of folders. */
const LIST_AGAIN_MS = 60_000;

interface Session {
  id: string;
  folder: string | null;
  lastAt: string;
}

/**
 * Whether the session went on after `since`: the worker answered, or was asked for something. Undefined: there is no
 * transcript that could say so, although there should be.
 */
export type AnswerLookup = (session: Session, since: string) => boolean | undefined;

/** Looks into transcripts. Keeps what it found, so that one that has not changed is not read again. */
export function answerLookup(
  { claudeDir }: Pick<Paths, 'claudeDir'>,
  { read = askedOrAnsweredAfter, now = Date.now }: { read?: typeof askedOrAnsweredAfter; now?: () => number } = {},
): AnswerLookup {
  const projects = join(claudeDir, 'projects');
  const answers = new Map<string, { since: string; state: string; answered: boolean | undefined }>();
  let listed: { at: number; found: ReadonlyMap<string, string[]> } | undefined;

  function readOrNothing(path: string, since: string): boolean | undefined {
    try {
      return read(path, since);
    } catch {
      return undefined;
    }
  }

  /** Undefined: there is no such transcript, or it cannot be read. */
  function inTranscript(path: string, since: string): boolean | undefined {
    const state = fileState(path);
    if (state === undefined) return undefined;
    const known = answers.get(path);
    if (known?.since === since && (known.answered || known.state === state)) return known.answered;
    const answered = readOrNothing(path, since);
    answers.set(path, { since, state, answered });
    return answered;
  }

  /** Listed at once: sessions and folders may be thousands. */
  function transcriptsById(): ReadonlyMap<string, string[]> {
    if (listed && now() - listed.at < LIST_AGAIN_MS) return listed.found;
    const found = new Map<string, string[]>();
    for (const project of fileNamesIn(projects)) {
      for (const name of fileNamesIn(join(projects, project))) {
        const id = /^([\w-]+)\.jsonl$/.exec(name)?.[1];
        if (id !== undefined) found.set(id, [...(found.get(id) ?? []), join(projects, project, name)]);
      }
    }
    listed = { at: now(), found };
    return found;
  }

  return ({ id, folder, lastAt }, since) => {
    // Somebody may have written the line by hand: it must not lead out of the folders.
    if (!/^[\w-]+$/.test(id)) return false;
    const own = folder ? [join(projects, directoryNameOf(folder), `${id}.jsonl`)] : [];
    const paths = new Set([...own, ...(transcriptsById().get(id) ?? [])]);
    // A worker can put a second one into another folder, so it is not enough that one says no.
    const answers = [...paths].map((path) => inTranscript(path, since));
    const answered = answers.includes(true) || answers.find((answer) => answer !== undefined);
    if (answered !== undefined) return answered;
    // The client removes transcripts of that age; and where it has none at all, it keeps them elsewhere.
    return now() - Date.parse(lastAt) < KEPT_MS && existsSync(projects) ? undefined : false;
  };
}

/** Another one whenever something is written; undefined: there is no such file. */
export function fileState(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}
