import type { validateMessages } from '../../i18n/validate.ts';
import { alignColumns } from '../../platform/text-layout.ts';
import type { ValidationResult } from './check.ts';

type Words = (typeof validateMessages)['en'];

export function asLines(checks: ValidationResult[], words: Words): string[] {
  const heads = alignColumns(checks.map((check) => headOf(check, words)));
  return checks.flatMap((check, i) => [heads[i] as string, ...detailsOf(check, words).map((line) => `    ${line}`)]);
}

function headOf(check: ValidationResult, words: Words): string[] {
  switch (check.status) {
    case 'ok':
      return [words.ok, check.name, hostOf(check.url), check.model, `${check.ms} ms`];
    case 'failed':
      return [words.failed, check.name, hostOf(check.url), check.model ?? '', ''];
    case 'not_checked':
      return [words.notChecked, check.name, '', '', words.skipped[check.why]];
  }
}

function detailsOf(check: ValidationResult, words: Words): string[] {
  if (check.status === 'not_checked') return [];
  const notes = check.notes.map((note) => words.note(words.notes[note]));
  return check.status === 'ok' ? notes : [check.failure.message, check.failure.fix, ...notes].filter(Boolean);
}

/** For programs, in the words of the other files of ours. */
export function asDocument(source: 'providers' | 'environment', checks: ValidationResult[], words: Words): object {
  return {
    ok: checks.every(({ status }) => status !== 'failed'),
    source,
    providers: checks.map((check) => {
      const { name, status } = check;
      if (status === 'not_checked') return { name, status, reason: check.why };
      const { url, model } = check;
      const notes = check.notes.map((code) => ({ code, message: words.notes[code] }));
      const about = { name, status, url: url === undefined ? null : withoutLogin(url), model: model ?? null };
      if (status === 'ok') return { ...about, latency_ms: check.ms, notes };
      const { code, message, fix } = check.failure;
      return { ...about, http_status: check.httpStatus ?? null, error: { code, message, fix }, notes };
    }),
  };
}

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : '');
const withoutLogin = (url: string) => url.replace(/\/\/[^/]*@/, '//');
