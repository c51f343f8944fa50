import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { realPath } from '../platform/folders.ts';
import { ensureDir } from '../platform/private-file.ts';
import { isCompiled, isProgram, ownFile, script } from '../platform/program-file.ts';
import { quoteForShell } from '../platform/shell.ts';

/** This program as words of a shell command line, for what is started while we run: exactly this file. */
export function thisProgram(): string {
  return (isCompiled() ? [process.execPath] : [process.execPath, realPath(script())]).map(quoteForShell).join(' ');
}

/**
 * This program as one word, for what is written down and outlives us: the `ccc` on PATH if it is this one, because that
 * name stays when what it points to is replaced by a newer version.
 */
export function installedProgram(path: string): string {
  return quoteForShell(installedFile(path));
}

/**
 * The same for a slash command, whose permission rule cannot hold brackets: then a link of ours stands for it, or, if
 * that has brackets in its path too, whatever `ccc` the shell finds.
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
 * The Node that runs us, for what starts us where `#!/usr/bin/env node` finds none, or an older one; none for the single
 * binary. By both of its names: some installers keep a version's own path for good, some only the name on PATH.
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
