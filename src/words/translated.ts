import type { Language } from '../config/env.ts';

/** What is wrong with an input or a value is said in English where it is found; here it is put into the user's language. */
export const translated = (english: string, language: Language): string =>
  language === 'en' ? english : CHINESE.reduce((text, [pattern, chinese]) => text.replace(pattern, chinese), english);

const CHINESE: [RegExp, string][] = [
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
  [/^write a whole number from (\d+) to (\d+)$/, '请写 $1 到 $2 之间的整数'],
  [/^write a number from (\S+) to (\d+)$/, '请写 $1 到 $2 之间的数'],
  [/^write a list of (\{.*\}), with (\S+) and (\S+) if you like$/, '请写一个列表，每项为 $1，可加 $2 和 $3'],
  [/^write (\{.*\}), with (\S+) and (\S+) if you like$/, '请写 $1，可加 $2 和 $3'],
  [/^write (true or false|"deny" or "ask")$/, '请写 $1'],
  [/^write (?:an|one JSON) object: (.*)$/, '请写成对象：$1'],
  [/^unknown here: (.*); known are (.*)$/, '这里没有 $1；已知的有 $2'],
  [/^unknown here; known are (.*)$/, '这里没有这个键；已知的有 $1'],
  [/^make it readable \((.*)\)$/, '请让它可读（$1）'],
];
