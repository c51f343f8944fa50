import { renameSync } from 'node:fs';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { withLock } from '../platform/lock.ts';
import { readTextIfExists, replaceFile } from '../platform/private-file.ts';
import { CONFIG_FILE, PROMPT_FILE } from './locate.ts';
import type { RepositoryFiles } from './repository-files.ts';

/** Only the hash is compared; the text is kept to show later what has changed. */
const FileSchema = v.nullable(v.object({ sha256: v.string(), text: v.string() }));

const PinSchema = v.object({ config: FileSchema, prompt: FileSchema, at: v.string() });

/** The content of a repository's files that the user trusts. */
export type Pin = v.InferOutput<typeof PinSchema>;

const PinsSchema = v.looseObject({
  /** By the real path of the repository's folder. */
  trusted: v.record(v.string(), PinSchema),
  /** By folder, the content that the user was already told is ignored. */
  told: v.record(v.string(), v.array(v.string())),
});

export type Pins = v.InferOutput<typeof PinsSchema>;

/** `ccc/trusted.json`. Unless it can be read, nothing is trusted. */
export type PinsFile = { kind: 'read'; pins: Pins } | { kind: 'damaged' } | { kind: 'unreadable'; error: unknown };

export function readPins(paths: Pick<Paths, 'trusted'>): PinsFile {
  let text: string | undefined;
  try {
    text = readTextIfExists(paths.trusted);
  } catch (error) {
    return { kind: 'unreadable', error };
  }
  if (text === undefined) return { kind: 'read', pins: { trusted: {}, told: {} } };
  try {
    return { kind: 'read', pins: v.parse(PinsSchema, JSON.parse(text)) };
  } catch {
    return { kind: 'damaged' };
  }
}

export const pinOf = (file: PinsFile, root: string): Pin | undefined =>
  file.kind === 'read' && Object.hasOwn(file.pins.trusted, root) ? file.pins.trusted[root] : undefined;

/** Both files unchanged, or both still missing. A file that cannot be used never matches. */
export const pinMatches = (pin: Pin, files: RepositoryFiles): boolean =>
  files.unusable.length === 0 && changedFiles(pin, files).length === 0;

/** Files that are not as they were trusted. */
export function changedFiles(pin: Pin, { config, prompt, unusable }: RepositoryFiles): string[] {
  const isChanged = (file: string, before: Pin['config'], now: RepositoryFiles['config']) =>
    before?.sha256 !== now?.sha256 || unusable.some((other) => other.file === file);
  return [
    ...(isChanged(CONFIG_FILE, pin.config, config) ? [CONFIG_FILE] : []),
    ...(isChanged(PROMPT_FILE, pin.prompt, prompt) ? [PROMPT_FILE] : []),
  ];
}

/**
 * Changes the file under its lock; undefined leaves it as it is. A damaged file is renamed and its new path returned.
 * Throws what the system reports.
 */
export function changePins(
  paths: Pick<Paths, 'trusted' | 'trustedLock'>,
  change: (current: Pins) => Pins | undefined,
  waitMs?: number,
): string | undefined {
  return withLock(
    paths.trustedLock,
    (stillHeld) => {
      const file = readPins(paths);
      if (file.kind === 'unreadable') throw file.error;
      const damaged = file.kind === 'damaged' ? renameDamaged(paths.trusted) : undefined;
      const next = change(file.kind === 'read' ? file.pins : { trusted: {}, told: {} });
      if (next !== undefined) replaceFile(paths.trusted, `${JSON.stringify(next, null, 2)}\n`, stillHeld);
      return damaged;
    },
    waitMs === undefined ? {} : { waitMs },
  );
}

function renameDamaged(path: string): string {
  const renamed = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(path, renamed);
  return renamed;
}
