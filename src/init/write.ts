import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import type { InitMessages } from '../i18n/init.ts';
import { backUp } from '../install/install-record.ts';
import { isWithin } from '../platform/folders.ts';
import { withLock } from '../platform/lock.ts';
import { UserError } from '../platform/user-error.ts';
import { assertWritable, readUsersFile, replaceUsersFile, resolveLinks } from '../platform/user-file.ts';
import { CONFIG_FILE } from '../trust/locate.ts';
import { isBlank, type PlannedFile } from './planned-file.ts';

/** Writes it where links within the repository lead; returns where the copy is, if one was made. */
export function writePlanned(
  root: string,
  { before, after }: PlannedFile,
  paths: Paths,
  words: InitMessages,
): string | undefined {
  const path = join(root, CONFIG_FILE);
  const file = resolveLinks(path);
  if (!isWithin(root, file)) throw new UserError(words.outside(path, file), words.outsideFix);
  assertWritable(file);
  return withLock(paths.trustedLock, (stillHeld) => {
    const backup = before === undefined || isBlank(before) ? undefined : backUp(file, before, paths);
    replaceUsersFile(file, after, () => {
      stillHeld();
      if (readUsersFile(file) !== before) throw new UserError(words.meanwhile(path), words.meanwhileFix);
    });
    return backup;
  });
}
