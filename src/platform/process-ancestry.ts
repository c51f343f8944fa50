import { readFileSync } from 'node:fs';
import { procStat } from './process-alive.ts';

/** A running process, as far as the system tells. */
export interface RunningProcess {
  pid: number;
  parent: number;
  /** The program and its arguments; where only `ps` knows them, split at spaces. Empty if they are not known. */
  args: string[];
  /** In milliseconds since 1970, to within a second or two; undefined: not known. */
  startedAt: number | undefined;
}

/** More ancestors than any session has; a bound, because a process table can change while it is read. */
const MAX_DEPTH = 64;

/**
 * The process itself and its ancestors, the nearest first. Without /proc each one is a call of `ps`, so a caller that only
 * needs the first ones stops there.
 */
export async function* ancestry(pid: number): AsyncGenerator<RunningProcess> {
  for (let next = pid, depth = 0; next > 1 && depth < MAX_DEPTH; depth++) {
    const found = await runningProcess(next);
    if (!found) return;
    yield found;
    next = found.parent;
  }
}

/** Undefined if there is no such process, or nobody tells. */
export const runningProcess = async (pid: number): Promise<RunningProcess | undefined> =>
  process.platform === 'linux' ? fromProc(pid) : fromPs(pid);

function fromProc(pid: number): RunningProcess | undefined {
  try {
    const stat = procStat(pid).split(' ');
    // Read only when asked for: most ancestors are only passed on the way.
    return {
      pid,
      parent: Number(stat[1]),
      get args() {
        return argumentsIn(pid);
      },
      get startedAt() {
        return startIn(stat);
      },
    };
  } catch {
    return undefined;
  }
}

function argumentsIn(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

const START_FIELD = 19;
const MS_PER_TICK = 10;

/** By how much earlier than this process it started: a container may show a boot time that is not the kernel's. */
function startIn(stat: string[]): number | undefined {
  const own = Number(procStat(process.pid).split(' ')[START_FIELD]);
  const at = performance.timeOrigin - (own - Number(stat[START_FIELD])) * MS_PER_TICK;
  return Number.isFinite(at) ? at : undefined;
}

async function fromPs(pid: number): Promise<RunningProcess | undefined> {
  // Loaded only here: on Linux nothing of this is needed.
  const { runSync } = await import('./spawn.ts');
  const line = runSync('ps', ['-o', 'ppid=', '-o', 'etime=', '-o', 'command=', '-p', String(pid)]).stdout.toString();
  return parsePsLine(pid, line, Date.now());
}

/** One line of `ps -o ppid= -o etime= -o command=`. */
export function parsePsLine(pid: number, line: string, now: number): RunningProcess | undefined {
  const parts = /^\s*(\d+)\s+(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)(?:\.\d+)?\s+(.*)$/s.exec(line.trimEnd());
  if (!parts) return undefined;
  const [, parent, days = 0, hours = 0, minutes, seconds, command = ''] = parts;
  const elapsed = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { pid, parent: Number(parent), args: command.split(' '), startedAt: now - elapsed * 1000 };
}
