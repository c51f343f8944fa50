import type { CheckedKind, CommandKind } from '../evidence.ts';
import type { ProjectTask } from './task-runners.ts';

/** What a program with its arguments is run for, and in which ecosystem. */
export interface Purpose {
  kind: CommandKind;
  /** A later run of the same kind in the same ecosystem can resolve a failed one. */
  ecosystem: string;
  /** The known program; undefined for a script, of which only the name is known. */
  tool?: string | undefined;
  /** The files or names it was narrowed to; empty: everything. */
  targets: string[];
  /** Nothing says what it runs: it may have tested, built or checked anything. Only its output can tell. */
  isOpaque: boolean;
  /** Code that stands on the command line itself: it can print whatever it likes. */
  isInline: boolean;
  /** It rewrites code: a formatter. */
  rewrites: boolean;
  /** An option makes it end well whatever it finds, or whether there is anything to run: `--exit-zero`, `--if-present`. */
  endsWell: boolean;
  /** Further kinds of the tasks that it runs: `turbo run lint test`. */
  moreKinds: CheckedKind[];
  /** Tasks of the project that it runs, in case their definitions can be read. */
  tasks: ProjectTask[];
}

export const purpose = (kind: CommandKind, ecosystem: string, more: Partial<Purpose> = {}): Purpose => ({
  kind,
  ecosystem,
  tool: undefined,
  targets: [],
  isOpaque: false,
  isInline: false,
  rewrites: false,
  endsWell: false,
  moreKinds: [],
  tasks: [],
  ...more,
});
