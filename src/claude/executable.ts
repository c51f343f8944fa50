import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Env } from '../config/env.ts';
import { Problem } from '../problem.ts';
import type { Words } from '../words/words.ts';

/** A `claude`, and what led to it. */
export interface FoundClaude {
  path: string;
  by: 'CCC_CLAUDE' | 'PATH' | 'beside' | 'sdk';
}

/** The `claude` to start: `CCC_CLAUDE`, else the one on PATH, else the one the Agent SDK brought. */
export const findClaude = (env: Env, words: Words): string => locateClaude(env, words).path;

export function locateClaude(env: Env, words: Words): FoundClaude {
  if (env.claude) {
    // Only a full path: a bare name would mean whatever the folder we are in has under it.
    if (isAbsolute(env.claude) && isProgram(env.claude)) return { path: env.claude, by: 'CCC_CLAUDE' };
    throw new Problem(words.claudeUnusable(env.claude), words.claudeUnusableFix);
  }
  const places = { PATH: () => onPath(env.path), beside: besideUs, sdk: fromSdk };
  for (const by of ['PATH', 'beside', 'sdk'] as const) {
    const path = places[by]();
    if (path) return { path, by };
  }
  throw new Problem(words.claudeMissing, words.claudeMissingFix);
}

/** A relative PATH entry would let whatever folder we are in choose the program. */
function onPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((dir) => join(dir, PROGRAM))
    .find(isProgram);
}

/** The single binary finds a `claude` that lies in the same folder. */
function besideUs(): string | undefined {
  const beside = join(dirname(process.execPath), PROGRAM);
  return isCompiled() && isProgram(beside) ? beside : undefined;
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
