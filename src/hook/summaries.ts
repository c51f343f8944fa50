import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { journalLines, linesOfId } from '../journal/read.ts';
import type { JournalLine } from '../journal/record.ts';
import { isUserError } from '../platform/user-error.ts';
import { pastOf } from './journal-past.ts';
import { adoptable } from './known-state.ts';
import { recover } from './rules/recover.ts';
import type { State } from './rules/state.ts';
import { type Summary, summarize } from './rules/summary.ts';
import { StateFiles } from './state-file.ts';

/**
 * Summarizes the supervision of an id from its state, the journal and the configuration as it is now. Before the first
 * event under the id, the supervision that this session had under another one counts, as for the hook. Of the journal only
 * its end is read with `lastBytes`, otherwise only the parts that have lines of the id.
 */
export async function readSummaries(
  paths: Paths,
  env: Env,
  { lastBytes }: { lastBytes?: number } = {},
): Promise<(id: string, sessionId?: string) => Summary> {
  const { supervisor } = await readConfig(paths.configFile);
  const linesOf = (id: string) =>
    lastBytes === undefined ? linesOfId(paths.journal, id) : journalLines(paths.journal, lastBytes);
  return (id, sessionId) => summaryOf({ id, sessionId }, linesOf, supervisor, env, paths);
}

/** The same by these lines, with the state. */
export function summaryOf(
  { id, sessionId }: { id: string; sessionId?: string | undefined },
  linesOf: (id: string) => Iterable<JournalLine>,
  supervisor: SupervisorConfig,
  env: Env,
  paths: Paths,
): Summary & { state: State | undefined } {
  const rules = { ...supervisor, enabledByDefault: env.startsSupervised ?? supervisor.enabled };
  const known = readState(id, sessionId, env, paths);
  const summarized = known?.id ?? id;
  const found = summarize(summarized, known?.state, rules, linesOf(summarized));
  return {
    ...found,
    openRound: isUnderWay(found.openRound, supervisor) ? found.openRound : null,
    state: known?.state,
  };
}

/** A hook that was killed records nothing; but none runs longer than this. */
const isUnderWay = (round: Summary['openRound'], { timeoutSeconds }: SupervisorConfig): boolean =>
  !!round && Date.now() - Date.parse(round.at) < timeoutSeconds * 1000;

/** As the hook sees it. A damaged state counts as none: reporting it is up to the hook. */
function readState(id: string, sessionId: string | undefined, { language }: Env, paths: Paths) {
  const states = new StateFiles(paths, language);
  try {
    const past = () => pastOf(paths.journal, id);
    const state = recover(states.read(id), past, { sessionId: '', now: new Date().toISOString() });
    if (state) return { id, state };
    return sessionId !== undefined && past() === undefined ? adoptable(sessionId, states, paths) : undefined;
  } catch (error) {
    if (isUserError(error)) return undefined;
    throw error;
  }
}
