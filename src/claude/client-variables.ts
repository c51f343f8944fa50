import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env, Variables } from '../config/env.ts';
import { isGuarded } from '../config/guarded-variables.ts';
import { startVariables } from '../platform/process-variables.ts';

/** A hook's variables that may come from the settings of a repository. */
export interface Suspicion {
  /** The client's process. */
  clientPid: number;
  /** What that process was started with; undefined: not known here. */
  atStart: Variables | undefined;
}

/**
 * Whether a hook's environment has to be compared with the settings files: the client puts `env` of all of them into it,
 * also of files that the worker writes while the session runs, and keeps what was removed from them since. It cannot
 * change which environment the client itself was started with. Undefined: there is nothing to compare.
 */
export function suspicionOf({ all, projectDir, clientPid }: Env): Suspicion | undefined {
  // Without these two it was not a client that started us.
  if (projectDir === undefined || clientPid === undefined) return undefined;
  // Whether that process is a client is asked only where it matters: if they differ, and if the event is to be judged.
  const atStart = startVariables(clientPid);
  const isSuspicious = atStart ? differ(all, atStart) : hasSettings(projectDir);
  return isSuspicious ? { clientPid, atStart } : undefined;
}

/** An empty variable counts as unset. */
export const isSame = (a: string | undefined, b: string | undefined): boolean => (a || undefined) === (b || undefined);

/** Settings can empty a variable, not remove it: what is not there, the client has removed. */
function differ(all: Variables, atStart: Variables): boolean {
  for (const name in all) if (!isSame(all[name], atStart[name]) && isGuarded(name)) return true;
  return false;
}

function hasSettings(folder: string): boolean {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (['settings.json', 'settings.local.json'].some((name) => existsSync(join(dir, '.claude', name)))) return true;
    if (dirname(dir) === dir) return false;
  }
}
