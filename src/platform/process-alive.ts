import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './user-error.ts';

/** Names the host and the pid namespace: a pid of another host or container means another process. */
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

/** Whether a process with this pid runs here, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Exited, but its parent has not asked for the exit code: in a container that may last forever. */
function isZombie(pid: number): boolean {
  try {
    return procStat(pid).startsWith('Z');
  } catch {
    return false;
  }
}

/** Linux: the fields of `/proc/PID/stat` from the state on. The command's name before them may contain anything but is in brackets. */
export function procStat(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2);
}

/** Linux: when it started, in ticks since the machine did; undefined: nobody tells. No later process has the same. */
export function startTicks(pid: number): string | undefined {
  try {
    return procStat(pid).split(' ')[19];
  } catch {
    return undefined;
  }
}
