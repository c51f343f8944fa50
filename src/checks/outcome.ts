import type { CheckOutcome } from './check.ts';

/** The name under which the shell that runs a check reports errors. No script of the project has it. */
export const SHELL_NAME = 'ccc-check';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const SYNTAX_ERROR = 2;

/**
 * A test script that misses a command also exits with 127. Only if the output is nothing but an error of our own shell was
 * nothing started; when in doubt, the check has failed.
 */
export function checkOutcome(exit: number | null, signal: string | null, output: string): CheckOutcome {
  if (exit === 0) return { kind: 'passed' };
  const lines = output.trim().split('\n');
  const isShellError = lines.every((line) => line.startsWith(`${SHELL_NAME}: `));
  // Some shells add a line number.
  const why = lines.map((line) => line.slice(SHELL_NAME.length + 2).replace(/^(?:line )?\d+: /, '')).join('\n');
  if (isShellError && (exit === NOT_FOUND || exit === NOT_EXECUTABLE) && lines.length === 1) return notStarted(why);
  if (isShellError && exit === SYNTAX_ERROR && /syntax error|unexpected EOF/i.test(why)) return notStarted(why);
  return { kind: 'failed', exit, signal };
}

export const notStarted = (why: string): CheckOutcome => ({ kind: 'not-started', why: why.slice(0, 500) });
