import { both } from './both.ts';

export const claudeSettingsMessages = both(
  {
    unreadable: (path: string, code: string) => `${path} cannot be read (${code})`,
    unreadableFix: 'Make it readable for you.',
    broken: (path: string, line: number, column: number, what: string) => `${path}:${line}:${column}: ${what}`,
    brokenFix: 'Put it right there first.',
  },
  {
    unreadable: (path, code) => `${path} 无法读取（${code}）`,
    unreadableFix: '请让它对你可读。',
    broken: (path, line, column, what) => `${path}:${line}:${column}：${what}`,
    brokenFix: '请先改正该处。',
  },
);
