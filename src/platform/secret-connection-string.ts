import { lazy } from './lazy.ts';
import { MASK } from './redaction-mask.ts';
import { isReference, meaningOf, nameBefore } from './secret-values.ts';

/** A value goes on to the next pair or the end of the string; in a sentence, to the next space. */
const PASSWORD = lazy(
  () =>
    /((?:password|passwd|passphrase|pwd|pass|secret)=)((["'])(?!\s*[+.,&)])[^"'\r\n]{1,200}\3|\{[^{}"'\r\n]{1,200}\}|[^;"'`\r\n\\<]{1,200}(?=\\*["'`]|;[\w ]{1,40}=)|[^\s;"'`\\<]{1,200})/gi,
);

/** Keys that tell a connection string from statements in code, which are also pairs with a `;` between them. */
const KEY = lazy(
  () =>
    /(?:^|[\s;=:,>(])(?:server|host(?: ?name)?|addr(?:ess)?|network address|data ?source|endpoint|port|dsn|driver|provider|protocol|database(?: ?name)?|db(?:name)?|initial catalog|uid|user(?: ?id| ?name)?|account ?name|(?:persist|integrated) security(?: info)?|trusted_connection|(?:connect(?:ion)? )?timeout|encrypt|ssl ?mode|application name)=/i,
);
/** How far around a password another pair is looked for. */
const NEAR = 300;

/** Redacts passwords between the pairs of a connection string, such as `Server=db;Uid=app;Pwd=x;`, also short ones. */
export const redactConnectionStrings = (text: string): string =>
  text.includes(';')
    ? text.replace(PASSWORD(), (found, word: string, value: string, _quote, at: number, whole: string) =>
        isPassword(word, value, at, whole) ? word + MASK : found,
      )
    : text;

function isPassword(word: string, value: string, at: number, whole: string): boolean {
  const front = nameBefore(whole, at);
  const name = front + word.slice(0, -1);
  // `this.password=x`, `$pwd=x`
  if (/[.$]/.test(whole[at - front.length - 1] ?? '') || meaningOf(name) !== 'password') return false;
  if (isReference(value) || /^\{\w*\}$|^[A-Za-z_$][\w$.]*\(/.test(value)) return false;
  if (/^(?:old)?pwd$/i.test(name) && /^(?:[/.~]|[A-Z]:)/.test(value)) return false;
  return isInConnectionString(whole, at, at + word.length + value.length);
}

function isInConnectionString(text: string, start: number, end: number): boolean {
  const before =
    text
      .slice(Math.max(0, start - NEAR), start)
      .split(/[\r\n"'`]/)
      .at(-1) ?? '';
  const pairs = before.slice(0, before.lastIndexOf(';') + 1);
  if (KEY().test(pairs)) return true;
  const after = text.slice(end, end + NEAR).split(/[\r\n"'`]/)[0] ?? '';
  return after.startsWith(';') && KEY().test(after);
}
