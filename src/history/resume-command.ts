import { isAbsolute } from 'node:path';
import type { JournalLine } from '../journal/record.ts';
import { quoteForShell } from '../platform/shell.ts';
import type { SessionHistory } from './session-history.ts';

/** Pure: that of the worker, by the lines of its session; what a decision names is the reviewer's. */
export const workersProvider = (lines: readonly JournalLine[]): string | null =>
  lines.findLast((line) => 'session' in line || 'api_error' in line || 'mode' in line)?.provider || null;

/**
 * Pure: what continues a session, supervised; null: nothing that could be started is known. The client looks for a session
 * in the folder that it is started in. `variables` say which files `ccc` and the client keep.
 */
export function resumeCommand(
  { id, folder }: Pick<SessionHistory, 'id' | 'folder'>,
  provider: string | undefined,
  variables: Readonly<Record<string, string>> = {},
): string | null {
  // An id that somebody wrote by hand must not become an option.
  if (!/^[A-Za-z0-9][\w-]*$/.test(id)) return null;
  // What acts on a terminal may act once it is pasted there, and is not seen before that.
  if (folder !== null && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(folder)) return null;
  const there = folder !== null && isAbsolute(folder) ? `cd ${quoteForShell(folder)} && ` : '';
  const set = Object.entries(variables).map(([name, value]) => `${name}=${quoteForShell(value)} `);
  const named = provider === undefined ? '' : `--provider ${quoteForShell(provider)} `;
  return `${there}${set.join('')}ccc ${named}--resume ${id}`;
}
