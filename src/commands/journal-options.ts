import { parseSince } from '../history/since.ts';
import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { assertReadable } from '../journal/read.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';

/** An empty list must not stand for a journal that could not be read. */
export function assertJournal(journal: string, language: Language): void {
  const messages = logMessages[language];
  try {
    assertReadable(journal);
  } catch (error) {
    throw new UserError(messages.unreadable(journal, errorCode(error) ?? String(error)), messages.unreadableFix, {
      code: 'journal-unreadable',
    });
  }
}

/** What `--since` names, as the journal writes times. */
export function sinceOf(since: string | undefined, language: Language): string | undefined {
  if (since === undefined) return undefined;
  const at = parseSince(since, new Date());
  const messages = logMessages[language];
  if (at instanceof Date) return at.toISOString();
  const what = at === 'future' ? messages.futureSince : messages.badSince;
  throw new UserError(what(visibleLine(since)), messages.badSinceFix, { code: 'usage', exitCode: 2 });
}
