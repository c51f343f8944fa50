import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { realPath } from '../platform/folders.ts';
import { ensureDir } from '../platform/private-file.ts';
import { isCompiled, isProgram, ownFile, scriptPath } from '../platform/program-file.ts';
import { parseShellLine, quoteForShell } from '../platform/shell.ts';

/** This program, exactly this file: for processes that are started while it runs. */
export const ownCommand = (): [program: string, ...args: string[]] =>
  isCompiled() ? [process.execPath] : [process.execPath, realPath(scriptPath())];

/** The same for a shell command line. */
export const thisProgram = (): string => ownCommand().map(quoteForShell).join(' ');

/**
 * This program as one shell word, for files that outlive it: the `ccc` on PATH if that is this program, because the name
 * stays when an update replaces its target.
 */
export function installedProgram(path: string): string {
  return quoteForShell(installedFile(path));
}

/** Whether this shell command starts this program, by whatever path, with these arguments and nothing else. */
export function startsThisProgram(command: unknown, ...args: string[]): boolean {
  if (typeof command !== 'string' || /[$`~*?;&|<>()#\n]/.test(command)) return false;
  const words = parseShellLine(command)[0]?.programs[0] ?? [];
  const program = words.slice(0, -args.length);
  if (words.slice(-args.length).join('\n') !== args.join('\n') || !program.every(isAbsolute)) return false;
  const files = program.map(realPath);
  const own = isCompiled() ? [] : [[realPath(process.execPath), ownFile()].join('\n')];
  return [ownFile(), ...own].includes(files.join('\n'));
}

/**
 * The same for a slash command, whose permission rule cannot contain brackets: then a link to it, or, if the path of the
 * link has brackets too, whichever `ccc` the shell finds.
 */
export function slashProgram(path: string, link: string): string {
  const file = installedFile(path);
  if (!UNFIT_FOR_RULES.test(file)) return quoteForShell(file);
  if (UNFIT_FOR_RULES.test(link)) return 'ccc';
  if (realPath(link) !== realPath(file)) {
    ensureDir(dirname(link));
    rmSync(`${link}.new`, { force: true });
    symlinkSync(file, `${link}.new`);
    renameSync(`${link}.new`, link);
  }
  return quoteForShell(link);
}

const UNFIT_FOR_RULES = /[()`\n]/;

export function installedFile(path: string): string {
  const own = ownFile();
  return onPath('ccc', own, path) ?? own;
}

/**
 * The Node that runs this program, for places where `#!/usr/bin/env node` finds none or an older one; empty for the single
 * binary. By both names: some installers keep the path of a version forever, some only the name on PATH.
 */
export function installedNodes(path: string): string[] {
  if (isCompiled()) return [];
  const named = onPath('node', realPath(process.execPath), path);
  return [...new Set([process.execPath, ...(named ? [named] : [])])];
}

/** The program of that name on PATH, if it is this file. */
function onPath(name: string, file: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((dir) => join(dir, name))
    .find((candidate) => isProgram(candidate) && realPath(candidate) === file);
}
