import type { ConfigProblem } from '../config/config-file.ts';
import { consequence, problemText } from '../i18n/config-problems.ts';
import type { HookMessages } from '../i18n/hook.ts';
import type { Language } from '../i18n/language.ts';

/** The first mistake in a file, and the number of others. */
export function configNotice(
  file: string,
  [first, ...more]: readonly ConfigProblem[],
  messages: HookMessages,
  language: Language,
): string | undefined {
  if (!first) return undefined;
  const instead = consequence[language](first.cause, first.leftOut === true);
  return messages.configProblem(file, placeOf(first, language), instead, more.length);
}

const placeOf = ({ key, line, column, cause }: ConfigProblem, language: Language) =>
  [line && `${line}:${column}`, key, problemText[language](cause)].filter(Boolean).join(', ');
