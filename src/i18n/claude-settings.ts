import type { JsonError } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

/** Errors about Claude Code's own settings.json. */
export const claudeSettingsMessages = both(
  {
    unreadable: (path: string, code: string) => `cannot read ${path} (${code})`,
    unreadableFix: 'Check its permissions.',
    broken: (path: string, { line, column, code }: JsonError) => `${path}:${line}:${column}: ${jsonErrors.en[code]}`,
    brokenFix: 'Correct the file first.',
  },
  {
    unreadable: (path, code) => `无法读取 ${path}（${code}）`,
    unreadableFix: '请检查它的权限。',
    broken: (path, { line, column, code }) => `${path}:${line}:${column}：${jsonErrors.zh[code]}`,
    brokenFix: '请先改正这个文件。',
  },
);
