import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Messages } from '../i18n/messages.ts';
import { UserError } from '../platform/user-error.ts';
import { installedSince } from './native-versions.ts';
import { isWrapper, ORIGINAL } from './wrapper.ts';

/** A `claude`, and what led to it. */
export interface FoundClaude {
  path: string;
  by: 'CCC_CLAUDE' | 'PATH' | 'beside' | 'sdk';
}

/** The `claude` to start: `CCC_CLAUDE`, else the one on PATH, else the one the Agent SDK brought. */
export const findClaude = (env: Env, messages: Messages): string => locateClaude(env, messages).path;

export function locateClaude(env: Env, messages: Messages): FoundClaude {
  if (env.claude) {
    // Only a full path: a bare name would mean whatever the folder we are in has under it.
    const named = isAbsolute(env.claude) ? clientAt(env.claude) : undefined;
    if (named) return { path: named, by: 'CCC_CLAUDE' };
    throw new UserError(messages.claudeUnusable(env.claude), messages.claudeUnusableFix);
  }
  const places = { PATH: () => onPath(env.path), beside: besideUs, sdk: fromSdk };
  for (const by of ['PATH', 'beside', 'sdk'] as const) {
    const path = places[by]();
    if (path) return { path, by };
  }
  throw new UserError(messages.claudeMissing, messages.claudeMissingFix);
}

/** A relative PATH entry would let whatever folder we are in choose the program. */
function onPath(path: string): string | undefined {
  for (const dir of path.split(delimiter).filter(isAbsolute)) {
    const client = clientAt(join(dir, PROGRAM));
    if (client) return client;
  }
  return undefined;
}

/** The single binary finds a `claude` that lies in the same folder. */
const besideUs = () => (isCompiled() ? clientAt(join(dirname(process.execPath), PROGRAM)) : undefined);

/**
 * The client that is started by this path: never ourselves, whether as the wrapper of `ccc patch` or under a link, for
 * that would go on for ever. Behind the wrapper it is the original.
 */
export function clientAt(path: string): string | undefined {
  let client = path;
  // An original may be a link to a `claude` elsewhere that was patched too.
  for (let hops = 0; isProgram(client) && isWrapper(client); hops++) {
    if (hops === 4) return undefined;
    client = join(dirname(real(client)), ORIGINAL);
  }
  const installed = basename(client) === ORIGINAL ? installedSince(client) : undefined;
  if (installed) return installed;
  return isProgram(client) && real(client) !== ownFile() ? client : undefined;
}

function fromSdk(): string | undefined {
  const folders = platformPackages();
  for (let dir = sdkFolder(); dir !== undefined && dir !== dirname(dir); dir = dirname(dir)) {
    for (const folder of folders) {
      const candidate = join(dir, 'node_modules', '@anthropic-ai', folder, PROGRAM);
      if (isProgram(candidate)) return candidate;
    }
  }
  return undefined;
}

function platformPackages(): string[] {
  const name = `claude-agent-sdk-${process.platform}-${process.arch}`;
  return process.platform === 'linux' ? [name, `${name}-musl`] : [name];
}

/** Where to look upwards from. The real path, because some package managers link the SDK from elsewhere. */
function sdkFolder(): string | undefined {
  if (isCompiled()) return dirname(process.execPath);
  try {
    return dirname(realpathSync(createRequire(realpathSync(script())).resolve('@anthropic-ai/claude-agent-sdk')));
  } catch {
    return undefined;
  }
}

const ownFile = () => real(isCompiled() ? process.execPath : script());

/** The path itself where it cannot be followed: it may be replaced at this moment. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The file that was started. (`import.meta` would be fixed to a path of the build machine in a CommonJS bundle.) */
export const script = () => process.argv[1] ?? '';

/** Inside a Bun single binary the program's own files live on a virtual drive. */
export const isCompiled = () => script().includes('$bunfs') || script().includes('~BUN');

const PROGRAM = process.platform === 'win32' ? 'claude.exe' : 'claude';

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
