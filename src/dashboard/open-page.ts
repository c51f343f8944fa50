import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Env } from '../config/env.ts';
import { isFolder } from '../platform/folders.ts';
import { writePrivate } from '../platform/private-file.ts';
import { hostTag, isRunning } from '../platform/process-alive.ts';
import { programOnPath, safePath } from '../platform/program-on-path.ts';
import { start } from '../platform/spawn.ts';

export interface Opening {
  /** Whether the desktop says that it has started a browser. */
  started: Promise<boolean>;
  /** Removes the file that leads to the page. Happens by itself when this process ends. */
  remove(): void;
}

/**
 * Opens the page in the user's browser. Other users can read the arguments of every process: so the browser gets the path
 * of a private file, and that has the address.
 */
export function openPage(url: string, env: Env): Opening {
  const opener = openerOf(env);
  const folder = opener && privateFolder(env);
  const remove = () => {
    process.off('exit', remove);
    try {
      if (folder) rmSync(folder, { recursive: true, force: true });
    } catch {
      // It leads to a page that ends with this process.
    }
  };
  if (!opener || !folder) return { started: Promise.resolve(false), remove };
  process.on('exit', remove);
  const started = new Promise<boolean>((resolve) => {
    try {
      const file = join(folder, FILE);
      writePrivate(file, redirectTo(url));
      // `xdg-open` is a script, and starts other programs by their names.
      const child = start(opener, [file], { stdio: 'ignore', env: { ...env.all, PATH: safePath(env.path) } });
      child.once('error', () => resolve(false));
      child.once('exit', (code) => resolve(code === 0));
    } catch {
      resolve(false);
    }
  });
  return { started, remove };
}

function openerOf({ all, path }: Env): string | undefined {
  if (process.platform === 'darwin') return programOnPath('open', path);
  return all.DISPLAY || all.WAYLAND_DISPLAY ? programOnPath('xdg-open', path) : undefined;
}

const FILE = 'open.html';

/** Names the process that removes it; of another host, as in a home folder on the network, its id says nothing. */
const prefix = (): string => `ccc-dashboard-${hostTag()}.`;

/** Only the user can look into it. */
function privateFolder(env: Env): string | undefined {
  for (const parent of parentFolders(env)) {
    try {
      return mkdtempSync(join(parent, `${prefix()}${process.pid}-`));
    } catch {
      // There is no such folder, or it cannot be written to.
    }
  }
  return undefined;
}

/** Where a browser can read a file; the first that can be used is. */
function parentFolders({ all, home }: Env): string[] {
  // A browser that is a snap, as on Ubuntu, sees neither the system's temporary folder, nor that of the session, nor
  // hidden ones, but the home folder. Snaps keep their files in `snap` there.
  const usesSnaps = home !== undefined && isFolder(join(home, 'snap'));
  return [usesSnaps ? home : all.XDG_RUNTIME_DIR, tmpdir()].filter(
    (parent): parent is string => !!parent && isAbsolute(parent),
  );
}

/**
 * Removes what processes left that were killed. Nothing but a folder of the user's own, with what was put there: a link in
 * its place leads elsewhere, and a folder with anything else in it is none of ours.
 */
export function removeLeftPages(env: Env): void {
  for (const parent of parentFolders(env))
    for (const name of namesIn(parent)) {
      const pid = name.startsWith(prefix()) ? /^(\d+)-\w+$/.exec(name.slice(prefix().length))?.[1] : undefined;
      if (pid === undefined || isRunning(Number(pid))) continue;
      const folder = join(parent, name);
      try {
        const stat = lstatSync(folder);
        if (!stat.isDirectory() || stat.uid !== process.getuid?.()) continue;
        rmSync(join(folder, FILE), { force: true });
        rmdirSync(folder);
      } catch {
        // Another start may have been faster.
      }
    }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Without a script, because a browser may not run any. The address has only letters that mean nothing in HTML. */
const redirectTo = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>ccc dashboard</title>
<a href="${url}">ccc dashboard</a>
`;
