import { stripVTControlCharacters } from 'node:util';
import { isObject } from '../../platform/json/parse.ts';
import type { Redact } from '../../platform/redact.ts';

const LONGEST = 300;

/** What a server said of itself, fit to be shown: its own sentence if it can be found, one line, no secrets, not long. */
export function serverMessage(body: string, redact: Redact): string {
  const sentence = sentenceIn(parsed(body)) ?? withoutTags(body);
  const line = redact(stripVTControlCharacters(sentence))
    // Line breaks and tabs, what moves a cursor, what turns the direction of writing.
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Whether this is an answer of the Messages API. */
export function isMessage(body: string): boolean {
  const value = parsed(body);
  return isObject(value) && (value.type === 'message' || Array.isArray(value.content));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `{"error": {"message"}}` is the API's own form; the others are what is found in the wild. */
function sentenceIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  for (const key of ['error', 'message', 'msg', 'detail', 'error_msg', 'status_msg', 'base_resp']) {
    const found = sentenceIn(value[key]);
    if (found) return found;
  }
  return undefined;
}

/** Of a web page only its words; only of its beginning, because whoever wrote it decides how long the search takes. */
const withoutTags = (text: string) =>
  /^\s*<(?:!doctype|html)/i.test(text)
    ? text.slice(0, 4096).replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    : text;
