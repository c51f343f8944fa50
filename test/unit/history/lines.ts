import type { SessionHistory } from '../../../src/history/session-history.ts';
import { SessionList } from '../../../src/history/sessions.ts';
import { type JournalEntry, type JournalLine, parseLine } from '../../../src/journal/record.ts';

export const SESSION = 'abcdef12-3456-4789-8abc-def012345678';

/** A decision of the hook, as it writes it. */
export const decision = (fields: object = {}): JournalEntry =>
  line({
    ...{ v: 2, time: '2026-01-02T03:04:05.000Z', session_id: SESSION, supervisor_id: 'run-1', prompt_id: null },
    ...{ event: 'Stop', tool: null, verdict: 'allow', cause: 'review', feedback: 'all there', count: 1, max: 10 },
    ...{ duration_ms: 1000, cost_usd: 0.01, model: 'm', provider: 'p', folder: '/shop', branch: 'main' },
    ...{ tokens: { input: 10, output: 2, cache_read: 3, cache_write: 4 }, request: 'Add a cart', context: 'fork' },
    ...{ turns: 1, checks: [], touched: [], notices: [], tree: null },
    ...fields,
  }) as JournalEntry;

/** Any other line of the same session. */
export const other = (fields: object): JournalLine =>
  line({ v: 2, time: '2026-01-02T03:04:06.000Z', session_id: SESSION, supervisor_id: 'run-1', ...fields });

/** What the lines of one session come to, oldest first. */
export function historyOf(lines: readonly JournalLine[]): SessionHistory {
  const list = new SessionList();
  for (const each of lines) list.add(each);
  const [history] = list.all();
  if (!history) throw new Error('no line of a session');
  return history;
}

/** As it comes out of the file. */
function line(fields: object): JournalLine {
  const parsed = parseLine(JSON.stringify(fields));
  if (!parsed) throw new Error(`not a line of the journal: ${JSON.stringify(fields)}`);
  return parsed;
}
