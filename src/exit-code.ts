import type { Messages } from './i18n/messages.ts';
import { stdoutFailure, writeStderr } from './platform/output.ts';

/** The exit code of a command that has spoken: if its words went nowhere, that is said, and it did not go well. */
export function exitCodeAfterOutput(code: number, messages: Messages): number {
  const why = stdoutFailure();
  if (why === undefined) return code;
  writeStderr(`ccc: ${messages.unwritten(why)}`);
  return code || 1;
}
