import type { Words } from './i18n/messages.ts';
import { tell, unwrittenBecause } from './platform/output.ts';

/** The exit code of a command that has spoken: if its words went nowhere, that is said, and it did not go well. */
export function heard(code: number, words: Words): number {
  const why = unwrittenBecause();
  if (why === undefined) return code;
  tell(`ccc: ${words.unwritten(why)}`);
  return code || 1;
}
