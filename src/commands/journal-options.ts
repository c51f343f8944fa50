import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSince } from '../history/since.ts';
import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { assertReadable, newestFirst } from '../journal/read.ts';
import { type JournalLine, originOf } from '../journal/record.ts';
import { currentFolder, isWithin, realPath } from '../platform/folders.ts';
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

/** Whether there is no line at all, whatever was asked for. */
export function isEmptyJournal(journal: string): boolean {
  for (const _ of newestFirst(journal)) return false;
  return true;
}

/** Of the folder that `--project` names, and of those below it. */
export function isOfProject(project: string): (line: JournalLine) => boolean {
  const named = resolve(currentFolder(), project);
  const folders = [named, realPath(named)];
  return (line) => {
    const { folder } = originOf(line);
    return folder !== null && folders.some((one) => isWithin(one, folder));
  };
}

/** A folder that is gone may still have entries; one that never was is a mistake. */
export function assertProject(
  project: string | undefined,
  hasEntries: () => boolean,
  command: 'log' | 'stats',
  language: Language,
): void {
  if (project === undefined) return;
  const { emptyFolder, seeHelp, unknownFolder, unknownFolderFix } = logMessages[language];
  if (project === '') throw new UserError(emptyFolder, seeHelp(command), { code: 'usage', exitCode: 2 });
  if (existsSync(resolve(currentFolder(), project)) || hasEntries()) return;
  throw new UserError(unknownFolder(visibleLine(project)), unknownFolderFix, { code: 'usage', exitCode: 2 });
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
