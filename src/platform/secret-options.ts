import { lazy } from './lazy.ts';
import { MASK } from './redaction-mask.ts';

/** `--api-key x`. Behind a flag in a sentence comes a word without digits; what ends the line or is quoted is a value. */
const LONG_FLAG = lazy(
  () =>
    /((?<![\w-])--?[a-z0-9-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|api-?key|pass|pwd)\s+)(?:(["'])(?!\$)[^"'\r\n]{1,400}\2|(?=[^\s"']*[0-9])[^\s"'$-][^\s"']{5,}|(?![-$])[^\s"'|;&]{6,}(?=[ \t]*(?:$|[\r\n|;&]|-)))/gi,
);

/** `-u user:x`, `-px`: what it means depends on the program. */
const SHORT_FLAG = lazy(
  () => /([\s"'](-[pPuUwab]|--(?:proxy-)?user|--cookie)(\s+|=)?["']?)((?<=["'])[^"'\r\n]{1,400}|[^\s"'|;&]+)/g,
);

/** A program, its option, and what its value is: all of it, or what stands behind the user's name. */
const OPTIONS = lazy<[program: RegExp, option: RegExp, value: 'attached' | 'next' | 'user'][]>(() => [
  [/\b(?:curl|wget|https?|xh)\b/, /^(?:-u|-U|--user|--proxy-user)$/, 'user'],
  [/\bcurl\b/, /^(?:-b|--cookie)$/, 'next'],
  [/\b(?:mysql\w*|mariadb[\w-]*|7za?)\b/, /^-p$/, 'attached'],
  [/\b(?:sshpass|mongo\w*)\b|\b(?:docker|podman|helm|az|oc|cf)\b.*\blogin\b/, /^-p$/, 'next'],
  [/\bredis-cli\b/, /^-a$/, 'next'],
  [/\b(?:sqlcmd|zip|unzip)\b/, /^-P$/, 'next'],
  [/\bldap\w+\b/, /^-w$/, 'next'],
]);
/** How far before an option its program is looked for. */
const COMMAND_LENGTH = 200;

/** `machine host login user password x`, on one line or several. */
const NETRC = lazy(
  () =>
    /((?:\bmachine\s+\S{1,200}|^[ \t]*login\s+\S{1,200}|\bmachine\s+\S{1,200}\s+login\s+\S{1,200})\s+(?:password|passwd)\s+)\S+/gm,
);
/** `openssl … -passin pass:x` */
const OPENSSL = lazy(() => /(\s-pass(?:in|out)?\s+pass:)\S+/g);

/** Redacts what is handed to programs on their command line, and in `.netrc`. */
export function redactOptions(text: string): string {
  return text
    .replace(LONG_FLAG(), `$1${MASK}`)
    .replace(
      SHORT_FLAG(),
      (found, lead: string, flag: string, gap: string | undefined, value: string, at: number, whole: string) => {
        const redacted = redactedOption(programBefore(whole, at), flag, gap, value);
        return redacted === undefined ? found : lead + redacted;
      },
    )
    .replace(NETRC(), `$1${MASK}`)
    .replace(OPENSSL(), `$1${MASK}`);
}

function redactedOption(command: string, flag: string, gap: string | undefined, value: string): string | undefined {
  if (value.startsWith('$') || value.startsWith('-')) return undefined;
  for (const [program, option, kind] of OPTIONS()) {
    if (!option.test(flag) || !program.test(command)) continue;
    if (kind === 'attached') return gap === undefined ? MASK : undefined;
    if (kind === 'next') return value.includes('=') || flag !== '-b' ? MASK : undefined;
    const colon = value.indexOf(':');
    return colon > 0 && !value.slice(colon + 1).startsWith('$') && value.length > colon + 1
      ? value.slice(0, colon + 1) + MASK
      : undefined;
  }
  return undefined;
}

function programBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - COMMAND_LENGTH), at);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(';'), before.lastIndexOf('|')) + 1);
}
