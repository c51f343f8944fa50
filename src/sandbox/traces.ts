import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalEntries } from '../hook/journal.ts';
import { isObject } from '../platform/json/parse.ts';
import type { SandboxFolder } from './folder.ts';
import type { HookTraces } from './hook-result.ts';

/** What hook and client wrote down in the folder of a rehearsal. */
export const tracesIn = (folder: SandboxFolder): Pick<HookTraces, 'hookRan' | 'hookErrors' | 'journal'> => ({
  hookRan: existsSync(join(folder.cccDir, 'ccc')),
  hookErrors: hookErrorsIn(folder),
  journal: journalIn(folder),
});

const journalIn = (folder: SandboxFolder) => [...journalEntries(join(folder.cccDir, 'ccc', 'reviews.jsonl'))];

/** The client tells nobody in `-p` that a hook failed, but writes it into the transcript. */
function hookErrorsIn(folder: SandboxFolder): string[] {
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

function parsed(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? [value] : [];
  } catch {
    return [];
  }
}
