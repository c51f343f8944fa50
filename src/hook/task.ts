import { join } from 'node:path';
import type { CheckSet, Task, TaskBeginning } from '../checks/run-checks.ts';
import type { Paths } from '../config/paths.ts';
import { mayWrite, programsOfChecks } from '../evidence/commands/may-write.ts';
import { projectTasks } from '../evidence/commands/task-definitions.ts';
import { isWithin, realFolder } from '../platform/folders.ts';
import { type ToolUse, toolUseSince } from '../transcript/activity.ts';
import { readRequests } from '../transcript/requests.ts';
import type { HookInput } from './protocol/input.ts';
import type { State } from './rules/state.ts';
import { type SessionLocation, supervisedSince } from './session-location.ts';
import { lastSettled } from './verdicts.ts';

interface TaskRequest {
  input: HookInput;
  state: State | undefined;
  project: SessionLocation;
  paths: Paths;
  /** What would run at this stop. */
  checkSets: readonly CheckSet[];
}

/** What is known of the task that a stop belongs to. */
export function taskOf(request: TaskRequest): Task {
  const { input, project, paths, checkSets } = request;
  const { session } = project;
  const began = beginningOf(request);
  // The client's own file for a plan is not the work.
  const plans = join(paths.claudeDir, 'plans');
  const used = session && began && toolUseSince(session.transcript, began.at, (path) => isWithin(plans, path));
  return {
    began,
    // The worker can ask for this mode by itself, when it has written what a check would find, or forge an event.
    isPlanMode:
      input.permission_mode === 'plan' && session?.permissionMode === 'plan' && used?.enteredPlanMode !== true,
    wroteNothing: used !== undefined && wroteNothing(used, checkSets),
    askedAt: session && began && firstRequestSince(session.transcript, began.at),
  };
}

/** More prompts in one task are not looked at. */
const MAX_PROMPTS = 1000;

/** Before that the worker did nothing in this task. */
function firstRequestSince(transcript: string, since: Date): Date | undefined {
  const requests = readRequests(transcript, MAX_PROMPTS);
  if (requests.length > MAX_PROMPTS) return undefined;
  const first = requests.find(({ time }) => time === null || Date.parse(time) >= since.getTime());
  return first?.time ? new Date(first.time) : undefined;
}

/** Ignored files do not show in the work tree: whether one was written can only be told by what ran. */
function wroteNothing({ mayHaveWritten, commands }: ToolUse, checkSets: readonly CheckSet[]): boolean {
  if (mayHaveWritten) return false;
  if (commands.size === 0) return true;
  const allowed = new Set(
    checkSets.flatMap(({ folder, checks }) => [
      ...programsOfChecks(
        checks.map(({ run }) => run),
        projectTasks(folder),
      ),
    ]),
  );
  return ![...commands].some((command) => mayWrite(command.replaceAll(TO_LOG, ''), allowed));
}

/** The output of a command that is kept in a log: whether it writes anything else is for the rest of the line to say. */
const TO_LOG =
  /(?:(?:&|\d)?>>?|\|&?\s*tee(?:\s+-a)?\s)\s*(?!\.\.\/|\S*\/\.\.\/)(?:\/tmp\/)?\w[\w./-]*\.log(?=\s|$|[;&|])/g;

/** How much later than the state the journal is written. */
const JOURNAL_LAG_MS = 10_000;

/**
 * It began where the last one ended with an approval, or by the user who overruled an objection, if the journal says so
 * too: a state with a later beginning, or with other files, would hide what was written. Else with supervision.
 */
function beginningOf({ input, state, project, paths }: TaskRequest): TaskBeginning | undefined {
  const { taskBegan } = state ?? {};
  const settled = taskBegan && lastSettled(input.session_id, paths);
  if (taskBegan && settled) {
    const at = new Date(taskBegan.at);
    const fingerprint = taskBegan.treeFingerprint;
    const lagMs = Date.parse(settled.time) - at.getTime();
    const isKnown = settled.cause === 'overruled' || settled.tree === fingerprint;
    if (isKnown && Math.abs(lagMs) < JOURNAL_LAG_MS) {
      const root = realFolder(project.folder) ?? project.folder;
      return { at, tree: fingerprint === '' ? undefined : { root, fingerprint } };
    }
  }
  const at = supervisedSince(project, state);
  return at && { at, tree: undefined };
}
