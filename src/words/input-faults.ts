import type { Language } from '../config/env.ts';

/** What is wrong with a hook's input is said in English where it is found, in the pure part; here it is translated. */
export const inputFault = (english: string, language: Language): string =>
  language === 'en' ? english : FAULTS.reduce((text, [pattern, chinese]) => text.replace(pattern, chinese), english);

const FAULTS: [RegExp, string][] = [
  [/^--session-id needs an id$/, '--session-id 需要一个 id'],
  [/^stdin is empty; Claude Code sends one JSON object$/, 'stdin 是空的；Claude Code 会发来一个 JSON 对象'],
  [/^nested more than (\d+) levels deep$/, '嵌套超过 $1 层'],
  [/^not JSON$/, '不是 JSON'],
  [/^expected a JSON object with a session_id$/, '应为带 session_id 的 JSON 对象'],
  [/^session_id is missing$/, '缺少 session_id'],
  [/^session_id is not a string$/, 'session_id 不是字符串'],
  [/^session_id is empty$/, 'session_id 是空的'],
  [/^session_id may only have .*$/, 'session_id 只能有字母、数字、"."、"_"、"-"，最多 128 个，且不能以点开头'],
  [/^stdin did not end within (\S+) s$/, 'stdin 在 $1 秒内没有结束'],
  [/^larger than (\d+) MiB$/, '超过 $1 MiB'],
  [/^stdin could not be read \((.*)\)$/, 'stdin 无法读取（$1）'],
  [/^stdin is not valid UTF-8$/, 'stdin 不是有效的 UTF-8'],
];
