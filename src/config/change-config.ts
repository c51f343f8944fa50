import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Language } from '../i18n/language.ts';
import { type ProviderMessages, providerMessages } from '../i18n/providers.ts';
import { withValue } from '../platform/json/set-value.ts';
import { withLock } from '../platform/lock.ts';
import { replaceFile } from '../platform/private-file.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { readUsersFile } from '../platform/user-file.ts';
import { type LaunchConfig, launchConfigIn, readConfigText } from './launch-config.ts';
import type { Paths } from './paths.ts';

/** One value in `ccc.json`, by the names that lead to it; undefined takes it out. */
export interface ConfigChange {
  path: string[];
  value: unknown;
}

export interface Written {
  config: LaunchConfig;
  /** The mode the file had, if others could read it until now. */
  widerMode: number | undefined;
}

const ATTEMPTS = 10;

/**
 * Changes `ccc.json` and leaves the rest of it as it is. `decide` sees the file as it is at that moment, and may be asked
 * again if somebody else writes it meanwhile. A file that cannot be read as a whole is never written.
 */
export async function changeConfig(
  paths: Pick<Paths, 'configFile' | 'configLock'>,
  language: Language,
  decide: (current: LaunchConfig) => ConfigChange[],
): Promise<Written> {
  const { configFile: path } = paths;
  const messages = providerMessages[language];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    refuseLossy(path, messages);
    const text = readConfigText(path, language);
    let next = text ?? '';
    for (const { path: keys, value } of decide(await launchConfigIn(text, path, language)))
      next = await withValue(next, keys, value);
    const config = await launchConfigIn(next, path, language);
    if (next === (text ?? '')) return { config, widerMode: undefined };
    try {
      const target = behindLinks(path);
      const widerMode = modeIfWider(target);
      const written = withLock(paths.configLock, (stillHeld) => {
        if (readConfigText(path, language) !== text) return false;
        replaceFile(target, next, stillHeld);
        return true;
      });
      if (written) return { config, widerMode };
    } catch (error) {
      if (isUserError(error)) throw error;
      throw new UserError(
        messages.configUnwritable(path, errorCode(error) ?? String(error)),
        messages.configUnwritableFix,
      );
    }
  }
  throw new UserError(messages.configRestless(path), messages.configRestlessFix);
}

/** Where a write has to go so that a link stays a link, also one that leads to nothing yet. */
function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return isLink(path) ? behindLinks(resolve(dirname(path), readlinkSync(path))) : path;
  }
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function modeIfWider(path: string): number | undefined {
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & 0o077) === 0 ? undefined : mode;
}

/** Bytes that are no text would be written back as others. */
function refuseLossy(path: string, messages: ProviderMessages): void {
  try {
    readUsersFile(path);
  } catch (error) {
    if (errorCode(error) !== 'EILSEQ') return;
    throw new UserError(messages.configUnreadable(path, 'EILSEQ'), messages.configNotUtf8Fix);
  }
}
