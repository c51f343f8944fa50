import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { linesWith, newestOfId } from '../journal/read.ts';
import { originOf } from '../journal/record.ts';
import { localTime } from '../platform/local-time.ts';
import { UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';

const MAX_CANDIDATES = 5;
const WHOLE_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

interface Candidate {
  id: string;
  lastAt: string;
  request: string | null;
}

/** The id of the session that is meant by it or by its beginning. `mayCome`: it need not have been written yet. */
export function sessionNamed(named: string, journal: string, language: Language, mayCome = false): string {
  const messages = logMessages[language];
  if (isSession(named, journal)) return named;
  const [first, ...others] = candidatesFor(named, journal);
  if (!first && mayCome && WHOLE_ID.test(named)) return named;
  if (!first)
    throw new UserError(messages.unknownSession(visibleLine(named)), messages.unknownSessionFix, {
      code: 'unknown-session',
    });
  if (others.length === 0) return first.id;
  const candidates = [first, ...others];
  const shown = candidates.slice(0, MAX_CANDIDATES).map(({ id, lastAt, request }) => {
    return visibleLine(`  ${id}  ${localTime(lastAt)}  ${request ?? ''}`).trimEnd();
  });
  throw new UserError(
    messages.severalSessions(visibleLine(named), candidates.length),
    [messages.severalSessionsFix, ...shown, ...(candidates.length > shown.length ? ['  …'] : [])].join('\n'),
    { code: 'ambiguous-session' },
  );
}

function isSession(id: string, journal: string): boolean {
  if (id === '') return false;
  for (const line of newestOfId(journal, id)) if (line.session_id === id) return true;
  return false;
}

/** Only lines in which the text stands somewhere are parsed. The one with the newest line first. */
function candidatesFor(beginning: string, journal: string): Candidate[] {
  if (beginning === '') return [];
  const found = new Map<string, Candidate>();
  for (const line of linesWith(journal, JSON.stringify(beginning).slice(1, -1))) {
    if (!line.session_id.startsWith(beginning)) continue;
    const { session_id: id, time } = line;
    found.set(id, { id, lastAt: time, request: originOf(line).request ?? found.get(id)?.request ?? null });
  }
  return [...found.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1));
}
