const MASK = '[redacted]';

/** Shapes of well-known credentials, and what stands behind a name that says it is one. */
const LOOKS_SECRET: RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}/g,
  /\b(?:gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|npm_|hf_|AIza|ya29\.)[A-Za-z0-9_./-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
];

/** `Authorization: Bearer x`, `x-api-key: x`, `"api_key": "x"`, `SOME_TOKEN=x`: the name stays, the value goes. */
const NAMED =
  /((?:^|[^A-Za-z0-9])["']?(?:[A-Za-z0-9_-]{0,40}(?:token|secret|passw(?:or)?d|credential|api[-_]?key|access[-_]?key|authorization|cookie)[A-Za-z0-9_-]{0,40})["']?\s*[:=]\s*)(?:(["'])(?:\\.|(?!\2)[^\\])*\2|(?:(?:Bearer|Basic|Token)\s+)?[^\s"',;)}\]]+)/gi;
const BEARER = /\b(Bearer|Basic)(\s+)[A-Za-z0-9._~+/=-]{6,}/gi;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]{1,200}:)[^\s/@]{1,200}(@)/gi;

/** A run of base64-like characters that no person would type: long, mixed, letters and digits shuffled. */
const BLOB = /[A-Za-z0-9_-]{24,}/g;
const KNOWN_HARMLESS = /^(?:[0-9a-f]+|[0-9A-F]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export type Redact = (text: string) => string;

/** Takes out everything that is, or looks like, a credential. `known` are values that must never appear. */
export function redactor(known: Iterable<string>): Redact {
  const values = [...new Set(known)].filter((value) => value.length >= 6).sort((a, b) => b.length - a.length);
  return (text) => {
    let out = text;
    for (const value of values) out = out.replaceAll(value, MASK);
    for (const pattern of LOOKS_SECRET) out = out.replace(pattern, MASK);
    return out
      .replace(NAMED, (_, name: string) => `${name}${MASK}`)
      .replace(BEARER, `$1$2${MASK}`)
      .replace(URL_PASSWORD, `$1${MASK}$2`)
      .replace(BLOB, (run) => (isShuffled(run) ? MASK : run));
  };
}

function isShuffled(run: string): boolean {
  if (KNOWN_HARMLESS.test(run)) return false;
  const turns = run.match(/[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return /[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && turns >= run.length / 4;
}

/** JSON with every string in it redacted; the keys are ours and stay. */
export function redactedJson(value: object, redact: Redact): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? redact(inner) : inner));
}

const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_KEY$|API_?KEY|AUTH|COOKIE/i;

/** The values in an environment that are credentials, header values of `ANTHROPIC_CUSTOM_HEADERS` included. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (name === 'ANTHROPIC_CUSTOM_HEADERS') secrets.push(...headerValues(value));
    else if (SECRET_NAME.test(name) && value.length >= 6 && !value.startsWith('/')) secrets.push(value);
  }
  return secrets;
}

const headerValues = (headers: string) =>
  headers
    .split('\n')
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
    .filter((value) => value.length >= 6);
