import { type CheckResult, isBlocking } from './check.ts';
import { lastChars } from './output-tail.ts';

const MAX_OUTPUT = 6000;
const MAX_COMMAND = 500;

/** What the worker is told about the check that failed; undefined if none failed that blocks. */
export function failureFeedback(results: readonly CheckResult[]): string | undefined {
  const failed = results.find(isBlocking);
  if (failed?.outcome.kind !== 'failed') return undefined;
  const { exit, signal } = failed.outcome;
  const ending = exit === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exit}`;
  return [
    `The check "${failed.name}" failed: the command \`${shortCommand(failed.run)}\` ${ending}.`,
    ...(failed.reused ? [`It was not run again: nothing was written or run since it failed${timeOf(failed)}.`] : []),
    '',
    ...outputLines(failed),
    '',
    'Find the cause and fix it in the work itself, so that this check passes; do not weaken or bypass the check.',
  ].join('\n');
}

const timeOf = ({ ran }: CheckResult) => (ran ? ` at ${new Date(ran.at).toISOString().replace(/\.\d+Z$/, 'Z')}` : '');

function outputLines({ output, leftOut = 0 }: CheckResult): string[] {
  if (output.trim() === '') return ['It printed nothing.'];
  const shown = lastChars(output, MAX_OUTPUT);
  const missing = leftOut + Buffer.byteLength(output) - Buffer.byteLength(shown);
  if (missing === 0) return ['Its output:', shown];
  return [`The end of its output (${missing} bytes before it are left out):`, shown];
}

const shortCommand = (command: string) =>
  command.length > MAX_COMMAND ? `${command.slice(0, MAX_COMMAND)}…` : command;
