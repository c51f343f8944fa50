import { renameSync } from 'node:fs';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { withLock } from '../platform/lock.ts';
import { readIfThere, replaceFile } from '../platform/private-file.ts';

/** The text is kept to say later what has changed; what counts is the hash. */
const FileSchema = v.nullable(v.object({ sha256: v.string(), text: v.string() }));

const PinSchema = v.object({ config: FileSchema, prompt: FileSchema, at: v.string() });

export type Pin = v.InferOutput<typeof PinSchema>;

const PinsSchema = v.looseObject({
  /** By the real path of the repository's folder. */
  trusted: v.record(v.string(), PinSchema),
  /** Which content of which folder the user has been told about. */
  told: v.record(v.string(), v.array(v.string())),
});

export type Pins = v.InferOutput<typeof PinsSchema>;

/** What is in `ccc/trusted.json`. Where it cannot be read, nothing is trusted. */
export type PinsFile = { kind: 'read'; pins: Pins } | { kind: 'damaged' } | { kind: 'unreadable'; error: unknown };

export function readPins(paths: Pick<Paths, 'trusted'>): PinsFile {
  let text: string | undefined;
  try {
    text = readIfThere(paths.trusted);
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

export const pinOf = (seen: PinsFile, root: string): Pin | undefined =>
  seen.kind === 'read' && Object.hasOwn(seen.pins.trusted, root) ? seen.pins.trusted[root] : undefined;

/**
 * `current → next` under the lock; undefined leaves it as it is. A damaged file is kept aside, and where is returned.
 * Throws what the system says if it cannot be done.
 */
export function changePins(
  paths: Pick<Paths, 'trusted' | 'trustedLock'>,
  change: (current: Pins) => Pins | undefined,
  patienceMs?: number,
): string | undefined {
  return withLock(
    paths.trustedLock,
    (stillHeld) => {
      const seen = readPins(paths);
      if (seen.kind === 'unreadable') throw seen.error;
      const aside = seen.kind === 'damaged' ? setAside(paths.trusted) : undefined;
      const next = change(seen.kind === 'read' ? seen.pins : { trusted: {}, told: {} });
      if (next !== undefined) replaceFile(paths.trusted, `${JSON.stringify(next, null, 2)}\n`, stillHeld);
      return aside;
    },
    patienceMs,
  );
}

function setAside(path: string): string {
  const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(path, aside);
  return aside;
}
