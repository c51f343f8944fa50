import { readArguments } from '../commands/command.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf, type Scope, settingsFile } from '../config/paths.ts';
import { type InstallMessages, installMessages } from '../i18n/install.ts';
import { messagesIn } from '../i18n/messages.ts';
import { withLock } from '../platform/lock.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { readUsersFile, refuseReadOnly, throughLinks } from '../platform/user-file.ts';

/** The settings file that `install` and `uninstall` are about, and how they are to go about it. */
export interface SettingsTarget {
  scope: Scope;
  /** As Claude Code names it. */
  path: string;
  /** What is really written, if that is a link. */
  file: string;
  paths: Paths;
  messages: InstallMessages;
  dryRun: boolean;
  json: boolean;
}

const SCOPES: readonly string[] = ['user', 'project', 'local'] satisfies Scope[];

export function targetOf(verb: string, argv: string[], env: Env): SettingsTarget {
  const messages = installMessages[env.language];
  const options = { scope: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;
  const { values } = readArguments(verb, argv, { options, words: { min: 0, max: 0 } }, env);
  const scope = values.scope ?? 'user';
  if (!isScope(scope)) throw new UserError(messages.badScope(scope), messages.badScopeFix, 2);
  const paths = pathsOf(env, messagesIn(env.language));
  // The folder we are in may be gone; the user's own settings do not need it.
  const path = attempt('.', messages, () => settingsFile(scope, paths, scope === 'user' ? '' : process.cwd()));
  const file = attempt(path, messages, () => throughLinks(path));
  return { scope, path, file, paths, messages, dryRun: !!values['dry-run'], json: !!values.json };
}

const isScope = (scope: string): scope is Scope => SCOPES.includes(scope);

/** All that is in a settings file, undefined if there is none; and the settings, without the byte order mark. */
export function readSettings(file: string): { whole: string | undefined; text: string } {
  const whole = readUsersFile(file);
  return { whole, text: whole?.slice(markOf(whole).length) ?? '' };
}

export const markOf = (whole: string | undefined): string => (whole?.startsWith('\uFEFF') ? '\uFEFF' : '');

/** Runs `body` while no other install or uninstall does, and only if all that it has to write can be written. */
export function alone<T>({ file, paths }: SettingsTarget, body: (stillHeld: () => void) => T): T {
  refuseReadOnly(file);
  refuseReadOnly(paths.installed);
  return withLock(paths.installedLock, body);
}

/** To be called at the last moment before the file is replaced: Claude Code writes its settings too, without our lock. */
export function refuseChanged({ path, file, messages }: SettingsTarget, whole: string | undefined): void {
  if (readUsersFile(file) !== whole) throw new UserError(messages.meanwhile(path), messages.meanwhileFix);
}

/** What the system refuses becomes a problem with its fix. */
export async function withFiles<T>({ path, messages }: SettingsTarget, body: () => T | Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw problemWith(path, messages, error);
  }
}

function attempt<T>(path: string, messages: InstallMessages, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw problemWith(path, messages, error);
  }
}

function problemWith(path: string, messages: InstallMessages, error: unknown): unknown {
  const code = errorCode(error);
  if (isUserError(error) || code === undefined) return error;
  // Where a link could not be made, `path` is what it would have led to.
  const { dest, path: named } = error as NodeJS.ErrnoException & { dest?: string };
  const where = (dest ?? named ?? path).replace(/\.(?:ccc-)?tmp$/, '');
  return new UserError(messages.unusable(where, code), messages.unusableFix(code), 1, { cause: error });
}
