import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { isUserError } from '../platform/user-error.ts';
import { journalLines } from './journal.ts';
import { type Summary, summarize } from './rules/summary.ts';
import { StateFiles } from './state-file.ts';

/** Summarizes the supervision of an id from its state, the journal and the configuration as it is now. */
export async function readSummaries(
  paths: Paths,
  env: Env,
  { lastBytes, since }: { lastBytes?: number; since?: string } = {},
): Promise<(id: string) => Summary> {
  const { supervisor } = await readConfig(paths.configFile);
  const rules = { ...supervisor, enabledByDefault: env.startsSupervised ?? supervisor.enabled };
  const states = new StateFiles(paths, env.language);
  return (id) => summarize(id, readState(states, id), rules, journalLines(paths.journal, lastBytes), since);
}

/** A damaged state counts as none: reporting it is up to the hook. */
function readState(states: StateFiles, id: string) {
  try {
    return states.read(id);
  } catch (error) {
    if (isUserError(error)) return undefined;
    throw error;
  }
}
