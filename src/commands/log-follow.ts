import { watch } from 'node:fs';
import { dirname } from 'node:path';
import type { JournalLine } from '../journal/record.ts';
import { exitCodeAfter, firstSignal } from '../platform/signals.ts';

const POLL_MS = 500;

/** Until the first signal, or until nobody reads any more: `look` says whether somebody does. Returns the exit code. */
export async function follow(journal: string, look: () => boolean): Promise<number> {
  const stop = firstSignal();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const lookOn = () => {
    if (!look()) end();
  };
  // Where changes are not reported, as on a network drive, or there is no folder yet, the timer alone sees them.
  const timer = setInterval(lookOn, POLL_MS);
  const watcher = watchFolder(dirname(journal), lookOn);
  stop.signal.addEventListener('abort', end);
  await ended;
  clearInterval(timer);
  watcher?.close();
  return exitCodeAfter(stop);
}

function watchFolder(folder: string, changed: () => void) {
  try {
    return watch(folder, { persistent: false }, changed).on('error', () => {});
  } catch {
    return undefined;
  }
}

/** What was added while the entries were read, and is not among them. */
export function withoutShown(shown: readonly JournalLine[], added: readonly JournalLine[]): JournalLine[] {
  if (added.length === 0) return [];
  const known = new Set(shown.slice(-added.length).map((line) => JSON.stringify(line)));
  return added.filter((line) => !known.has(JSON.stringify(line)));
}
