import { readdirSync, readFileSync } from 'node:fs';
import { runSync } from '../platform/spawn.ts';
import { CHECK_TAG } from './environment.ts';

/** Processes that were started with this mark in their environment, by whatever way they came to be where they are. */
export function taggedProcesses(mark: string): number[] {
  try {
    return process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
  } catch {
    return [];
  }
}

function fromProc(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && carries(`/proc/${name}/environ`, mark))
    .map(Number);
}

/** Those of other users cannot be read, and of one that has ended nothing is left to read. */
function carries(environ: string, mark: string): boolean {
  try {
    const variables = readFileSync(environ, 'latin1');
    return variables.includes(mark) && variables.split('\0').some((variable) => isMark(variable, mark));
  } catch {
    return false;
  }
}

/** With -E the environment stands after the command; what the system itself brought may keep its own to itself. */
function fromPs(mark: string): number[] {
  return runSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { maxBytes: 256 * 1024 * 1024 })
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes(mark) && line.split(' ').some((word) => isMark(word, mark)))
    .map((line) => Number.parseInt(line.trim(), 10));
}

const isMark = (variable: string, mark: string) =>
  variable.startsWith(`${CHECK_TAG}=`) &&
  variable
    .slice(CHECK_TAG.length + 1)
    .split('.')
    .includes(mark);
