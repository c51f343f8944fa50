import type { CheckOutcome } from './check.ts';

/** What the shell that runs a check calls itself when it complains. No script of the project's goes by this name. */
export const SHELL_NAME = 'ccc-check';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const NOT_UNDERSTOOD = 2;

/**
 * A test script that misses a command also ends with 127. Only if our own shell's complaint is all that was said was
 * nothing started; whenever there is doubt, the check has failed.
 */
export function checkOutcome(exit: number | null, signal: string | null, output: string): CheckOutcome {
  if (exit === 0) return { kind: 'passed' };
  const lines = output.trim().split('\n');
  const complained = lines.every((line) => line.startsWith(`${SHELL_NAME}: `));
  // Some shells say the number of the line too.
  const why = lines.map((line) => line.slice(SHELL_NAME.length + 2).replace(/^(?:line )?\d+: /, '')).join('\n');
  if (complained && (exit === NOT_FOUND || exit === NOT_EXECUTABLE) && lines.length === 1) return notStarted(why);
  if (complained && exit === NOT_UNDERSTOOD && /syntax error|unexpected EOF/i.test(why)) return notStarted(why);
  return { kind: 'failed', exit, signal };
}

export const notStarted = (why: string): CheckOutcome => ({ kind: 'not-started', why: why.slice(0, 500) });
