import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { Env } from '../config/env.ts';
import { programMessages } from '../i18n/program.ts';
import { realPath } from '../platform/folders.ts';
import { isCompiled, isProgram, ownFile, scriptPath } from '../platform/program-file.ts';
import { readRegular } from '../platform/regular-file.ts';
import { UserError } from '../platform/user-error.ts';

/** How every version of the script that `ccc patch` puts in the place of `claude` begins. */
export const WRAPPER_MARK = '#!/bin/sh\n# This claude starts ccc.';

/** What `ccc patch` renames the client to, in the same folder. */
export const ORIGINAL = 'claude.ccc-original';

const PROGRAM = process.platform === 'win32' ? 'claude.exe' : 'claude';

/** A patched `claude` may itself be a link to a patched one. */
const MAX_WRAPPERS = 4;

/** A `claude`, and where it was found. */
export interface FoundClaude {
  path: string;
  by: 'CCC_CLAUDE' | 'PATH' | 'beside' | 'sdk';
}

/** The `claude` to start: `CCC_CLAUDE`, else the first on PATH, else the one that came with the Agent SDK. */
export const findClaude = (env: Env): string => locateClaude(env).path;

export function locateClaude(env: Env): FoundClaude {
  const messages = programMessages[env.language];
  if (env.claude) {
    // Only a full path: the current folder must not choose the program.
    const named = isAbsolute(env.claude) ? clientAt(env.claude) : undefined;
    if (named) return { path: named, by: 'CCC_CLAUDE' };
    throw new UserError(messages.claudeUnusable(env.claude), messages.claudeUnusableFix, { code: 'claude-unusable' });
  }
  const places = { PATH: () => onPath(env.path), beside: besideUs, sdk: fromSdk };
  for (const by of ['PATH', 'beside', 'sdk'] as const) {
    const path = places[by]();
    if (path) return { path, by };
  }
  throw new UserError(messages.claudeMissing, messages.claudeMissingFix, { code: 'claude-missing' });
}

/** Relative PATH entries are skipped: the current folder must not choose the program. */
function onPath(path: string): string | undefined {
  for (const dir of path.split(delimiter).filter(isAbsolute)) {
    const client = clientAt(join(dir, PROGRAM));
    if (client) return client;
  }
  return undefined;
}

/** The single binary also finds a `claude` in its own folder. */
const besideUs = () => (isCompiled() ? clientAt(join(dirname(process.execPath), PROGRAM)) : undefined);

/**
 * The client that this path starts; behind the wrapper of `ccc patch` that is the original. Never `ccc` itself, wrapped
 * or linked: it would start itself without end.
 */
export function clientAt(path: string): string | undefined {
  let client = path;
  for (let wrappers = 0; isProgram(client) && isWrapper(client); wrappers++) {
    if (wrappers === MAX_WRAPPERS) return undefined;
    client = join(dirname(realPath(client)), ORIGINAL);
  }
  const newer = basename(client) === ORIGINAL ? installedSince(client) : undefined;
  if (newer) return newer;
  return isProgram(client) && realPath(client) !== ownFile() ? client : undefined;
}

/** False for a file that cannot be read. */
export function isWrapper(file: string): boolean {
  const head = readRegular(file, { maxBytes: WRAPPER_MARK.length, followsLinks: true });
  return head?.bytes.toString('latin1') === WRAPPER_MARK;
}

/**
 * Claude Code's own installer keeps each version as a file in `claude/versions/`, and `claude` as a link to one of them.
 * Where it finds something other than its link, it only adds versions (2.1.325 says so in `claude doctor`: "your launcher
 * decides what runs"). So behind our wrapper the newest version that was added after `link` was renamed is the one to run.
 */
function installedSince(link: string): string | undefined {
  try {
    const renamed = lstatSync(link);
    // Also where the link is broken: older installers removed versions that none of their links pointed to.
    const versions = dirname(resolve(dirname(link), readlinkSync(link)));
    if (!versions.endsWith(join(sep, 'claude', 'versions'))) return undefined;
    // The installer creates an empty file first, and keeps its temporary files in the same folder.
    return readdirSync(versions)
      .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
      .map((name) => ({ path: join(versions, name), stat: statSync(join(versions, name)) }))
      .filter(({ stat }) => stat.isFile() && stat.size > 0 && (stat.mode & 0o100) !== 0)
      .filter(({ stat }) => stat.mtimeMs > renamed.ctimeMs)
      .sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)[0]?.path;
  } catch {
    return undefined;
  }
}

function fromSdk(): string | undefined {
  const packages = platformPackages();
  for (let dir = sdkFolder(); dir !== undefined && dir !== dirname(dir); dir = dirname(dir)) {
    for (const name of packages) {
      const candidate = join(dir, 'node_modules', '@anthropic-ai', name, PROGRAM);
      if (isProgram(candidate)) return candidate;
    }
  }
  return undefined;
}

function platformPackages(): string[] {
  const name = `claude-agent-sdk-${process.platform}-${process.arch}`;
  return process.platform === 'linux' ? [name, `${name}-musl`] : [name];
}

/** The folder to search upwards from. Its real path, because some package managers link the SDK from elsewhere. */
function sdkFolder(): string | undefined {
  if (isCompiled()) return dirname(process.execPath);
  try {
    return dirname(realpathSync(createRequire(realpathSync(scriptPath())).resolve('@anthropic-ai/claude-agent-sdk')));
  } catch {
    return undefined;
  }
}
