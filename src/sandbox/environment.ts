import { join } from 'node:path';
import { HOOKS_OFF_VARIABLES } from '../claude/hook-blockers.ts';
import type { Env } from '../config/env.ts';
import type { SandboxFolder } from './folder.ts';

/**
 * The only variables that a client in the sandbox inherits: what a program needs to start, and what decides whether and
 * how a hook runs. A list of allowed names, because a credential can have any name.
 */
const INHERITED: readonly string[] = [
  ...HOOKS_OFF_VARIABLES,
  'CLAUDE_CODE_SHELL',
  'CLAUDE_CODE_SHELL_PREFIX',
  'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
  'PATH',
  'SHELL',
  'NODE_OPTIONS',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TERM',
  'TZ',
  'USER',
  'LOGNAME',
  'LD_LIBRARY_PATH',
  'NIX_LD',
  'NIX_LD_LIBRARY_PATH',
];

/** Version managers put shims on PATH that look for the real program below the home folder. */
const SHIM_HOMES: Record<string, string> = {
  VOLTA_HOME: '.volta',
  ASDF_DATA_DIR: '.asdf',
  MISE_DATA_DIR: '.local/share/mise',
  MISE_CONFIG_DIR: '.config/mise',
  NODENV_ROOT: '.nodenv',
};

export function inheritedVariables(variables: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = INHERITED.map((name) => [name, variables[name]] as const);
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The environment of a client that must not see the user's folders or credentials. */
export function sandboxEnvironment(env: Env, folder: SandboxFolder): Record<string, string> {
  const shims = Object.entries(SHIM_HOMES).flatMap(([name, subfolder]) => {
    const folder = env.all[name] || (env.home && join(env.home, subfolder));
    return folder ? [[name, folder]] : [];
  });
  return {
    ...Object.fromEntries(shims),
    ...inheritedVariables(env.all),
    HOME: folder.home,
    TMPDIR: folder.tmp,
    CLAUDE_CONFIG_DIR: folder.claudeDir,
    CCC_CONFIG_DIR: folder.cccDir,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    NO_PROXY: '127.0.0.1',
  };
}
