import { codeOf, Problem } from '../problem.ts';
import { readIfThere } from '../store/private-file.ts';
import { claudeSettingsWords } from '../words/claude-settings.ts';
import type { Language } from './env.ts';
import { parseJsonc } from './jsonc.ts';

/** What Claude Code's own settings.json says, undefined if there is none. Throws a Problem if it cannot be read. */
export async function readClaudeSettings(path: string, language: Language): Promise<unknown> {
  const words = claudeSettingsWords[language];
  let text: string | undefined;
  try {
    text = readIfThere(path);
  } catch (error) {
    throw new Problem(words.unreadable(path, codeOf(error) ?? String(error)), words.unreadableFix);
  }
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = await parseJsonc(text);
  if (parsed.broken === undefined) return parsed.value;
  throw new Problem(words.broken(path, parsed.at.line, parsed.at.column, parsed.broken), words.brokenFix);
}
