import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The highest resident size of one process in MB, children not counted; read while it lives. */
export function peakMemory(child: ChildProcess): () => number {
  let peak = 0;
  const look = () => {
    try {
      const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      peak = Math.max(peak, Number(kb ?? 0) / 1024);
    } catch {
      clearInterval(timer);
    }
  };
  const timer = setInterval(look, 5);
  child.once('exit', () => clearInterval(timer));
  return () => peak;
}
