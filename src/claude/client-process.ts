import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { ancestry, type RunningProcess } from '../platform/process-ancestry.ts';

/** Programs that a command of the worker runs in, whatever it calls itself. */
const OTHER_PROGRAM =
  /^(?:(?:ba|da|z|k|mk|pdk|a|fi|c|tc|ya)?sh|(?:toy|busy)box|env|setsid|nohup|nice|timeout|time|sudo|su|xargs|find|script|socat|g?awk|mawk|make|gdb|python[\d.]*|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*)$/;
const INTERPRETER = /^(?:node(?:js)?|bun|deno|electron)$/;

/**
 * Whether a process is Claude Code, and not a shell or a script that says so. A program that is not known as another one
 * passes: a client under an unusual name must not lose its supervision. `claude` is the client's program where it is known.
 */
export function isClientProcess(process: RunningProcess, claude: string | undefined): boolean {
  const { args } = process;
  const [program = ''] = args;
  const executable = executableOf(process.pid) ?? program;
  if (OTHER_PROGRAM.test(basename(executable))) return false;
  if (isNamedClient(process, claude) || !INTERPRETER.test(basename(executable))) return true;
  const script = args.slice(1).find((word) => !word.startsWith('-')) ?? '';
  return /claude/i.test(script) || /^cli\.[cm]?js$/.test(basename(script));
}

/** By its name, which is not that of a script that starts the client and waits for it. */
export function isNamedClient({ args: [program = '', script = ''] }: RunningProcess, claude: string | undefined) {
  const named = ['node', 'bun'].includes(basename(program)) ? script : program;
  return named === claude || basename(named) === 'claude';
}

/** A process can give itself any name, but not another executable. An update of the client removes the one that runs. */
function executableOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined;
  }
}

/** Whether this process was started, however indirectly, by the client with this pid. */
export async function isStartedByClient(pid: number, claude: string | undefined): Promise<boolean> {
  for await (const each of ancestry(process.pid)) if (each.pid === pid) return isClientProcess(each, claude);
  return false;
}
