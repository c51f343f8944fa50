import { readArguments } from '../commands/command.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf, type Scope, settingsFile } from '../config/paths.ts';
import { type InstallWords, installWords } from '../i18n/install.ts';
import { wordsIn } from '../i18n/messages.ts';
import { withLock } from '../platform/lock.ts';
import { codeOf, isProblem, Problem } from '../platform/user-error.ts';
import { readUsersFile, refuseReadOnly, throughLinks } from '../platform/user-file.ts';

/** The settings file that `install` and `uninstall` are about, and how they are to go about it. */
export interface SettingsTarget {
  scope: Scope;
  /** As Claude Code names it. */
  path: string;
  /** What is really written, if that is a link. */
  file: string;
  paths: Paths;
  words: InstallWords;
  dryRun: boolean;
  json: boolean;
}

const SCOPES: readonly string[] = ['user', 'project', 'local'] satisfies Scope[];

export function targetOf(verb: string, argv: string[], env: Env): SettingsTarget {
  const words = installWords[env.language];
  const options = { scope: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;
  const { values } = readArguments(verb, argv, { options, words: { min: 0, max: 0 } }, env);
  const scope = values.scope ?? 'user';
  if (!isScope(scope)) throw new Problem(words.badScope(scope), words.badScopeFix, 2);
  const paths = pathsOf(env, wordsIn(env.language));
  // The folder we are in may be gone; the user's own settings do not need it.
  const path = attempt('.', words, () => settingsFile(scope, paths, scope === 'user' ? '' : process.cwd()));
  const file = attempt(path, words, () => throughLinks(path));
  return { scope, path, file, paths, words, dryRun: !!values['dry-run'], json: !!values.json };
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
export function refuseChanged({ path, file, words }: SettingsTarget, whole: string | undefined): void {
  if (readUsersFile(file) !== whole) throw new Problem(words.meanwhile(path), words.meanwhileFix);
}

/** What the system refuses becomes a problem with its fix. */
export async function withFiles<T>({ path, words }: SettingsTarget, body: () => T | Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw problemWith(path, words, error);
  }
}

function attempt<T>(path: string, words: InstallWords, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw problemWith(path, words, error);
  }
}

function problemWith(path: string, words: InstallWords, error: unknown): unknown {
  const code = codeOf(error);
  if (isProblem(error) || code === undefined) return error;
  // Where a link could not be made, `path` is what it would have led to.
  const { dest, path: named } = error as NodeJS.ErrnoException & { dest?: string };
  const where = (dest ?? named ?? path).replace(/\.(?:ccc-)?tmp$/, '');
  return new Problem(words.unusable(where, code), words.unusableFix(code), 1, { cause: error });
}
