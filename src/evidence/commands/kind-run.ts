import type { CheckedKind, CommandKind, RunOutcome } from '../evidence.ts';
import type { Moment } from '../moment.ts';
import type { CommandCall } from './command-end.ts';
import type { CommandLine, CommandPart } from './command-part.ts';
import type { FileEffects } from './file-effects.ts';

/** What the same command did to files behind a run. */
export interface ChangedBehind {
  effects: FileEffects | undefined;
  /** Something behind it may have changed files that it does not name. */
  mayBeMore: boolean;
}

export interface RunTimes {
  /** When the command was given. */
  called: Moment;
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
  behind: ChangedBehind | undefined;
  /** How many runs of this kind there had been, this one included. */
  runs: number;
}

/** One command with its last outcome. */
export interface RecordedRun extends CommandCall, RunTimes {
  kinds: CommandKind[];
  line: CommandLine;
  outcome: RunOutcome;
  runs: number;
}
