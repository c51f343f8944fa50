import { readdirSync, readFileSync } from 'node:fs';
import { ancestry } from '../platform/process-ancestry.ts';

/** Which session, and the client that it runs in: after `/clear` only that is the same. */
interface Session {
  id: string;
  clientPid: number | undefined;
}

/**
 * Whether something that the worker started may be running: it can change what a check has found. Also true where that
 * cannot be known. Only the environment tells whose a process is that has left its group: one that empties it is missed.
 */
export async function mayHaveProcesses({ id, clientPid }: Session): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const own = new Set([process.pid]);
  for await (const { pid } of ancestry(process.pid)) own.add(pid);
  const signs = new Set([`CLAUDE_CODE_SESSION_ID=${id}`, `CLAUDE_PID=${clientPid ?? ''}`]);
  try {
    return readdirSync('/proc').some((name) => /^\d+$/.test(name) && !own.has(Number(name)) && hasSign(name, signs));
  } catch {
    return true;
  }
}

function hasSign(pid: string, signs: ReadonlySet<string>): boolean {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1');
    return variables.includes('CLAUDE') && variables.split('\0').some((variable) => signs.has(variable));
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}
