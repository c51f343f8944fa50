import type { Language } from './i18n/language.ts';
import { programMessages } from './i18n/program.ts';
import { stdoutFailure, writeStderr } from './platform/output.ts';

/** The exit code of a command that has written its output: not 0 if stdout could not be written. */
export function exitCodeAfterOutput(code: number, language: Language): number {
  const why = stdoutFailure();
  if (why === undefined) return code;
  writeStderr(`ccc: ${programMessages[language].outputNotWritten(why)}`);
  return code || 1;
}
