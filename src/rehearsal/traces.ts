import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../config/jsonc.ts';
import { readIfThere } from '../store/private-file.ts';
import type { Evidence } from './evidence.ts';
import type { RehearsalFolder } from './folder.ts';

/** What hook and client wrote down in the folder of a rehearsal. */
export const tracesIn = (folder: RehearsalFolder): Pick<Evidence, 'hookRan' | 'hookErrors' | 'journal'> => ({
  hookRan: existsSync(join(folder.cccDir, 'ccc')),
  hookErrors: hookErrorsIn(folder),
  journal: journalIn(folder),
});

function journalIn(folder: RehearsalFolder) {
  const lines = (readIfThere(join(folder.cccDir, 'ccc', 'reviews.jsonl')) ?? '').split('\n');
  return lines.flatMap((line) => parsed(line));
}

/** The client tells nobody in `-p` that a hook failed, but writes it into the transcript. */
function hookErrorsIn(folder: RehearsalFolder): string[] {
  const projects = join(folder.claudeDir, 'projects');
  if (!existsSync(projects)) return [];
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(projects, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"hook_non_blocking_error"'))
    .flatMap((line) => parsed(line))
    .flatMap(({ attachment }) => (isObject(attachment) ? [String(attachment.stderr ?? '')] : []))
    .map((text) => text.replace(/^Failed with non-blocking status code: /, '').trim());
}

// biome-ignore lint/suspicious/noExplicitAny: a line that a program has just written; only known fields are looked at
function parsed(line: string): any[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
