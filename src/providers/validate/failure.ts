import type { Language } from '../../i18n/language.ts';
import { validateMessages } from '../../i18n/validate.ts';
import type { Redact } from '../../platform/redact.ts';
import { DEFAULT_SETUP } from './default-setup.ts';
import type { PingAnswer, Unreachable } from './ping.ts';
import { isMessage, serverMessage } from './server-message.ts';

/** What is wrong, for programs and for people. */
export interface Failure {
  code: 'config' | 'key' | 'path' | 'model' | 'busy' | 'server' | 'http' | 'redirect' | 'not_the_api' | Unreachable;
  message: string;
  fix: string;
}

interface About {
  name: string;
  url: string;
  model: string;
}

/** Undefined: it works. */
export function failureOf(answer: PingAnswer, about: About, redact: Redact, language: Language): Failure | undefined {
  const words = validateMessages[language];
  switch (answer.kind) {
    case 'unreachable': {
      const { message, fix } = words.unreachable[answer.why](hostOf(about.url), answer.ms, redact(answer.detail));
      return { code: answer.why, message, fix };
    }
    case 'redirect': {
      const message = words.redirect(answer.status, redact(answer.to));
      return { code: 'redirect', message, fix: words.redirectFix(change('url', about, language)) };
    }
    case 'response': {
      const said = serverMessage(answer.body, redact);
      if (answer.status >= 200 && answer.status < 300) {
        if (isMessage(answer.body)) return undefined;
        return { code: 'not_the_api', message: words.notTheApi(answer.status, said), fix: pathFix(about, language) };
      }
      const code = codeOfStatus(answer.status, said);
      return { code, message: words.http(answer.status, said), fix: fixFor(code, about, language) };
    }
  }
}

type HttpCode = 'key' | 'path' | 'model' | 'busy' | 'server' | 'http';

function codeOfStatus(status: number, said: string): HttpCode {
  // Anthropic's own host says 404 of a model it does not have.
  if ([400, 404, 422].includes(status) && /model|模型/i.test(said)) return 'model';
  if (status === 401 || status === 403) return 'key';
  if (status === 404 || status === 405) return 'path';
  if (status === 429 || status === 529) return 'busy';
  return status >= 500 ? 'server' : 'http';
}

function fixFor(code: HttpCode, about: About, language: Language): string {
  const words = validateMessages[language];
  switch (code) {
    case 'key':
      return words.keyFix(change('key', about, language));
    case 'path':
      return pathFix(about, language);
    case 'model':
      return words.modelFix(about.model, change('model', about, language));
    case 'busy':
      return words.busyFix;
    case 'server':
      return words.serverFix;
    case 'http':
      return '';
  }
}

/** The commonest mistake has a sentence of its own. */
function pathFix(about: About, language: Language): string {
  const words = validateMessages[language];
  const [, base] = /^(.*?)\/v1(?:\/messages)?\/*$/.exec(about.url) ?? [];
  if (base === undefined) return words.pathFix(change('url', about, language));
  return words.pathTooLongFix(change('url', about, language, base));
}

const FLAGS = { url: 'ANTHROPIC_BASE_URL', key: 'ANTHROPIC_AUTH_TOKEN', model: 'ANTHROPIC_MODEL' };

/** How to change it: in ccc.json by a command of ours, in one's own set-up by oneself. */
function change(flag: keyof typeof FLAGS, { name }: About, language: Language, value?: string): string {
  const words = validateMessages[language];
  if (name === DEFAULT_SETUP) return words.changeOwn(FLAGS[flag], value ?? '…');
  return words.change(name, flag, value ?? (flag === 'key' ? `'\${MY_KEY}'` : '…'));
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
