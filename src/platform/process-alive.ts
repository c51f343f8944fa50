import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './user-error.ts';

/** Where a pid means what it means here: another host, or another container on this one, has pids of its own. */
export function hostTag(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9-]/g, '-')
    .slice(0, 40);
  return `${host}-${pidNamespace()}`;
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return '0';
  }
}

/** Whether a process of this host has the pid. One that is not ours to signal is running all the same. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Ended, but kept by the system because nobody has asked how: in a container often for ever. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
