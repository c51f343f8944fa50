import type { validateMessages } from '../../i18n/validate.ts';
import { alignColumns } from '../../platform/text-layout.ts';
import type { ValidationResult } from './validate.ts';

type Messages = (typeof validateMessages)['en'];

export function asLines(results: ValidationResult[], messages: Messages): string[] {
  const heads = alignColumns(results.map((result) => headOf(result, messages)));
  return results.flatMap((result, i) => [
    heads[i] as string,
    ...detailsOf(result, messages).map((line) => `    ${line}`),
  ]);
}

function headOf(result: ValidationResult, messages: Messages): string[] {
  switch (result.status) {
    case 'ok':
      return [messages.ok, result.name, hostOf(result.url), result.model, `${result.ms} ms`];
    case 'failed':
      return [messages.failed, result.name, hostOf(result.url), result.model ?? '', ''];
    case 'not_checked':
      return [messages.notChecked, result.name, '', '', messages.skipped[result.why]];
  }
}

function detailsOf(result: ValidationResult, messages: Messages): string[] {
  if (result.status === 'not_checked') return [];
  const notes = result.notes.map((note) => messages.note(messages.notes[note]));
  return result.status === 'ok' ? notes : [result.failure.message, result.failure.fix, ...notes].filter(Boolean);
}

/** For programs. */
export function asDocument(
  source: 'providers' | 'environment',
  results: ValidationResult[],
  messages: Messages,
): object {
  return {
    ok: results.every(({ status }) => status !== 'failed'),
    source,
    providers: results.map((result) => {
      const { name, status } = result;
      if (status === 'not_checked') return { name, status, reason: result.why };
      const { url, model } = result;
      const notes = result.notes.map((code) => ({ code, message: messages.notes[code] }));
      const about = { name, status, url: url === undefined ? null : withoutLogin(url), model: model ?? null };
      if (status === 'ok') return { ...about, latency_ms: result.ms, notes };
      const { code, message, fix } = result.failure;
      return { ...about, http_status: result.httpStatus ?? null, error: { code, message, fix }, notes };
    }),
  };
}

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : '');
const withoutLogin = (url: string) => url.replace(/\/\/[^/]*@/, '//');
