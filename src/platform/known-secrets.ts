import { MASK } from './redaction-mask.ts';

export type Redact = (text: string) => string;

/** Words, a time or a UUID, in which no pattern of `redact.ts` finds anything. */
export const isPlain = (text: string): boolean =>
  /^(?:[A-Za-z]{0,24}(?: [a-z]{1,24}){0,9}|\d{4}-\d\d-\d\dT[\d:.]{8,15}Z|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/.test(
    text,
  ) && !/passw|bearer/i.test(text);

export const withoutValues = (text: string, values: readonly string[]) =>
  values.reduce((out, value) => out.replaceAll(value, MASK), text);

/** The values as they are, and as they stand in JSON and in URLs; the longest first. */
export function writtenForms(known: Iterable<string>): string[] {
  const values = [...new Set(known)].filter((value) => value.length >= 6);
  const forms = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), urlEncoded(value)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function urlEncoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a surrogate pair.
    return value;
  }
}

/** Redacts without the patterns of `redact.ts`: what is not plain is masked as a whole. */
export function plainTextOnly(known: Iterable<string>): Redact {
  const values = writtenForms(known);
  return (text) => {
    const out = withoutValues(text, values);
    return isPlain(out) ? out : MASK;
  };
}

/** Whether `plainTextOnly` would leave every text in it as it is, known secrets aside. */
export function hasOnlyPlainText(value: object): boolean {
  return Object.values(value).every((inner) =>
    typeof inner === 'string' ? isPlain(inner) : !inner || typeof inner !== 'object' || hasOnlyPlainText(inner),
  );
}

/** JSON with every string value redacted; the keys are our own. */
export function redactedJson(value: object, redact: Redact): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? redact(inner) : inner));
}

const SECRET_NAME =
  /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_KEY$|API_?KEY|AUTH(?!OR_)|COOKIE|_PASS$|^PASS$|_PWD$|PASSPHRASE|JWT|_PAT$/i;
/** For other names a value that starts with a slash is taken for a path, although a base64 key can start with one. */
const NEVER_A_PATH = /(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY)$/i;

/** Whether a variable holds a secret, by its name. Numbers and switches do not, unless the name says it is the key itself. */
export const isSecret = (name: string, value: string): boolean =>
  SECRET_NAME.test(name) && (NEVER_A_PATH.test(name) || !/^(?:\d+|true|false)?$/.test(value));

/** `OTEL_EXPORTER_OTLP_HEADERS`, and the same of one signal. */
const OTLP_HEADERS = /^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$/;

/**
 * The values in an environment that are credentials: header values of `ANTHROPIC_CUSTOM_HEADERS` and of OTLP, and
 * passwords in URLs included.
 */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (name === 'ANTHROPIC_CUSTOM_HEADERS') secrets.push(...headerValues(value));
    else if (OTLP_HEADERS.test(name)) secrets.push(...otlpHeaderValues(value));
    else if (SECRET_NAME.test(name) && value.length >= 6 && (NEVER_A_PATH.test(name) || !value.startsWith('/')))
      secrets.push(value);
    else secrets.push(...urlPasswords(value));
  }
  return secrets;
}

/** A command that prints a key, and not the key. */
const COMMAND_NAME = /(?:Helper|_command)$/;

/**
 * The same at every depth of a parsed document, whose objects are read like environments. `${NAME}` stands for a variable
 * and is none. A loop, because a document may be nested deeper than calls can be.
 */
export function secretsInDocument(document: unknown): string[] {
  const secrets: string[] = [];
  for (const left = [document]; left.length > 0; ) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(next)) {
      if (typeof value !== 'string') left.push(value);
      else if (!COMMAND_NAME.test(name) && !/^\$\{[^}]*\}$/.test(value)) texts[name] = value;
    }
    for (const secret of secretsIn(texts)) secrets.push(secret);
  }
  return secrets;
}

/** `DATABASE_URL`, `HTTPS_PROXY`: the password may turn up alone. */
function urlPasswords(value: string): string[] {
  if (!value.includes('://') || !value.includes('@')) return [];
  return [...value.matchAll(/:\/\/[^\s/:@]{0,200}:([^\s/@]{6,200})@/g)].map(([, password = '']) => password);
}

const headerValues = (headers: string) =>
  headers
    .split('\n')
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
    .filter((value) => value.length >= 6);

/** `a=b,c=d` with percent-encoded values: as written and as sent, and a token also without its scheme (`Bearer`). */
function otlpHeaderValues(headers: string): string[] {
  const values = headers.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  const written = [...values, ...values.map(urlDecoded)];
  return [...written, ...written.map((value) => value.replace(/^\w+(?:\s|%20)+/, ''))].filter(
    (value) => value.length >= 6,
  );
}

function urlDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
