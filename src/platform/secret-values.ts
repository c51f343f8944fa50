import { lazy } from './lazy.ts';
import { MASK } from './redaction-mask.ts';
import { looksRandom } from './secret-formats.ts';

/**
 * `Authorization: Bearer x`, `x-api-key: x`, `"api_key": "x"`, `SOME_TOKEN=x`: the name is kept, the value redacted.
 * Quotes may be escaped (JSON within JSON) or not closed (a text that was cut off), and `=` and `:` URL-encoded. What is
 * found here is only a candidate: in code and prose such a name is mostly followed by something harmless.
 */
const CANDIDATE = lazy(
  () =>
    /((?:token|secret|passw(?:or)?d|passphrase|credential|authorization|cookie|auth|pass|pwd|key|jwt)[A-Za-z0-9_-]{0,40})(\\*["'`]?)([ \t]{0,20}(?:[:?+]{0,3}=>?|[:：]|%3[AD])(?:[ \t]{0,20}|\s{0,40}(?=\\*["'`])))(\[redacted\]|(\\*["'`])(?:(?!\5)(?:\\[\s\S]|[^\\])){0,4000}\5|\\*["'][^\r\n]*|-?\$\{\{?[^}\r\n]{0,200}\}{1,2}[^\s"'`,;)}\]&<>|\\]*|(?:(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate)[ \t]+)?[^\s"'`,;)}\]&<>|\\]+)/gi,
);
const COOKIES = lazy(() => /((?:set-)?cookie["']?\s*:\s*["']?)[^\s=;"']{1,200}=[^\r\n"']+/gi);

/** Redacts values by the names they stand behind. */
export function redactNamed(text: string): string {
  return text
    .replace(COOKIES(), `$1${MASK}`)
    .replace(
      CANDIDATE(),
      (found, rest: string, nameQuote: string, sign: string, value: string, _quote, at: number, whole: string) => {
        const candidate = {
          name: nameBefore(whole, at) + rest,
          nameQuote,
          sign,
          value,
          at,
          end: at + found.length,
          whole,
        };
        return isSecretValue(candidate) ? found.slice(0, found.length - value.length) + MASK : found;
      },
    );
}

interface Candidate {
  name: string;
  nameQuote: string;
  /** What is between name and value. */
  sign: string;
  value: string;
  at: number;
  end: number;
  whole: string;
}

/** The part of a name before the word that was found. */
export function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && at - from < 40 && /[A-Za-z0-9_-]/.test(text[from - 1] as string)) from--;
  // The letter of an escaped line end is none of it.
  const isEscaped = text[from - 1] === '\\' && /[nrt]/.test(text[from] ?? '');
  return text.slice(isEscaped ? from + 1 : from, at);
}

type Meaning =
  /** A password or the like, chosen by people: any text may be one. */
  | 'password'
  /** Made by a machine: it has digits, or is long. */
  | 'token'
  /** Perhaps: only what looks random counts. */
  | 'perhaps'
  | undefined;

const PASSWORDS = lazy(() => new Set(['password', 'passwd', 'passphrase', 'secret', 'secrets', 'pwd', 'pass']));
const TOKENS = lazy(
  () => new Set(['token', 'tokens', 'credential', 'credentials', 'authorization', 'cookie', 'apikey', 'jwt']),
);
/** What makes a key a secret one. */
const KEYS = lazy(
  () =>
    new Set(
      'api access account private encryption encrypt decryption signing sign secret master auth client deploy shared hmac jwt ssh service role webhook consumer app admin aes rsa cipher crypto storage license subscription session cookie fernet'.split(
        ' ',
      ),
    ),
);
/** Behind the word they say which one it is; anything else makes it something about a secret, such as `tokenType`. */
const QUALIFIERS = lazy(
  () =>
    new Set(
      'value val raw plain text string str b64 base64 hex old new current next prod production dev development test staging stage live main default data id key header'.split(
        ' ',
      ),
    ),
);

/** What a name says of its value. */
export function meaningOf(name: string): Meaning {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && (QUALIFIERS().has(words.at(-1) as string) || /^\d+$/.test(words.at(-1) as string))) {
    if (words.at(-1) === 'key' && meaningOfWords(words)) break;
    words.pop();
  }
  return (
    meaningOfWords(words) ?? (/token|secret|passw|credential|_key$|[a-z]key$|auth/i.test(name) ? 'perhaps' : undefined)
  );
}

