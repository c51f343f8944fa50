import { stripVTControlCharacters } from 'node:util';
import type { Language } from '../../i18n/language.ts';
import { validateMessages } from '../../i18n/validate.ts';
import { isObject } from '../../platform/json/parse.ts';
import type { Redact } from '../../platform/known-secrets.ts';
import { keyVariableFor } from '../provider-key.ts';
import type { PingAnswer, Unreachable } from './ping.ts';
import { DEFAULT_SETUP } from './target.ts';

/** What is wrong, for programs (`code`) and for people. */
export interface Failure {
  code: 'config' | 'key' | 'path' | 'model' | 'busy' | 'server' | 'http' | 'redirect' | 'not_the_api' | Unreachable;
  message: string;
  fix: string;
}

interface Asked {
  name: string;
  url: string;
  model: string;
}

/** Undefined: the provider works. */
export function failureOf(answer: PingAnswer, asked: Asked, redact: Redact, language: Language): Failure | undefined {
  const messages = validateMessages[language];
  switch (answer.kind) {
    case 'unreachable': {
      const { message, fix } = messages.unreachable[answer.why](hostOf(asked.url), answer.ms, redact(answer.detail));
      return { code: answer.why, message, fix };
    }
    case 'redirect': {
      const message = messages.redirect(answer.status, redact(answer.to));
      return { code: 'redirect', message, fix: messages.redirectFix(howToChange('url', asked, language)) };
    }
    case 'response': {
      const text = serverMessage(answer.body, redact);
      if (answer.status >= 200 && answer.status < 300) {
        if (isMessage(answer.body)) return undefined;
        return { code: 'not_the_api', message: messages.notTheApi(answer.status, text), fix: urlFix(asked, language) };
      }
      const code = codeOfStatus(answer.status, text);
      return { code, message: messages.http(answer.status, text), fix: fixFor(code, asked, language) };
    }
  }
}

type HttpFailureCode = 'key' | 'path' | 'model' | 'busy' | 'server' | 'http';

function codeOfStatus(status: number, text: string): HttpFailureCode {
  // Anthropic's own host answers 404 for a model it does not have.
  if ([400, 404, 422].includes(status) && /model|模型/i.test(text)) return 'model';
  if (status === 401 || status === 403) return 'key';
  if (status === 404 || status === 405) return 'path';
  if (status === 429 || status === 529) return 'busy';
  return status >= 500 ? 'server' : 'http';
}

function fixFor(code: HttpFailureCode, asked: Asked, language: Language): string {
  const messages = validateMessages[language];
  switch (code) {
    case 'key':
      return messages.keyFix(howToChange('key', asked, language));
    case 'path':
      return urlFix(asked, language);
    case 'model':
      return messages.modelFix(asked.model, howToChange('model', asked, language));
    case 'busy':
      return messages.busyFix;
    case 'server':
      return messages.serverFix;
    case 'http':
      return '';
  }
}

/** A URL that ends in /v1 or /v1/messages is the most common mistake. */
function urlFix(asked: Asked, language: Language): string {
  const messages = validateMessages[language];
  const [, base] = /^(.*?)\/v1(?:\/messages)?\/*$/.exec(asked.url) ?? [];
  if (base === undefined) return messages.urlFix(howToChange('url', asked, language));
  return messages.urlTooLongFix(howToChange('url', asked, language, base));
}

const VARIABLES = { url: 'ANTHROPIC_BASE_URL', key: 'ANTHROPIC_AUTH_TOKEN', model: 'ANTHROPIC_MODEL' };

/** In ccc.json by a command of ours, in the user's own set-up by hand. */
function howToChange(flag: keyof typeof VARIABLES, { name }: Asked, language: Language, value?: string): string {
  const messages = validateMessages[language];
  if (name === DEFAULT_SETUP) return messages.changeOwn(VARIABLES[flag], value ?? '…');
  return messages.change(name, flag, value ?? (flag === 'key' ? `'\${${keyVariableFor(name)}}'` : '…'));
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

const MAX_CHARACTERS = 300;

/** The server's own sentence if there is one, fit to be shown: one line, without secrets, not long. */
export function serverMessage(body: string, redact: Redact): string {
  const sentence = sentenceIn(parsed(body)) ?? withoutTags(body);
  const line = redact(stripVTControlCharacters(sentence))
    // Line breaks and tabs, what moves a cursor, what changes the direction of writing.
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
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

/** `{"error": {"message"}}` is the API's own form; other services use the others. */
function sentenceIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  for (const key of ['error', 'message', 'msg', 'detail', 'error_msg', 'status_msg', 'base_resp']) {
    const found = sentenceIn(value[key]);
    if (found) return found;
  }
  return undefined;
}

/** The text of a web page. Only of its beginning: the server decides how long the page, and so the search, is. */
const withoutTags = (text: string) =>
  /^\s*<(?:!doctype|html)/i.test(text)
    ? text.slice(0, 4096).replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    : text;
