import { parseId } from '../hook/protocol/input.ts';
import { isApproval } from '../hook/rules/approval.ts';
import type { FoundState } from '../hook/rules/recover.ts';
import type { JournalEntry, JournalLine } from '../journal/record.ts';
import { isStop } from './run-outcome.ts';

/** Of a run, what its states are known by. */
interface RunOfStates {
  supervisorId: string;
  clientPid: number;
  startedAt: string;
}

/** The state file of an id as it is; undefined: there is none, or none that can be used. */
type ReadState = (id: string) => FoundState | undefined;

/**
 * The id whose state is this run's. A line of the journal may name any, so another one than the run's own counts only if
 * its state names the client of the run: where nobody can tell which process started which, the hook uses an id of the
 * session instead (event-owner.ts).
 */
export function stateIdOf(stop: JournalEntry | undefined, run: RunOfStates, read: ReadState): string {
  const named = parseId(stop?.supervisor_id ?? '');
  return named !== undefined && isOfClient(read(named), run) ? named : run.supervisorId;
}

const isOfClient = (found: FoundState | undefined, { clientPid }: RunOfStates): boolean =>
  found !== undefined && found.seal === undefined && found.client?.pid === clientPid;

/**
 * Pure: whether the hook that judged this stop also says in its state that it was approved. Whoever has a shell can add a
 * line to the journal, so nothing that was taken from the journal can confirm it: no state that was rebuilt from it, which
 * has no `approved`, and no approval of an earlier run or prompt, which the line may have been copied from.
 */
export function isConfirmed(
  stop: JournalEntry | undefined,
  lines: readonly JournalLine[],
  { id, found }: { id: string; found: FoundState | undefined },
  { startedAt }: RunOfStates,
): boolean {
  if (!stop || !found || found.seal !== undefined || stop.supervisor_id !== id) return false;
  const isSameStop = (line: JournalEntry) =>
    line.session_id === found.sessionId && line.prompt_id === found.settledPromptId;
  if (!isSameStop(stop)) return false;
  const { approved } = found;
  if (!approved || approved.at < startedAt || approved.treeFingerprint !== stop.tree) return false;
  // The hook writes its line right after the state. A second one could name another folder to be compared, or hide by its
  // time what came after the approval.
  const first = lines.find((line) => isStop(line) && isApproval(line) && isSameStop(line) && line.time >= approved.at);
  return first === stop;
}
