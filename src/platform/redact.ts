const MASK = '[redacted]';

/** The formats of well-known credentials. */
const LOOKS_SECRET: RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}/g,
  /\b(?:gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|npm_|hf_|AIza|ya29\.)[A-Za-z0-9_./-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g,
  // Not \b: it holds at every hyphen, and a long run of them would be searched anew from each.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
];

/**
 * `Authorization: Bearer x`, `x-api-key: x`, `"api_key": "x"`, `SOME_TOKEN=x`: the name is kept, the value redacted.
 * Quotes may be escaped (JSON within JSON) or not closed (a text that was cut off). A reference to a variable (`SOME_TOKEN=${NAME}`,
 * `${SOME_TOKEN:-$NAME}`) says nothing secret and stays.
 */
const NAMED =
  /((?:^|[^A-Za-z0-9])["']?(?:[A-Za-z0-9_-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|credential|(?:api|access|account|private)[-_]?key|authorization|cookie)[A-Za-z0-9_-]{0,40})\\*["']?\s*[:=：]\s*)(?!-\$\{?\w{1,200}\}|\\*["']?\$\{\w{1,200}\}(?:[\s\\"',;)}\]]|$))(?:\[redacted\]|(\\*["'])(?:(?!\2)(?:\\[\s\S]|[^\\]))*\2|\\*["'][^\r\n]*|(?:(?:Bearer|Basic|Token)\s+)?[^\s"',;)}\]]+)/gi;
const COOKIES = /((?:set-)?cookie["']?\s*:\s*["']?)[^\s=;"']{1,200}=[^\r\n"']+/gi;
const FLAG =
  /(--[a-z0-9-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|api-?key)\s+["']?)(?=[^\s"']*[0-9])[^\s"']{6,}/gi;
const BEARER = /\b(Bearer\s+)[A-Za-z0-9._~+/=-]{6,}/gi;
/** "Basic" is also an English word, so what follows must look like base64. */
const BASIC = /\b(Basic\s+)(?=[A-Za-z+/]*(?:[0-9=]|[a-z][A-Z]{2}))[A-Za-z0-9+/=]{8,}/g;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]{0,200}:)[^\s/"'<>]{1,200}(@)/gi;

/** Base64-like text that looks random: long, with letters and digits mixed. */
const BLOB = /[A-Za-z0-9_-]{24,}/g;
const KNOWN_HARMLESS = /^(?:[0-9a-f]+|[0-9A-F]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export type Redact = (text: string) => string;

/** Redacts everything that is, or looks like, a credential. `known` are values that must never appear. */
export function redactor(known: Iterable<string>): Redact {
  const values = [...new Set(known)].filter((value) => value.length >= 6).sort((a, b) => b.length - a.length);
  return (text) => {
    let out = text;
    for (const value of values) out = out.replaceAll(value, MASK);
    for (const pattern of LOOKS_SECRET) out = out.replace(pattern, MASK);
    for (const pattern of [COOKIES, NAMED, FLAG, BEARER, BASIC]) out = out.replace(pattern, `$1${MASK}`);
    return out.replace(URL_PASSWORD, `$1${MASK}$2`).replace(BLOB, (run) => (looksRandom(run) ? MASK : run));
  };
}

/** Redacts only known secrets and passwords in URLs, for text that must otherwise stay exact. */
export function knownSecretsRedactor(known: Iterable<string>): Redact {
  const values = [...new Set(known)].filter((value) => value.length >= 6).sort((a, b) => b.length - a.length);
  return (text) =>
    values.reduce((out, value) => out.replaceAll(value, MASK), text).replace(URL_PASSWORD, `$1${MASK}$2`);
}

/** A redactor to which secrets can be added later. */
export interface SecretStore {
  redact: Redact;
  add(secrets: Iterable<string>): void;
}

export function secretStore(known: Iterable<string>): SecretStore {
  const secrets = new Set(known);
  let current = redactor(secrets);
  return {
    redact: (text) => current(text),
    add: (more) => {
      for (const secret of more) secrets.add(secret);
      current = redactor(secrets);
    },
  };
}

function looksRandom(run: string): boolean {
  if (KNOWN_HARMLESS.test(run)) return false;
  const turns = run.match(/[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return /[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && turns >= run.length / 4;
}

/** JSON with every string value redacted; the keys are our own. */
export function redactedJson(value: object, redact: Redact): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? redact(inner) : inner));
}

const SECRET_NAME =
  /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_KEY$|API_?KEY|AUTH(?!OR_)|COOKIE|_PASS$|^PASS$|PASSPHRASE|JWT|_PAT$/i;
/** For other names a value that starts with a slash is taken for a path, although a base64 key can start with one. */
const NEVER_A_PATH = /(?:TOKEN|SECRET|PASSWORD|PASSWD|KEY)$/i;

/** Whether a variable holds a secret, by its name. Numbers and switches do not, unless the name says it is the key itself. */
export const isSecret = (name: string, value: string): boolean =>
  SECRET_NAME.test(name) && (NEVER_A_PATH.test(name) || !/^(?:\d+|true|false)?$/.test(value));

/** The values in an environment that are credentials, header values of `ANTHROPIC_CUSTOM_HEADERS` included. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (name === 'ANTHROPIC_CUSTOM_HEADERS') secrets.push(...headerValues(value));
    else if (SECRET_NAME.test(name) && value.length >= 6 && (NEVER_A_PATH.test(name) || !value.startsWith('/')))
      secrets.push(value);
  }
  return secrets;
}

const headerValues = (headers: string) =>
  headers
    .split('\n')
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
    .filter((value) => value.length >= 6);
