import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isCompiled, isProgram, script } from './executable.ts';

/** This program as words of a shell command line, for what is started while we run: exactly this file. */
export function thisProgram(): string {
  return (isCompiled() ? [process.execPath] : [process.execPath, real(script())]).map(quoted).join(' ');
}

/**
 * This program as one word, for what is written down and outlives us: the `ccc` on PATH if it is this one, because that
 * name stays when what it points to is replaced by a newer version.
 */
export function installedProgram(path: string): string {
  const own = real(isCompiled() ? process.execPath : script());
  const named = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((dir) => join(dir, 'ccc'))
    .find((file) => isProgram(file) && real(file) === own);
  return quoted(named ?? own);
}

/** One word for a shell, whatever is in it. */
export const quoted = (word: string) =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
