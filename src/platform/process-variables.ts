import { readFileSync } from 'node:fs';

type Variables = Record<string, string>;

/**
 * The environment that a process was started with, whatever it has set since; undefined if nobody tells. Only Linux has a
 * file for it.
 */
export function startVariables(pid: number): Variables | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return parse(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'));
  } catch {
    return undefined;
  }
}

/** The same where only `ps` tells. It puts everything on one line: a value with a space in it is cut there. */
export async function startVariablesByPs(pid: number): Promise<Variables | undefined> {
  if (process.platform !== 'darwin') return undefined;
  const { runSync } = await import('./spawn.ts');
  const words = runSync('ps', ['-E', '-ww', '-o', 'command=', '-p', String(pid)])
    .stdout.toString()
    .split(/\s+/);
  const variables = parse(words.filter((word) => /^[A-Za-z_]\w*=/.test(word)));
  // Every process has it; without it, this system does not show the environment.
  return variables.PATH === undefined ? undefined : variables;
}

function parse(entries: string[]): Variables {
  const variables: Variables = {};
  for (const entry of entries) {
    const at = entry.indexOf('=');
    if (at > 0) variables[entry.slice(0, at)] = entry.slice(at + 1);
  }
  return variables;
}
