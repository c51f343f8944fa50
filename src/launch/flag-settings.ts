import { resolve } from 'node:path';
import type { LaunchMessages } from '../i18n/launch.ts';
import { isObject, parseJsonc } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';

/** What the user passed as `--settings`: a file, or JSON right on the command line. */
export async function flagSettings(
  value: string | undefined,
  messages: LaunchMessages,
): Promise<Record<string, unknown>> {
  if (value === undefined) return {};
  const inline = value.trimStart().startsWith('{');
  const text = inline ? value : fileText(value, messages);
  const parsed = await parseJsonc(text);
  const where = inline ? 'JSON' : value;
  if (parsed.broken !== undefined) {
    const { line, column } = parsed.at;
    throw new UserError(messages.settingsBroken(`${where}:${line}:${column}`, parsed.broken), messages.settingsFix);
  }
  if (!isObject(parsed.value)) throw new UserError(messages.settingsBroken(where, '{ … } ?'), messages.settingsFix);
  return parsed.value;
}

function fileText(path: string, messages: LaunchMessages): string {
  try {
    const text = readIfThere(resolve(path));
    if (text !== undefined) return text;
  } catch (error) {
    throw new UserError(messages.settingsNotFound(path, errorCode(error) ?? String(error)), messages.settingsFix);
  }
  throw new UserError(messages.settingsNotFound(path, 'ENOENT'), messages.settingsFix);
}
