import { claudeSettingsMessages } from '../i18n/claude-settings.ts';
import type { Language } from '../i18n/language.ts';
import { parseJsonc } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';

/** What Claude Code's own settings.json says, undefined if there is none. Throws a Problem if it cannot be read. */
export async function readClaudeSettings(path: string, language: Language): Promise<unknown> {
  const messages = claudeSettingsMessages[language];
  let text: string | undefined;
  try {
    text = readIfThere(path);
  } catch (error) {
    throw new UserError(messages.unreadable(path, errorCode(error) ?? String(error)), messages.unreadableFix, {
      code: 'settings-unreadable',
    });
  }
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = await parseJsonc(text);
  if (parsed.error === undefined) return parsed.value;
  throw new UserError(messages.broken(path, parsed.error), messages.brokenFix, { code: 'settings-broken' });
}
