import { resolve } from 'node:path';
import type { LaunchWords } from '../i18n/launch.ts';
import { isObject, parseJsonc } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { codeOf, Problem } from '../platform/user-error.ts';

/** What the user passed as `--settings`: a file, or JSON right on the command line. */
export async function flagSettings(value: string | undefined, words: LaunchWords): Promise<Record<string, unknown>> {
  if (value === undefined) return {};
  const inline = value.trimStart().startsWith('{');
  const text = inline ? value : fileText(value, words);
  const parsed = await parseJsonc(text);
  const where = inline ? 'JSON' : value;
  if (parsed.broken !== undefined) {
    const { line, column } = parsed.at;
    throw new Problem(words.settingsBroken(`${where}:${line}:${column}`, parsed.broken), words.settingsFix);
  }
  if (!isObject(parsed.value)) throw new Problem(words.settingsBroken(where, '{ … } ?'), words.settingsFix);
  return parsed.value;
}

function fileText(path: string, words: LaunchWords): string {
  try {
    const text = readIfThere(resolve(path));
    if (text !== undefined) return text;
  } catch (error) {
    throw new Problem(words.settingsNotFound(path, codeOf(error) ?? String(error)), words.settingsFix);
  }
  throw new Problem(words.settingsNotFound(path, 'ENOENT'), words.settingsFix);
}
