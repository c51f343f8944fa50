import type { Env } from '../config/env.ts';
import { type Paths, pathsOf, type Scope, settingsFile } from '../config/paths.ts';
import { type InstallMessages, installMessages } from '../i18n/install.ts';
import { withLock } from '../platform/lock.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { assertWritable, readUsersFile, resolveLinks } from '../platform/user-file.ts';

/** The settings file that `install` or `uninstall` changes. */
export interface SettingsTarget {
  scope: Scope;
  /** As Claude Code names it. */
  path: string;
  /** The file that is written: `path` with its links resolved. */
  file: string;
  paths: Paths;
  messages: InstallMessages;
  dryRun: boolean;
}

export function settingsTarget(scope: Scope, dryRun: boolean, env: Env): SettingsTarget {
  const messages = installMessages[env.language];
  const paths = pathsOf(env);
  // The current folder may be deleted; the user's own settings do not need it.
  const path = withFileErrors('.', messages, () => settingsFile(scope, paths, scope === 'user' ? '' : process.cwd()));
  const file = withFileErrors(path, messages, () => resolveLinks(path));
  return { scope, path, file, paths, messages, dryRun };
}

/** The whole contents of a settings file, undefined if there is none; and its text without the byte order mark. */
export function readSettings(file: string): { contents: string | undefined; text: string } {
  const contents = readUsersFile(file);
  return { contents, text: contents?.slice(byteOrderMark(contents).length) ?? '' };
}

export const byteOrderMark = (contents: string | undefined): string => (contents?.startsWith('\uFEFF') ? '\uFEFF' : '');

/** Runs `body` while no other install or uninstall runs, and only if both files can be written. */
export function withInstallLock<T>({ file, paths }: SettingsTarget, body: (assertHeld: () => void) => T): T {
  assertWritable(file);
  assertWritable(paths.installed);
  return withLock(paths.installedLock, body);
}

/** Called right before the file is replaced: Claude Code writes its settings too, without our lock. */
export function assertUnchanged({ path, file, messages }: SettingsTarget, contents: string | undefined): void {
  if (readUsersFile(file) !== contents)
    throw new UserError(messages.changedMeanwhile(path), messages.changedMeanwhileFix, { code: 'settings-changed' });
}

/** Turns an error of the system into one with a fix. */
export function withFileErrors<T>(path: string, messages: InstallMessages, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw fileError(path, messages, error);
  }
}

export function fileError(path: string, messages: InstallMessages, error: unknown): unknown {
  const code = errorCode(error);
  if (isUserError(error) || code === undefined) return error;
  // For a link that could not be made, `path` is its target and `dest` the link.
  const { dest, path: named } = error as NodeJS.ErrnoException & { dest?: string };
  const where = (dest ?? named ?? path).replace(/\.(?:ccc-)?tmp$/, '');
  return new UserError(messages.unusable(where, code), messages.unusableFix(code), {
    code: 'settings-unusable',
    cause: error,
  });
}
