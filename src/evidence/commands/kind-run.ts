import type { CheckedKind, RunOutcome } from '../evidence.ts';
import type { Moment } from '../moment.ts';
import type { CommandPart } from './parts.ts';

/** A command, and the folder that the shell was in, if known. */
export interface CommandCall {
  command: string;
  cwd: string | undefined;
}

export interface RunTimes {
  /** In the background, long before it ended. */
  began: Moment;
  ended: Moment;
}

/** One part of a command, as a run of its kind. */
export interface KindRun extends CommandCall, RunTimes {
  kind: CheckedKind;
  part: CommandPart;
  outcome: RunOutcome;
  /** The tests or files that failed, as far as the output names them. */
  failed: string[];
  /** It failed, but its own summary says that all passed. */
  summaryIsGreen: boolean;
  /** How many runs of this kind there had been, this one included. */
  runs: number;
}