function meaningOfWords(words: readonly string[]): Meaning {
  const last = words.at(-1) ?? '';
  if (PASSWORDS().has(last) || /(?:password|passwd|passphrase|secret)$/.test(last)) return 'password';
  if (TOKENS().has(last) || /(?:token|apikey|accountkey|accesskey)$/.test(last)) return 'token';
  return last === 'key' && KEYS().has(words.at(-2) ?? '') ? 'token' : undefined;
}

/** Words that stand where a value would, in code and in prose. */
const NO_VALUES = lazy(
  () =>
    new Set(
      'string strings number boolean bool int integer float any unknown never object void null nil none undefined true false yes no on off str bytes buffer text required optional missing invalid expired valid empty unset set hidden masked redacted optional function async await new return typeof basic bearer oauth oauth2 sha1 sha256 sha512 md5 base64 hs256 rs256 es256 utf8 utf-8 uuid test todo n/a ok'.split(
        ' ',
      ),
    ),
);

/** Of a value, to tell what it is. */
const ENOUGH = 500;

function isSecretValue(candidate: Candidate): boolean {
  const { name, sign, whole, end } = candidate;
  const meaning = meaningOf(name);
  if (meaning === undefined) return false;
  const quoted = /^(\\*["'`])([\s\S]*?)\1?$/.exec(candidate.value.slice(0, ENOUGH));
  const value = quoted ? (quoted[2] as string) : candidate.value.slice(0, ENOUGH);
  if (value === MASK || isReference(value) || NO_VALUES().has(value.trim().toLowerCase()) || isSameAs(value, name))
    return false;
  if (!/[A-Za-z\d]/.test(value) || isExpression(candidate)) return false;
  // A short number counts something, and so does any number of tokens.
  if (/^[\d_.,%-]+$/.test(value) && (value.length < 6 || /tokens/i.test(name))) return false;
  if (/^0x[\da-f]{1,8}$|^[~^=v]{0,2}\d+(?:\.\d+){1,3}(?:-[\w.]{1,20})?$/i.test(value)) return false;
  if (/^(?:https?|file|wss?):\/\//i.test(value) || /^(?:~|\.{1,2})?\/(?:[a-z.@][\w.@-]*\/)+/.test(value)) return false;
  if (meaning === 'perhaps')
    return (
      isUserAndPassword(value) ||
      (/_KEY$/.test(name) && quoted !== null && value.length >= 20 && isMixed(value) && /^[\w-]+$/.test(value)) ||
      (value.length >= 20 && isMixed(value) && (looksRandom(value) || /^[\da-f]{32,}$/i.test(value)))
    );
  if (quoted) return isSecretString(value, meaning);
  if (sign.includes('=>')) return false;
  const scheme = /^(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate)\s+(.+)$/i.exec(value);
  if (scheme)
    return !isReference(scheme[1] as string) && (/\d|\w[-+/=.]/.test(scheme[1] as string) || isLastOnLine(whole, end));
  const isTight = !/\s/.test(sign) && !/[:：]/.test(sign);
  return isTight ? isSecretAssignment(candidate, value) : isSecretWord(candidate, value, meaning);
}

/** Code around the value, or instead of it. */
function isExpression({ name, nameQuote, value, whole, at }: Candidate): boolean {
  const start = at - nameBefore(whole, at).length - nameQuote.length;
  const before = whole
    .slice(Math.max(0, start - 10), start)
    .trimEnd()
    .at(-1);
  // `$PWD:/work`, and `ok ? "pass" : "fail"`
  if (before === '$' || (before === '?' && nameQuote !== '')) return true;
  // `"Password: " + x`: the quote closes what stands before it.
  const quote = /^\\*(["'`])/.exec(value)?.[1];
  if (quote && nameQuote === '' && isWithinQuotes(whole.slice(Math.max(0, start - 200), start), quote)) return true;
  if (/^(?:old)?pwd$/i.test(name) && /^\\*["']?(?:[/.~\\]|[A-Z]:)/.test(value)) return true;
  return /^\/[*/]|^[A-Za-z_$][\w$.]*(?:\?\.|\[|\()/.test(value);
}

const isWithinQuotes = (before: string, quote: string) =>
  before.slice(before.lastIndexOf('\n') + 1).split(quote).length % 2 === 0;

/** `"…"`: a text for people, a name, or a secret. */
function isSecretString(value: string, meaning: Meaning): boolean {
  if (value.length < 4) return false;
  // A placeholder for what is put in later.
  if (/^(?:<[^>]*>|%\w|\{[^}]*\}|\.{3}|…|\*+|x+)$/i.test(value)) return false;
  const isSentence = /\s/.test(value) && /token|secret|password|passphrase|key|credential|auth/i.test(value);
  if (isSentence) return false;
  if (isUserAndPassword(value)) return true;
  return (
    meaning === 'password' || /\s/.test(value) || !/^[a-z]+(?:[._-][a-z]+)*$/i.test(value) || /[a-z]{24}/i.test(value)
  );
}

/** `user:password` in base64, as registries and proxies want it. */
const isUserAndPassword = (value: string) =>
  /^[A-Za-z0-9+/]{8,400}={0,2}$/.test(value) &&
  /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(value, 'base64').toString('latin1'));

/** `NAME=value`: in a shell, a URL, a connection string; as an argument in code the value is a name. */
function isSecretAssignment({ name, whole, end, at, nameQuote }: Candidate, value: string): boolean {
  if (/^[=>!({[]/.test(value)) return false;
  const isName = /^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*$/.test(value) && !/\d/.test(value);
  if (!isName || name === name.toUpperCase()) return true;
  if (value.length < 4) return false;
  const before = whole[at - nameBefore(whole, at).length - nameQuote.length - 1] ?? '';
  return (
    before === '?' ||
    before === '&' ||
    (!/^\s*[,()[\].]/.test(whole.slice(end, end + 20)) && !/\b(?:self|this)\.|\w\.\w/.test(value))
  );
}

/** `name: value` and `name = value`: YAML, a header, a setting; or code; or a sentence. */
function isSecretWord(candidate: Candidate, value: string, meaning: Meaning): boolean {
  const { whole, end, name } = candidate;
  if (!/[A-Za-z\d]/.test(value) || value.length < 4) return false;
  if (/^[=>!({[<|:]/.test(value) || /^[^\x21-\x7e]/.test(value)) return false;
  if (/^[({[]/.test(whole.slice(end, end + 1)) || /[(]/.test(value)) return false;
  // `PASS: TestLogin`; YAML has it in lower case on a line of its own.
  if (/^pass$/i.test(name) && !(name === 'pass' && isFirstOnLine(candidate) && isLastOnLine(whole, end))) return false;
  // `config.token`, `process.env.API_KEY`
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+!?$/.test(value) && !looksRandom(value)) return false;
  if (/\d/.test(value)) return !isCodeName(value) || value.length >= 20;
  if (/[+/!@#%^&*]/.test(value)) return value.length >= 6;
  // Only letters: a word. It is a value if nothing follows it, as in YAML, and not a name in code.
  if (meaning !== 'password' && !/^(?:x-|.*-)(?:api-)?key$|^.*-token$/i.test(name)) return false;
  return /^[a-z][a-z-]{5,}$/.test(value) && isLastOnLine(whole, end) && isFirstOnLine(candidate);
}

/** `token2`, `sha256Digest`: a name with a number in it. */
const isCodeName = (value: string) =>
  /^[a-z]+(?:[A-Z][a-z]+)+\d*(?:[A-Z][a-z]+)*$|^[A-Z][a-z]+(?:[A-Z][a-z]+)*\d*$/.test(value);

const isLastOnLine = (text: string, end: number) => /^[ \t]*(?:$|[\r\n"'\\`])/.test(text.slice(end, end + 20));

const isFirstOnLine = ({ whole, at }: Candidate) =>
  /(?:^|[\n"'`]|\\n)[ \t-]*[A-Za-z0-9_-]{0,40}$/.test(whole.slice(Math.max(0, at - 80), at));

/** A variable, an expression or a placeholder: it says where the value comes from. Text behind a reference may be a value. */
export const isReference = (value: string) =>
  (value.includes('${') && !/[A-Za-z\d]{3}/.test(value.replaceAll(/\$\{[^}]*\}/g, ''))) ||
  /^-?(?:\$\{\{[^}]*\}\}|\$\{\w{1,200}\}|\$\w{1,200}|\$\(.*|%\w+%|%[a-z]|<[^>]*>?|\{\{.*|\*+|\.{3}|…)$/s.test(value) ||
  /^(?:Bearer|Basic|Token)\s+(?:\$|\{|<|%|"|')/i.test(value);

const isMixed = (value: string) => /\d/.test(value) && /[A-Za-z]/.test(value);

const isSameAs = (value: string, name: string) => {
  const [a, b] = [value, name].map((text) => text.toLowerCase().replaceAll(/[^a-z]/g, ''));
  return a === b && !/\d/.test(value);
};
