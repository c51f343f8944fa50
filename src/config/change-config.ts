import { statSync } from 'node:fs';
import { configMessages } from '../i18n/config.ts';
import type { Language } from '../i18n/language.ts';
import { setValue } from '../platform/json/editor.ts';
import { withLock } from '../platform/lock.ts';
import { readTextIfExists, replaceFile } from '../platform/private-file.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { readUsersFile, resolveLinks } from '../platform/user-file.ts';
import { parseConfig, readConfig } from './config-file.ts';
import { type LaunchConfig, launchConfigOf } from './launch-config.ts';
import type { Paths } from './paths.ts';

/** One value in `ccc.json`, by the keys that lead to it; undefined removes it. */
export interface ConfigChange {
  path: string[];
  value: unknown;
}

export interface WrittenConfig {
  config: LaunchConfig;
  /** The mode the file had, if others could read it until now. */
  previousMode: number | undefined;
}

const ATTEMPTS = 10;

/**
 * Changes values in `ccc.json` and leaves the rest of the text as it is. `decide` gets the current file, and is called
 * again if another process writes the file meanwhile. A file that a launch would refuse is never written.
 */
export async function changeConfig(
  paths: Pick<Paths, 'configFile' | 'configLock'>,
  language: Language,
  decide: (current: LaunchConfig) => ConfigChange[],
): Promise<WrittenConfig> {
  const { configFile: path } = paths;
  const messages = configMessages[language];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    refuseNotUtf8(path, language);
    const before = await readConfig(path);
    const { text } = before;
    let next = text ?? '';
    for (const { path: keys, value } of decide(await launchConfigOf(before, path, language)))
      next = setValue(next, keys, value);
    const config = await launchConfigOf(await parseConfig(next), path, language);
    if (next === (text ?? '')) return { config, previousMode: undefined };
    try {
      const target = resolveLinks(path);
      const previousMode = modeIfShared(target);
      const written = withLock(paths.configLock, (stillHeld) => {
        if (readTextIfExists(path) !== text) return false;
        replaceFile(target, next, stillHeld);
        return true;
      });
      if (written) return { config, previousMode };
    } catch (error) {
      if (isUserError(error)) throw error;
      const why = errorCode(error) ?? String(error);
      throw new UserError(messages.unwritable(path, why), messages.unwritableFix, { code: 'config-unwritable' });
    }
  }
  throw new UserError(messages.keepsChanging(path), messages.keepsChangingFix, { code: 'config-keeps-changing' });
}

function modeIfShared(path: string): number | undefined {
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & 0o077) === 0 ? undefined : mode;
}

/** Bytes that are not UTF-8 would be written back as other bytes. */
function refuseNotUtf8(path: string, language: Language): void {
  try {
    readUsersFile(path);
  } catch (error) {
    if (errorCode(error) !== 'EILSEQ') return;
    const messages = configMessages[language];
    throw new UserError(messages.unreadable(path, 'EILSEQ'), messages.notUtf8Fix, { code: 'config-not-utf8' });
  }
}
