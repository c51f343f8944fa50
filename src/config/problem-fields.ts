import { problemText } from '../i18n/config-problems.ts';
import type { ConfigProblem } from './config-file.ts';

/** A problem as programs and logs get it: in English, and with the keys it has always had. */
export const problemFields = ({ key, line, column, cause, leftOut }: ConfigProblem) => ({
  key,
  ...(line === undefined ? {} : { line, column }),
  fix: problemText.en(cause),
  ...(leftOut ? { leftOut } : {}),
});
