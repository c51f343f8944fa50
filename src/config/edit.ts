import type { JSONPath } from 'jsonc-parser/lib/esm/main.js';

/**
 * Sets one value in a JSON text with comments (undefined removes it); everything else stays byte for byte. The text must
 * have been parsed before: this does not look for mistakes.
 */
export async function withValue(text: string, path: JSONPath, value: unknown): Promise<string> {
  const { modify, applyEdits } = await import('jsonc-parser/lib/esm/main.js');
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const source = body.trim() === '' ? `{}${body.includes('\n') || body === '' ? '\n' : ''}` : body;
  return mark + applyEdits(source, modify(source, path, value, { formattingOptions: formattingOf(source) }));
}

/** As the file is written already; two spaces where nothing shows. */
export function formattingOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : Math.min(indent.length, 8),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
