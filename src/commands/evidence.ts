import { findSession, type StoredSession, sessionsLike } from '../claude/find-session.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { currentFolder } from '../current-folder.ts';
import { type EarlierVerdict, gatherFacts } from '../evidence/gather.ts';
import { factsText } from '../evidence/text.ts';
import { isProblem, Problem } from '../problem.ts';
import { print, printJson } from '../speech.ts';
import { journalEntries } from '../store/journal-reader.ts';
import { StateFiles } from '../store/state-file.ts';
import { evidenceHelp, evidenceWords } from '../words/evidence.ts';
import { wordsIn } from '../words/words.ts';
import { readArguments } from './command.ts';

export const help = evidenceHelp;

/** `ccc evidence`: the facts of a session, as a reviewer is given them. */
export async function run(argv: string[], env: Env): Promise<number> {
  const { values } = readArguments(
    'evidence',
    argv,
    { options: { session: { type: 'string' }, json: { type: 'boolean' } }, words: { min: 0, max: 0 } },
    env,
  );
  const paths = pathsOf(env, wordsIn(env.language));
  const session = wantedSession(paths, values.session, env);
  const journal = journalOf(paths, session.id);
  const facts = await gatherFacts({
    transcript: session.transcript,
    folder: session.folder || currentFolder(),
    since: supervisedSince(paths, session.id, journal, env),
    env: env.all,
    background: [],
    lastMessage: undefined,
    verdicts: journal.verdicts,
    checks: [],
  });
  if (values.json) printJson(facts);
  else print(factsText(facts));
  return 0;
}

function wantedSession(paths: Paths, id: string | undefined, env: Env): StoredSession {
  const say = evidenceWords[env.language];
  const found = findSession(paths, id === undefined ? { folder: currentFolder() } : { id });
  if (found) return found;
  if (id === undefined) throw new Problem(say.noneHere(currentFolder()), say.noneHereFix);
  const alike = id === '' ? [] : sessionsLike(paths, id);
  if (alike.length === 0) throw new Problem(say.unknown(id), say.unknownFix);
  throw new Problem(say.several(id, alike.length), say.severalFix(alike.slice(0, 5).map((session) => session.id)));
}

/** Let through without anybody having looked. */
const UNJUDGED = new Set(['off', 'limit', 'background', 'compaction']);

interface Journal {
  verdicts: EarlierVerdict[];
  supervisorId: string | undefined;
  /** When the hook was started for the first event of this session. */
  firstHookAt: number | undefined;
}

function journalOf(paths: Paths, sessionId: string): Journal {
  const journal: Journal = { verdicts: [], supervisorId: undefined, firstHookAt: undefined };
  for (const entry of journalEntries(paths.journal)) {
    if (entry.session_id !== sessionId) continue;
    const { time, verdict, feedback, cause } = entry;
    journal.supervisorId = entry.supervisor_id;
    if (cause !== 'off') journal.firstHookAt ??= Date.parse(time) - (Number(entry.duration_ms) || 0);
    if (UNJUDGED.has(cause)) continue;
    journal.verdicts.push({ time, verdict, feedback, cause });
    if (journal.verdicts.length > 100) journal.verdicts.shift();
  }
  return journal;
}

/**
 * When supervision was switched on. Undefined for the session's start: nobody asked for supervision, or it was on from
 * the beginning, and then the state was made by the first hook only, after the work it is about. A damaged state is the
 * hook's to report; here it counts as none.
 */
function supervisedSince(paths: Paths, sessionId: string, journal: Journal, env: Env): Date | undefined {
  const states = new StateFiles(paths, wordsIn(env.language));
  try {
    const state = states.read(states.enabledFor(sessionId) ?? journal.supervisorId ?? sessionId);
    if (state?.session_id !== sessionId) return undefined;
    const since = Date.parse(state.created_at);
    const byHook = journal.firstHookAt !== undefined && since >= journal.firstHookAt - CLOCK_MS;
    return Number.isNaN(since) || byHook ? undefined : new Date(since);
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}

/** The journal rounds. */
const CLOCK_MS = 50;
